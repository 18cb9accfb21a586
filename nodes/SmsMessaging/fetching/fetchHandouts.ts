import type { INodeExecutionData } from 'n8n-workflow';

import { MOST_RESULTS, requestHandouts, type Service } from '../api/client';
import type { Entry } from '../api/entry';
import type { ServiceFailure } from '../api/failure';
import type { Query } from '../api/message';
import { readingPacer, RETRY_TIMES } from '../api/pacer';
import { openService } from '../api/transport';
import { drain } from '../entries/drain';
import type { EntryKind } from '../entries/kinds';
import { presentOfKind, type EntryPresentation } from '../entries/presentEntry';
import { keptLosses, type LostAnswer } from '../kept/lostAnswers';
import type { NodeRun } from '../n8n/execution';
import { readBoolean, type AddFault, type Values } from '../parameters/values';
import { groupByKeys } from '../text/matching';
import { afterFailure, afterManyCalls, besideOthers, lostBefore } from './describeMissing';
import {
	idsOf,
	indexesOf,
	limitHints,
	limitOf,
	readQueries,
	reportQueries,
	type Filters,
	type ItemQuery,
	type ReportQuery,
} from './queries';
import { RunOutput, asOne, type Shortfall } from './runOutput';

/**
 * Fetches entries that can be fetched only once, for all input items.
 * @throws NodeOperationError with mode 'stop', if nothing was fetched
 */
export async function fetchHandouts(
	nodeRun: NodeRun,
	kind: EntryKind,
	filters: Filters,
	readOptions: (options: Values, addFault: AddFault) => Omit<ReportOptions, 'returnAll' | 'simplify'>,
): Promise<INodeExecutionData[][]> {
	const { context } = nodeRun;
	const { queries, faulty, options } = readQueries(nodeRun, filters, (values, addFault) => ({
		...readOptions(values, addFault),
		unfoldCallbackData: readBoolean(values.unfoldCallbackData, 'unfoldCallbackData', addFault) ?? false,
	}));
	const output = new RunOutput(nodeRun, faulty, true);
	const service = await openService(context);
	const losses = keptLosses(context, kind.list);
	const signal = context.getExecutionCancelSignal();
	const fetch = new ReportFetch({ kind, queries, options, service, signal, output });
	await fetch.run();
	losses.add(fetch.lost);
	fetch.tell(losses.earlier);
	const items = output.items();
	losses.told(items[0]?.json.error === undefined);
	return [items];
}

export interface ReportOptions extends EntryPresentation {
	patienceMs: number;
	returnAll: boolean;
	missingReports: 'named' | 'items';
}

const MOST_CALLS = 100;
const MOST_IDS_NAMED = 20;

interface Fetch {
	kind: EntryKind;
	queries: ItemQuery[];
	options: ReportOptions;
	service: Service;
	signal: AbortSignal | undefined;
	output: RunOutput;
}

/**
 * Fetches delivery reports or received messages for the input items, one output item for each. Each can be fetched only once, so
 * what came is output whatever happens later.
 */
class ReportFetch {
	readonly lost: LostAnswer[] = [];
	/** The input items that asked for a message. */
	private readonly askers: Map<string, number[]>;
	private readonly call: (query: Query) => ReturnType<typeof requestHandouts>;
	private readonly reported = new Set<string>();
	/** Message IDs that the service was asked for and has answered. */
	private readonly answered: string[] = [];
	/** Input items that asked for no particular message, and got nothing. */
	private readonly emptyHanded: number[] = [];
	private readonly missing: Shortfall[] = [];

	constructor(private readonly asked: Fetch) {
		const { kind, service, signal, queries, options } = asked;
		this.askers = new Map([...groupByKeys(queries, idsOf)].map(([id, items]) => [id, indexesOf(items)]));
		const pacer = readingPacer(
			{
				patienceMs: options.patienceMs,
				triesIfUnclear: RETRY_TIMES.unclearAnswers.reports,
				advice: `${kind.list} not fetched yet are still available.`,
			},
			signal,
		);
		this.call = async (query) => {
			const limited = { ...query, limit: options.returnAll ? MOST_RESULTS : limitOf(query) };
			return await pacer.request(async () => await requestHandouts(service, kind.path, limited));
		};
	}

