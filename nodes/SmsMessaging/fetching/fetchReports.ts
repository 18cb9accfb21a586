import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Query } from '../fields/queryParameters';
import type { EntryPresentation } from '../output/presentEntry';
import type { ErrorMode } from '../output/errorItems';
import { keptResults, type KeptResult, type KeptResults, type LostAnswer } from '../kept/keptResults';
import { presentReport } from '../reports/presentReports';
import { MOST_RESULTS, requestReports } from '../service/client';
import type { ServiceFailure } from '../service/failure';
import { PatientReader } from '../service/patientReader';
import { RETRY_TIMES } from '../service/retryTimes';
import { createTransport } from '../service/transport';
import type { JsonObject } from '../service/types';
import { describeReportsFailure, GONE, withoutFullStop } from './describeFailure';
import { drain, entryKey } from './drain';
import { limitHints, limitOf, withLimit, withParameter, type Queries } from './queries';
import { claimKept, missingIds, reportQueries, type AskedId, type ReportQuery } from './reportQueries';
import { RunOutput, type Shortfall } from './runOutput';

export interface ReportOptions {
	patienceMs: number;
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
 * @throws NodeOperationError with mode 'stop', if a query yielded nothing
 */
export async function fetchReports(
	context: IExecuteFunctions,
	mode: ErrorMode,
	queries: Queries<ReportOptions>,
	returnAll: boolean,
	presentation: EntryPresentation,
): Promise<INodeExecutionData[]> {
	return await new ReportFetch(context, mode, queries, returnAll, presentation).run();
}

/** Fetches the reports of one run of the node, query by query. */
class ReportFetch {
	private readonly options: ReportOptions;
	private readonly queries: ReportQuery[];
	private readonly kept: KeptResults;
	private readonly output: RunOutput;
	private readonly call: (query: Query) => ReturnType<typeof requestReports>;
	/** Keys of the reports that were output. */
	private readonly given = new Set<string>();
	private readonly fetched: JsonObject[] = [];
	/** IDs whose query had no report for them. */
	private readonly silent: AskedId[] = [];
	private hasSilentList = false;
	/** Input items that asked for no particular message, and got nothing. */
	private readonly emptyHanded: number[] = [];

	constructor(
		context: IExecuteFunctions,
		private readonly mode: ErrorMode,
		{ queries, faulty, options }: Queries<ReportOptions>,
		private readonly returnAll: boolean,
		private readonly presentation: EntryPresentation,
	) {
		this.options = options;
		this.queries = reportQueries(queries, options.combineIds);
		this.kept = keptResults(context, 'reports');
		this.output = new RunOutput(context, mode, faulty);
		const transport = createTransport(context);
		const reader = new PatientReader(
			{ patienceMs: options.patienceMs, triesIfUnclear: RETRY_TIMES.unclearAnswers.reports, advice: ADVICE },
			context.getExecutionCancelSignal(),
		);
		const limited = (query: Query) => withLimit(query, returnAll ? MOST_RESULTS : limitOf(query));
		this.call = async (query) => await reader.read(async () => await requestReports(transport, limited(query)));
	}

	async run(): Promise<INodeExecutionData[]> {
		this.outputKept();
		const lostBefore = this.kept.lost();
		for (const reportQuery of this.queries) await this.ask(reportQuery);
		// n8n shows nothing of a try that it repeats
		if (lostBefore.length > 0)
			this.output.fallShort(lostInEarlierTries(lostBefore), [this.queries[0]?.itemIndexes[0] ?? 0]);
		this.hintAtSilence();
		this.kept.handOver(this.output.isClean);
		return this.output.items();
	}

	/** Outputs what earlier tries fetched, before anything is asked for, so that an error includes all of it. */
	private outputKept(): void {
		this.addReports(claimKept(this.kept, this.queries), new Map(), []);
		for (const { key, ids, itemIndexes } of this.queries) this.addReports(this.kept.of(key).entries, ids, itemIndexes);
	}

	private async ask(reportQuery: ReportQuery): Promise<void> {
		const { key, ids, itemIndexes } = reportQuery;
		const result = this.kept.of(key);
		// An ID without a report in an earlier try may have one now
		const isFetched = result.isFinished && result.entries.length > 0;
		const failure = isFetched
			? undefined
			: (this.output.obstacle ?? (await ask(reportQuery, result, this.returnAll, this.call)));
		this.addReports(result.entries, ids, itemIndexes);
		if (failure === undefined) this.takeResult(reportQuery, result);
		else this.takeFailure(reportQuery, result, failure);
	}

	private takeResult({ ids, itemIndexes, query }: ReportQuery, result: KeptResult): void {
		const { entries, isFinished } = result;
		this.silent.push(...missingIds(ids, result).map((id): AskedId => [id, ids.get(id) ?? itemIndexes]));
		if (ids.size === 0 && isFinished && entries.length === 0) this.emptyHanded.push(...itemIndexes);
		this.hasSilentList ||= ids.size > 1 && entries.length === 0;
		if (!this.returnAll && ids.size === 0)
			for (const hint of limitHints(query, entries.length, 'reports')) this.output.hint(hint, 'info', itemIndexes);
		if (!isFinished) this.output.fallShort(unfinished(result), itemIndexes);
	}

