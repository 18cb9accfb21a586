import type { IDataObject } from 'n8n-workflow';

import type { Query } from '../fields/queryParameters';
import type { KeptQuery, KeptReports, LostAnswer } from '../kept/keptReports';
import { MOST_RESULTS, requestReports, type Transport } from '../service/client';
import type { ServiceFailure } from '../service/failure';
import { groupByKeys } from '../service/matching';
import { PatientReader } from '../service/patientReader';
import { RETRY_TIMES } from '../service/retryTimes';
import type { JsonObject } from '../service/types';
import { describeHandoutFailure, GONE, withoutFullStop } from './describeFailure';
import { drain, takeNew } from './drain';
import { limitHints, limitOf, withParameter, type ItemQuery } from './queries';
import { idsOf, reportQueries, type ReportQuery } from './reportQueries';
import type { RunOutput, Shortfall } from './runOutput';

export interface ReportOptions {
	patienceMs: number;
	returnAll: boolean;
	/** Whether one call asks for many message IDs. */
	combineIds: boolean;
	/** How message IDs without a report are output. */
	missingReports: 'named' | 'items';
}

const MOST_CALLS = 100;
const MOST_IDS_NAMED = 20;
const ADVICE = 'reports not fetched yet are still available.';

/**
 * Fetches delivery reports for the input items, one output item per report. The service hands out each report only once,
 * so whatever was fetched is output no matter what happens later, or is kept with the execution for Retry.
 */
export class ReportFetch {
	private readonly queries: ReportQuery[];
	/** The items that ask for each message ID. */
	private readonly askers: Map<string, ItemQuery[]>;
	private readonly call: (query: Query) => ReturnType<typeof requestReports>;
	/** Keys of the reports that were output. */
	private readonly given = new Set<string>();
	/** The message IDs of these. */
	private readonly reported = new Set<string>();
	/** Message IDs that the service was asked for and has answered. */
	private readonly answered: string[] = [];
	/** Input items that asked for no particular message, and got nothing. */
	private readonly emptyHanded: number[] = [];

	constructor(
		transport: Transport,
		signal: AbortSignal | undefined,
		queries: ItemQuery[],
		private readonly options: ReportOptions,
		private readonly present: (entry: JsonObject) => IDataObject,
		private readonly kept: KeptReports,
		private readonly output: RunOutput,
	) {
		const { patienceMs, returnAll, combineIds } = options;
		this.queries = reportQueries(queries, combineIds);
		this.askers = groupByKeys(queries, idsOf);
		const triesIfUnclear = RETRY_TIMES.unclearAnswers.reports;
		const reader = new PatientReader({ patienceMs, triesIfUnclear, advice: ADVICE }, signal);
		this.call = async (query) => {
			const limit = String(returnAll ? MOST_RESULTS : limitOf(query));
			return await reader.read(async () => await requestReports(transport, withParameter(query, 'limit', limit)));
		};
	}

	/** @throws NodeOperationError with mode 'stop', if a query yielded nothing */
	async run(): Promise<void> {
		const lostBefore = [...this.kept.lost];
		this.outputKept();
		for (const query of this.queries) await this.ask(query);
		// n8n shows nothing of a try that it repeats
		if (lostBefore.length > 0)
			this.output.fallShort(lostInEarlierTries(lostBefore), [this.queries[0]?.itemIndexes[0] ?? 0]);
		this.hintAtSilence();
		this.kept.handOver(this.output.isClean);
	}

	/** Outputs what earlier tries fetched, before anything is asked for, so that an error includes all of it. */
	private outputKept(): void {
		const items = new Map(this.queries.map(({ key, itemIndexes }) => [key, itemIndexes]));
		for (const [key, { entries }] of this.kept.all())
			takeNew(entries, this.given, (entry) => this.give(entry, items.get(key) ?? []));
	}

	/** Asks for what was not fetched in an earlier try. */
	private async ask(asked: ReportQuery): Promise<void> {
		const { key, query, ids, itemIndexes } = asked;
		const kept = this.kept.of(key);
		const isOpen = ids.length === 0;
		// One ID has one report. For several IDs a service may return only some, and for all reports at most the limit
		const mostCalls =
			ids.length > 1 ? Math.max(MOST_CALLS, ids.length) : isOpen && this.options.returnAll ? MOST_CALLS : 1;
		const { failure, isEmptied } = await drain(
			async () => await this.call(isOpen ? query : withParameter(query, 'messageId', this.missing(ids).join(','))),
			(calls) => calls < mostCalls && (isOpen ? !kept.isFinished : this.missing(ids).length > 0),
			this.given,
			(entry) => {
				kept.entries.push(entry);
				this.give(entry, itemIndexes);
			},
		);
		if (failure !== undefined) return this.takeFailure(asked, kept, failure);
		this.answered.push(...ids);
		if (isOpen) this.takeAll(asked, kept, isEmptied);
	}