	async run(): Promise<void> {
		const queries = reportQueries(this.asked.queries);
		for (const [index, query] of queries.entries()) {
			const failure = await this.ask(query);
			if (failure === undefined) continue;
			const { kind, answer, message } = failure;
			if (kind === 'unclear') this.lost.push({ message, ...(answer !== undefined && { answer }) });
			// What was not asked for stays at the service; with the other modes, each item has its own result
			const isOver = this.asked.output.mode === 'stop';
			this.missing.push(afterFailure(this.asked.kind, failure, query, isOver ? queries.slice(index + 1) : []));
			if (isOver) return;
		}
	}

	/**
	 * Says what is missing, once everything was asked for.
	 * @param earlier answers lost in earlier tries
	 * @throws NodeOperationError with mode 'stop', if a call failed and nothing was fetched
	 */
	tell(earlier: readonly LostAnswer[]): void {
		const { output, queries, kind } = this.asked;
		if (earlier.length > 0) this.missing.push(lostBefore(kind, earlier, queries[0]?.itemIndex ?? 0));
		const isEmpty = this.reported.size === 0;
		const missing = isEmpty ? this.missing : this.missing.map((one) => besideOthers(kind, one));
		if (output.mode !== 'stop') for (const one of missing) output.fail(one);
		else if (missing.length > 0) {
			const all = asOne(missing);
			if (isEmpty && all.failure !== undefined) output.fail(all);
			output.endWith(all);
		}
		this.hintAtSilence();
	}

	private async ask({ query, messageId, itemIndexes }: ReportQuery): Promise<ServiceFailure | undefined> {
		const { kind, options, output } = this.asked;
		const isForAll = messageId === undefined;
		// One message has one report
		const mostCalls = isForAll && options.returnAll ? MOST_CALLS : 1;
		const { entries, failure, isEmptied } = await drain(
			async () => await this.call(query),
			(calls) => calls < mostCalls && (isForAll || !this.reported.has(messageId)),
		);
		for (const entry of entries) this.give(entry, itemIndexes);
		if (failure !== undefined) return failure;
		if (!isForAll) this.answered.push(messageId);
		else if (entries.length === 0) this.emptyHanded.push(...itemIndexes);
		else if (isEmptied) return undefined;
		else if (!options.returnAll)
			for (const hint of limitHints(query, entries.length, kind.list)) output.hint(hint, 'info', itemIndexes);
		else this.missing.push(afterManyCalls(kind, MOST_CALLS, entries.length, itemIndexes));
		return undefined;
	}

	/** @param itemIndexes the items that get the report if none has asked for its ID */
	private give(entry: Entry, itemIndexes: number[]): void {
		const { kind, options, output } = this.asked;
		const id = entry.messageId ?? '';
		this.reported.add(id);
		output.add(presentOfKind(kind, entry, options), this.askers.get(id) ?? itemIndexes);
	}

	/** A message ID without a report must not look like one that nobody asked for. */
	private hintAtSilence(): void {
		const { output, kind, options } = this.asked;
		if (this.emptyHanded.length > 0)
			// An agent knows it by an empty answer
			output.show(
				`No new ${kind.many}. Each can be fetched only once, and ${kind.pushed}. To continue the workflow anyway, turn on 'Always Output Data' in the node's settings.`,
				'info',
				this.emptyHanded,
			);
		const silent = [...new Set(this.answered)].filter((id) => !this.reported.has(id));
		if (options.missingReports === 'items')
			for (const messageId of silent)
				output.add({ messageId, reportAvailable: false }, this.askers.get(messageId) ?? []);
		else if (silent.length > 0)
			output.hint(
				`No reports for the message IDs ${nameSome(silent)}. They may come later, or were fetched before. Each can be fetched only once.`,
				'warning',
				[],
			);
	}
}

function nameSome(ids: string[]): string {
	const more = ids.length - MOST_IDS_NAMED;
	return ids.slice(0, MOST_IDS_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
