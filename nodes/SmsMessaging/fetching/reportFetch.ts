import type { IDataObject } from 'n8n-workflow';

import { readEntry, type Entry } from '../api/entry';
import type { Query } from '../api/message';
import type { KeptQuery, KeptReports, LostAnswer } from '../kept/keptReports';
import { presentOfKind, type EntryPresentation } from '../entries/presentEntry';
import type { EntryKind } from '../entries/kinds';
import { MOST_RESULTS, requestHandouts, type Service } from '../api/client';
import type { ServiceFailure } from '../api/failure';
import { groupByKeys } from '../text/matching';
import { PatientReader } from '../api/patientReader';
import { RETRY_TIMES } from '../api/retryTimes';
import { describeHandoutFailure, withoutFullStop } from '../entries/fetchFailure';
import { drain, takeNew } from '../entries/drain';
import { limitHints, limitOf, type ItemQuery } from './queries';
import { idsOf, reportQueries, type ReportQuery } from './reportQueries';
import type { RunOutput, Shortfall } from './runOutput';

export interface ReportOptions {
	patienceMs: number;
	returnAll: boolean;
	/** How message IDs without a report are output. */
	missingReports: 'named' | 'items';
}

const MOST_CALLS = 100;
const MOST_IDS_NAMED = 20;

/** What is fetched, for whom, and where it goes. */
interface Fetch {
	kind: EntryKind;
	queries: ItemQuery[];
	options: ReportOptions;
	presentation: EntryPresentation;
	service: Service;
	signal: AbortSignal | undefined;
	kept: KeptReports;
	output: RunOutput;
}

/**
 * Fetches delivery reports or received messages for the input items, one output item for each. Each can be fetched only once, so
 * fetched entries are output whatever happens later, or are kept with the execution for Retry.
 */
export class ReportFetch {
	private readonly queries: ReportQuery[];
	/** The items that ask for each message ID. */
	private readonly askers: Map<string, ItemQuery[]>;
	private readonly call: (query: Query) => ReturnType<typeof requestHandouts>;
	/** Keys of the reports that were output. */
	private readonly given = new Set<string>();
	/** The message IDs of these. */
	private readonly reported = new Set<string>();
	/** Message IDs that the service was asked for and has answered. */
	private readonly answered: string[] = [];
	/** Input items that asked for no particular message, and got nothing. */
	private readonly emptyHanded: number[] = [];

	constructor(private readonly asked: Fetch) {
		const { kind, service, signal, queries, options } = asked;
		this.queries = reportQueries(queries);
		this.askers = groupByKeys(queries, idsOf);
		const reader = new PatientReader(
			{
				patienceMs: options.patienceMs,
				triesIfUnclear: RETRY_TIMES.unclearAnswers.reports,
				advice: `${kind.list} not fetched yet are still available.`,
			},
			signal,
		);
		this.call = async (query) => {
			const limited = { ...query, limit: options.returnAll ? MOST_RESULTS : limitOf(query) };
			return await reader.read(async () => await requestHandouts(service, kind.path, limited));
		};
	}

	/** @throws NodeOperationError with mode 'stop', if a query yielded nothing */
	async run(): Promise<void> {
		const lostBefore = [...this.asked.kept.lost];
		this.outputKept();
		for (const query of this.queries) await this.ask(query);
		// n8n shows nothing of a try that it repeats
		if (lostBefore.length > 0)
			this.asked.output.fallShort(this.lostInEarlierTries(lostBefore), [this.queries[0]?.itemIndexes[0] ?? 0]);
		this.hintAtSilence();
	}

	/** Outputs what earlier tries fetched, before anything is asked for, so that an error includes all of it. */
	private outputKept(): void {
		const items = new Map(this.queries.map(({ key, itemIndexes }) => [key, itemIndexes]));
		for (const [key, { entries }] of this.asked.kept.all())
			takeNew(
				entries.map((raw) => readEntry(raw)),
				this.given,
				(entry) => this.give(entry, items.get(key) ?? []),
			);
	}

	/** Asks for what was not fetched in an earlier try. */
	private async ask(asked: ReportQuery): Promise<void> {
		const { key, query, messageId, itemIndexes } = asked;
		const kept = this.asked.kept.of(key);
		const isForAll = messageId === undefined;
		// One message has one report
		const mostCalls = isForAll && this.asked.options.returnAll ? MOST_CALLS : 1;
		const { failure, isEmptied } = await drain(
			async () => await this.call(query),
			(calls) => calls < mostCalls && !(isForAll ? kept.isFinished : this.reported.has(messageId)),
			this.given,
			(entry) => {
				kept.entries.push(entry.raw);
				this.give(entry, itemIndexes);
			},
		);
		if (failure !== undefined) return this.takeFailure(asked, kept, failure);
		if (isForAll) this.takeAll(asked, kept, isEmptied);
		else this.answered.push(messageId);
	}