	private takeFailure({ ids, itemIndexes }: ReportQuery, result: KeptResult, failure: ServiceFailure): void {
		const lostOtherwise = this.kept.lost();
		if (failure.kind === 'unclear')
			(result.lost ??= []).push({
				message: failure.message,
				...(failure.answer !== undefined && { answer: failure.answer }),
			});
		const missing = missingIds(ids, result);
		const isPart = result.entries.length > 0;
		const description = describeReportsFailure(failure, 'Run again later.', this.mode !== 'stop' || !isPart);
		const details = ids.size === 0 ? {} : { messageIds: missing };
		if (isPart)
			this.output.fallShort({ failure, message: partly(failure, result, missing), description, details }, itemIndexes);
		else
			this.output.fail(
				failure,
				description,
				itemIndexes,
				details,
				withError(this.fetched, lostOtherwise, this.presentation),
			);
	}

	private hintAtSilence(): void {
		if (this.emptyHanded.length > 0)
			this.output.hint(
				"No new delivery reports, so nothing comes out. Each report is handed out only once; one with a Notify URL is pushed there instead. To continue even then, turn on 'Always Output Data' in the node's settings.",
				'info',
				this.emptyHanded,
			);
		nameSilent(this.output, this.silent, this.options.missingReports);
		if (this.hasSilentList)
			this.output.hint(
				'The service returned nothing for a list of message IDs. If it takes only one ID per call, turn off Combine IDs.',
				'info',
				[],
			);
	}

	/** Each report once, for the items that asked for its ID. */
	private addReports(entries: JsonObject[], ids: ReportQuery['ids'], itemIndexes: number[]): void {
		for (const entry of entries) {
			const key = entryKey(entry);
			if (this.given.has(key)) continue;
			this.given.add(key);
			this.fetched.push(entry);
			this.output.add(presentReport(entry, this.presentation), ids.get(String(entry.messageId)) ?? itemIndexes);
		}
	}
}

/** @returns why not everything was fetched; what was fetched is in `result` */
async function ask(
	{ query, ids }: ReportQuery,
	result: KeptResult,
	returnAll: boolean,
	call: (query: Query) => ReturnType<typeof requestReports>,
): Promise<ServiceFailure | undefined> {
	const missing = () => missingIds(ids, result);
	// One ID has one report. For several IDs a service may return only some, and for all reports at most the limit
	const mostCalls = ids.size > 1 ? Math.max(MOST_CALLS, ids.size) : ids.size === 0 && returnAll ? MOST_CALLS : 1;
	const mayGoOn = (calls: number) => calls < mostCalls && (ids.size === 0 || missing().length > 0);
	const next = () => (ids.size === 0 ? query : withParameter(query, 'messageId', missing().join(',')));
	const { failure, isEmptied } = await drain(async () => await call(next()), mayGoOn, result.entries);
	if (failure === undefined) result.isFinished = isEmptied || !(ids.size === 0 && returnAll);
	return failure;
}

/** The maximum number of calls was reached before the reports ended. */
function unfinished({ entries }: KeptResult): Shortfall {
	return {
		message: `There may be more reports: ${MOST_CALLS} calls returned ${entries.length}.`,
		description: 'Run again to fetch the rest.',
		details: {},
	};
}

/** Some reports came, then a call failed. */
function partly({ message }: ServiceFailure, { entries }: KeptResult, missing: string[]): string {
	const asked = missing.length === 0 ? '' : ` Not fetched: reports for the message IDs ${nameSome(missing)}.`;
	return `Not all reports were fetched: ${withoutFullStop(message)}. The ${entries.length} fetched before that are in the output.${asked}`;
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

/** What an error says about reports that came for other queries, and about lost answers. */
function withError(fetched: JsonObject[], lost: LostAnswer[], presentation: EntryPresentation) {
	const come = ` Reports fetched before that (${fetched.length}) are in the details under reports; Retry outputs them too.`;
	const gone = ` Earlier failed answers (${lost.length}) are in the details under lostAnswers; any reports that the service had handed out with them ${GONE}`;
	return {
		text: (fetched.length === 0 ? '' : come) + (lost.length === 0 ? '' : gone),
		data: {
			...(fetched.length > 0 && { reports: fetched.map((entry) => presentReport(entry, presentation)) }),
			...(lost.length > 0 && { lostAnswers: lost }),
		},
	};
}

/** A message ID without a report must not look like one that nobody asked for. */
function nameSilent(output: RunOutput, silent: AskedId[], missingReports: ReportOptions['missingReports']): void {
	if (missingReports === 'items') {
		for (const [messageId, itemIndexes] of silent) output.add({ messageId, reportAvailable: false }, itemIndexes);
	} else if (silent.length > 0) {
		const names = nameSome(silent.map(([id]) => id));
		output.hint(
			`No reports for the message IDs ${names}. They may come later, or were fetched before: each can be fetched only once.`,
			'warning',
			[],
		);
	}
}

function nameSome(ids: string[]): string {
	const more = ids.length - MOST_IDS_NAMED;
	return ids.slice(0, MOST_IDS_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