	/** All reports were asked for. */
	private takeAll({ query, itemIndexes }: ReportQuery, kept: KeptQuery, isEmptied: boolean): void {
		const count = kept.entries.length;
		if (count === 0) this.emptyHanded.push(...itemIndexes);
		// If nothing came, there may be reports at a later try
		else kept.isFinished ||= isEmptied || !this.options.returnAll;
		if (!this.options.returnAll)
			for (const hint of limitHints(query, count, 'reports')) this.output.hint(hint, 'info', itemIndexes);
		else if (count > 0 && !kept.isFinished) this.output.fallShort(unfinished(count), itemIndexes);
	}

	private takeFailure({ ids, itemIndexes }: ReportQuery, { entries }: KeptQuery, failure: ServiceFailure): void {
		const lostBefore = [...this.kept.lost];
		const { message, answer } = failure;
		if (failure.kind === 'unclear') this.kept.lost.push({ message, ...(answer !== undefined && { answer }) });
		const missing = this.missing(ids);
		const isStop = this.output.mode === 'stop';
		const description = describeHandoutFailure(failure, 'Run again later.', !isStop || entries.length === 0);
		const details = ids.length === 0 ? {} : { messageIds: missing };
		if (entries.length > 0)
			this.output.fallShort(
				{ failure, message: partly(failure, entries.length, missing), description, details },
				itemIndexes,
			);
		else {
			const others = isStop ? this.othersInError(lostBefore) : { text: '' };
			this.output.fail(
				{ failure, message, description: description + others.text, details: { ...details, ...others.data } },
				itemIndexes,
			);
		}
	}

	/** What an error says about reports that came for other queries, and about lost answers. */
	private othersInError(lost: LostAnswer[]): { text: string; data?: IDataObject } {
		const fetched = this.kept.all().flatMap(([, { entries }]) => entries);
		const come = ` Reports fetched before that (${fetched.length}) are in the details under reports; Retry outputs them too.`;
		const gone = ` Earlier failed answers (${lost.length}) are in the details under lostAnswers; any reports that the service had handed out with them ${GONE}`;
		return {
			text: (fetched.length === 0 ? '' : come) + (lost.length === 0 ? '' : gone),
			data: {
				...(fetched.length > 0 && { reports: fetched.map(this.present) }),
				...(lost.length > 0 && { lostAnswers: lost }),
			},
		};
	}

	/** A message ID without a report must not look like one that nobody asked for. */
	private hintAtSilence(): void {
		const { output } = this;
		if (this.emptyHanded.length > 0)
			output.hint(
				"No new delivery reports, so nothing comes out. Each report is handed out only once; one with a Notify URL is pushed there instead. To continue even then, turn on 'Always Output Data' in the node's settings.",
				'info',
				this.emptyHanded,
			);
		const silent = [...new Set(this.missing(this.answered))];
		if (this.options.missingReports === 'items')
			for (const messageId of silent) output.add({ messageId, reportAvailable: false }, this.askersOf(messageId) ?? []);
		else if (silent.length > 0)
			output.hint(
				`No reports for the message IDs ${nameSome(silent)}. They may come later, or were fetched before: each can be fetched only once.`,
				'warning',
				[],
			);
		if (this.options.combineIds && silent.length > 1 && this.reported.size === 0)
			output.hint(
				'The service returned nothing for a list of message IDs. If it takes only one ID per call, turn off Combine IDs.',
				'info',
				[],
			);
	}

	/** @param itemIndexes the items that get the report if none has asked for its ID */
	private give(entry: JsonObject, itemIndexes: number[]): void {
		const id = String(entry.messageId);
		this.reported.add(id);
		this.output.add(this.present(entry), this.askersOf(id) ?? itemIndexes);
	}

	/** Message IDs without a report so far. */
	private missing(ids: string[]): string[] {
		return ids.filter((id) => !this.reported.has(id));
	}

	private askersOf(id: string): number[] | undefined {
		return this.askers.get(id)?.map(({ itemIndex }) => itemIndex);
	}
}

/** The maximum number of calls was reached before the reports ended. */
function unfinished(count: number): Shortfall {
	return {
		message: `There may be more reports: ${MOST_CALLS} calls returned ${count}.`,
		description: 'Run again to fetch the rest.',
	};
}

/** Some reports came, then a call failed. */
function partly({ message }: ServiceFailure, count: number, missing: string[]): string {
	const asked = missing.length === 0 ? '' : ` Not fetched: reports for the message IDs ${nameSome(missing)}.`;
	return `Not all reports were fetched: ${withoutFullStop(message)}. The ${count} fetched before that are in the output.${asked}`;
}

/** Answers lost in earlier tries may have contained reports. */
function lostInEarlierTries(lost: LostAnswer[]): Shortfall {
	const messages = [...new Set(lost.map(({ message }) => withoutFullStop(message)))].join('; ');
	return {
		message: `Reports may be lost because an earlier try failed: ${messages}.`,
		description: `Any reports that the service had already handed out then ${GONE}`,
		details: { lostAnswers: lost },
	};
}

function nameSome(ids: string[]): string {
	const more = ids.length - MOST_IDS_NAMED;
	return ids.slice(0, MOST_IDS_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