	/** All reports were asked for. */
	private takeAll({ query, itemIndexes }: ReportQuery, kept: KeptQuery, isEmptied: boolean): void {
		const count = kept.entries.length;
		if (count === 0) this.emptyHanded.push(...itemIndexes);
		// If nothing came, there may be reports at a later try
		else kept.isFinished ||= isEmptied || !this.asked.options.returnAll;
		if (!this.asked.options.returnAll)
			for (const hint of limitHints(query, count, this.asked.kind.list))
				this.asked.output.hint(hint, 'info', itemIndexes);
		else if (count > 0 && !kept.isFinished) this.asked.output.fallShort(this.unfinished(count), itemIndexes);
	}

	private takeFailure({ messageId, itemIndexes }: ReportQuery, { entries }: KeptQuery, failure: ServiceFailure): void {
		const lostBefore = [...this.asked.kept.lost];
		const { message, answer } = failure;
		if (failure.kind === 'unclear') this.asked.kept.lost.push({ message, ...(answer !== undefined && { answer }) });
		const isStop = this.asked.output.mode === 'stop';
		const hasDetails = !isStop || entries.length === 0;
		const description = describeHandoutFailure(this.asked.kind, failure, 'Run again later.', hasDetails);
		const details = messageId === undefined ? {} : { messageId };
		if (entries.length > 0)
			this.asked.output.fallShort(
				{ failure, message: this.partly(failure, entries.length, messageId), description, details },
				itemIndexes,
			);
		else {
			const others = isStop ? this.othersInError(lostBefore) : { text: '' };
			this.asked.output.fail(
				{ failure, message, description: description + others.text, details: { ...details, ...others.data } },
				itemIndexes,
			);
		}
	}

	/** What an error says about what came for other queries, and about lost answers. */
	private othersInError(lost: LostAnswer[]): { text: string; data?: IDataObject } {
		const fetched = this.asked.kept.all().flatMap(([, { entries }]) => entries);
		const { list, gone: never } = this.asked.kind;
		const come = ` The ${list} fetched before that (${fetched.length}) are in the details, and Retry outputs them too.`;
		const gone = ` Earlier failed answers (${lost.length}) are in the details under lostAnswers. Any ${list} that were in them ${never}`;
		return {
			text: (fetched.length === 0 ? '' : come) + (lost.length === 0 ? '' : gone),
			data: {
				...(fetched.length > 0 && { [list]: fetched.map((raw) => this.present(readEntry(raw))) }),
				...(lost.length > 0 && { lostAnswers: lost }),
			},
		};
	}

	/** A message ID without a report must not look like one that nobody asked for. */
	private hintAtSilence(): void {
		const { output } = this.asked;
		if (this.emptyHanded.length > 0)
			output.hint(
				`No new ${this.asked.kind.many}. Each can be fetched only once, and ${this.asked.kind.pushed}. To continue the workflow anyway, turn on 'Always Output Data' in the node's settings.`,
				'info',
				this.emptyHanded,
			);
		const silent = [...new Set(this.answered)].filter((id) => !this.reported.has(id));
		if (this.asked.options.missingReports === 'items')
			for (const messageId of silent) output.add({ messageId, reportAvailable: false }, this.askersOf(messageId) ?? []);
		else if (silent.length > 0)
			output.hint(
				`No reports for the message IDs ${nameSome(silent)}. They may come later, or were fetched before. Each can be fetched only once.`,
				'warning',
				[],
			);
	}

	/** @param itemIndexes the items that get the report if none has asked for its ID */
	private give(entry: Entry, itemIndexes: number[]): void {
		const id = entry.messageId ?? '';
		this.reported.add(id);
		this.asked.output.add(this.present(entry), this.askersOf(id) ?? itemIndexes);
	}

	private present(entry: Entry): IDataObject {
		return presentOfKind(this.asked.kind, entry, this.asked.presentation);
	}

	private askersOf(id: string): number[] | undefined {
		return this.askers.get(id)?.map(({ itemIndex }) => itemIndex);
	}

	/** The maximum number of calls was reached before the entries ended. */
	private unfinished(count: number): Shortfall {
		return {
			message: `There may be more ${this.asked.kind.list}: ${MOST_CALLS} calls returned ${count}.`,
			description: 'Run again to fetch the rest.',
		};
	}

	/** Some entries came, then a call failed. */
	private partly({ message }: ServiceFailure, count: number, messageId?: string): string {
		const which = messageId === undefined ? '' : ` for the message ID ${messageId}`;
		return `Not all ${this.asked.kind.list}${which} were fetched: ${withoutFullStop(message)}. The ${count} that came are in the output.`;
	}

	/** Answers lost in earlier tries may have contained entries. */
	private lostInEarlierTries(lost: LostAnswer[]): Shortfall {
		const messages = [...new Set(lost.map(({ message }) => withoutFullStop(message)))].join('; ');
		const { many, list, gone } = this.asked.kind;
		return {
			message: `${many.charAt(0).toUpperCase()}${many.slice(1)} may be lost because an earlier try failed: ${messages}.`,
			description: `Any ${list} that were in the failed answers ${gone}`,
			details: { lostAnswers: lost },
		};
	}
}

function nameSome(ids: string[]): string {
	const more = ids.length - MOST_IDS_NAMED;
	return ids.slice(0, MOST_IDS_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
