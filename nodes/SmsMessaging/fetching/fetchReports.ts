import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Query } from '../fields/queryParameters';
import type { EntryPresentation } from '../output/presentEntry';
import type { ErrorMode } from '../output/errorItems';
import { keptResults, type KeptResult, type KeptResults, type LostAnswer } from '../kept/keptResults';
import { presentReport } from '../reports/presentReports';
import { DEFAULT_RESULTS, getReports, MOST_RESULTS } from '../service/client';
import type { ServiceFailure } from '../service/failure';
import { idLists } from '../service/idLists';
import { groupByKeys } from '../service/matching';
import { createTransport } from '../service/transport';
import type { JsonObject } from '../service/types';
import { Answers, type Shortfall } from './answers';
import { describeReportsFailure, GONE } from './describeFailure';
import { drain, entryKey } from './drain';
import { PatientReader } from './patientReader';
import { withParameter, type AskingItem, type Questions } from './questions';

export interface ReportOptions {
	patienceMs: number;
	/** Whether one call asks for many message IDs. */
	combineIds: boolean;
	/** How message IDs without a report are output. */
	missingReports: 'named' | 'items';
}

/** What one or more calls ask for. */
interface ReportQuestion {
	/** The key that its reports are kept under. */
	key: string;
	/** Everything except message IDs. */
	query: Query;
	/** The items that ask for each message ID; if empty, all reports are asked for. */
	ids: Map<string, number[]>;
	/** All items that ask. */
	itemIndexes: number[];
}

/** A message ID and the items that ask for it. */
type AskedId = [id: string, itemIndexes: number[]];

const MOST_CALLS = 100;
const MOST_IDS_NAMED = 20;
const ADVICE = 'reports not fetched yet are still available.';

/**
 * Fetches delivery reports for the input items, one output item per report. The service hands out each report only once,
 * so whatever was fetched is output no matter what happens later, or is kept with the execution for Retry.
 * @throws NodeOperationError with mode 'stop', if a question yielded nothing
 */
export async function fetchReports(
	context: IExecuteFunctions,
	mode: ErrorMode,
	{ asking, faulty, options }: Questions<ReportOptions>,
	returnAll: boolean,
	presentation: EntryPresentation,
): Promise<INodeExecutionData[]> {
	const transport = createTransport(context);
	const reader = new PatientReader(
		{ patienceMs: options.patienceMs, triesIfUnclear: 1, advice: ADVICE },
		context.getExecutionCancelSignal(),
	);
	const call = async (query: Query) =>
		await reader.read(
			async () => await getReports(transport, returnAll ? withParameter(query, 'limit', String(MOST_RESULTS)) : query),
		);
	const kept = keptResults(context, 'reports');
	const answers = new Answers(context, mode, faulty);
	const given = new Set<string>();
	const fetched: JsonObject[] = [];
	const silent: AskedId[] = [];
	/** IDs whose report came with the answer for another ID. */
	const strays = new Set<string>();
	let hasUnansweredList = false;

	const questions = questionsOf(asking, options.combineIds);
	const askers = askersOf(questions);
	const giveOut = (entries: JsonObject[], ids: ReportQuestion['ids'], itemIndexes: number[]) => {
		for (const entry of entries) {
			const key = entryKey(entry);
			if (given.has(key)) continue;
			given.add(key);
			fetched.push(entry);
			const id = String(entry.messageId);
			if (!ids.has(id)) strays.add(id);
			answers.add(presentReport(entry, presentation), ids.get(id) ?? askers.get(id) ?? itemIndexes);
		}
	};
	giveOut(claimKept(kept, questions), new Map(), []);
	// Before anything is asked for, so that an error includes all of it
	for (const { key, ids, itemIndexes } of questions) giveOut(kept.of(key).entries, ids, itemIndexes);
	const lostBefore = kept.lost();
	for (const question of questions) {
		const { key, ids, itemIndexes, query } = question;
		const result = kept.of(key);
		// An ID without a report in an earlier try may have one now
		const isAnswered = result.isFinished && result.entries.length > 0;
		const failure = isAnswered ? undefined : (answers.obstacle ?? (await ask(question, result, returnAll, call)));
		giveOut(result.entries, ids, itemIndexes);
		const lostOtherwise = kept.lost();
		if (failure?.kind === 'unclear')
			(result.lost ??= []).push({
				message: failure.message,
				...(failure.answer !== undefined && { answer: failure.answer }),
			});
		const missing = missingIds(ids, result);
		if (failure === undefined) {
			silent.push(...missing.map((id): AskedId => [id, ids.get(id) ?? itemIndexes]));
			hasUnansweredList ||= ids.size > 1 && result.entries.length === 0;
			const isFull =
				!returnAll && ids.size === 0 && result.entries.length >= Number(new Map(query).get('limit') ?? DEFAULT_RESULTS);
			if (isFull)
				answers.remark(
					`The service returned ${result.entries.length} reports, the most that Limit allows; there may be more. Return All fetches all of them.`,
					'info',
					itemIndexes,
				);
			if (!result.isFinished) answers.fallShort(unfinished(result), itemIndexes);
			continue;
		}
		const isPart = result.entries.length > 0;
		const description = describeReportsFailure(failure, 'Run again later.', mode !== 'stop' || !isPart);
		const details = ids.size === 0 ? {} : { messageIds: missing };
		if (isPart)
			answers.fallShort({ failure, message: partly(failure, result, missing), description, details }, itemIndexes);
		else answers.fail(failure, description, itemIndexes, details, withError(fetched, lostOtherwise, presentation));
	}
	// n8n shows nothing of a try after which it runs the node again
	if (lostBefore.length > 0) answers.fallShort(lostInEarlierTries(lostBefore), [asking[0]?.itemIndex ?? 0]);
	answerForSilent(
		answers,
		silent.filter(([id]) => !strays.has(id)),
		options.missingReports,
	);
	if (hasUnansweredList)
		answers.remark(
			'The service returned nothing for a list of message IDs. If it takes only one ID per call, turn off Combine IDs.',
			'info',
			[],
		);
	kept.handOver(answers.isClean);
	return answers.items();
}

/** One question per message ID; with `combineIds` one for as many IDs as a call can name. Without IDs, one per query. */
function questionsOf(asking: AskingItem[], combineIds: boolean): ReportQuestion[] {
	const withoutIds = asking.map(({ itemIndex, query }) => {
		const list = query.find(([name]) => name === 'messageId')?.[1];
		return { itemIndex, query: withParameter(query, 'messageId'), ids: list?.split(',') ?? [] };
	});
	return [...groupByKeys(withoutIds, ({ query }) => [JSON.stringify(query)]).values()].flatMap(
		(items): ReportQuestion[] => {
			const { query } = items[0]!;
			const open = indexesOf(items.filter(({ ids }) => ids.length === 0));
			const byId = groupByKeys(items, ({ ids }) => [...new Set(ids)]);
			const asked = [...byId].map(([id, askers]): AskedId => [id, indexesOf(askers)]);
			const lists = combineIds ? idLists(asked, ([id]) => id) : asked.map((one) => [one]);
			return [
				...(open.length === 0 ? [] : [questionOf(query, [], open)]),
				...lists.map((list) =>
					questionOf(
						query,
						list,
						list.flatMap(([, askers]) => askers),
					),
				),
			];
		},
	);
}

function questionOf(query: Query, asked: AskedId[], itemIndexes: number[]): ReportQuestion {
	const ids = new Map(asked);
	return { key: JSON.stringify([query, ...ids.keys()]), query, ids, itemIndexes: [...new Set(itemIndexes)] };
}

/**
 * The node may have been changed before Retry, and now ask other questions. Each of these takes the kept reports of its
 * message IDs.
 * @returns the remaining reports, which nobody asks for any more
 */
function claimKept(kept: KeptResults, questions: ReportQuestion[]): JsonObject[] {
	const unclaimed = kept.of('unclaimed');
	const claims = new Map(questions.flatMap(({ key, ids }) => [...ids.keys()].map((id) => [id, key])));
	for (const { entries, lost = [] } of kept.takeOthers(['unclaimed', ...questions.map(({ key }) => key)])) {
		for (const entry of entries) {
			const key = claims.get(String(entry.messageId));
			(key === undefined ? unclaimed : kept.of(key)).entries.push(entry);
		}
		(unclaimed.lost ??= []).push(...lost);
	}
	return unclaimed.entries;
}

/** The items that ask for each message ID, across all questions. */
function askersOf(questions: ReportQuestion[]): Map<string, number[]> {
	const asked = groupByKeys(
		questions.flatMap(({ ids }) => [...ids]),
		([id]) => [id],
	);
	return new Map([...asked].map(([id, each]) => [id, [...new Set(each.flatMap(([, itemIndexes]) => itemIndexes))]]));
}

function indexesOf(items: Array<{ itemIndex: number }>): number[] {
	return items.map(({ itemIndex }) => itemIndex);
}

/** @returns why not everything was fetched; what was fetched is in `result` */
async function ask(
	{ query, ids }: ReportQuestion,
	result: KeptResult,
	returnAll: boolean,
	call: (query: Query) => ReturnType<typeof getReports>,
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

/** Message IDs without a report so far. */
function missingIds(ids: ReportQuestion['ids'], { entries }: KeptResult): string[] {
	const reported = new Set(entries.map(({ messageId }) => String(messageId)));
	return [...ids.keys()].filter((id) => !reported.has(id));
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
	return `Not all reports were fetched: ${message}. The ${entries.length} fetched before that are in the output.${asked}`;
}

/** Answers lost in earlier tries may have contained reports. */
function lostInEarlierTries(lost: LostAnswer[]): Shortfall {
	const messages = [...new Set(lost.map(({ message }) => message))].join('; ');
	return {
		message: `Reports may be lost because an earlier try failed: ${messages}.`,
		description: `Any reports that the service had already handed out then ${GONE}`,
		details: { lostAnswers: lost },
	};
}

/** What an error says about reports that came for other questions, and about lost answers. */
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
function answerForSilent(answers: Answers, silent: AskedId[], missingReports: ReportOptions['missingReports']): void {
	if (missingReports === 'items') {
		for (const [messageId, itemIndexes] of silent) answers.add({ messageId, reportAvailable: false }, itemIndexes);
	} else if (silent.length > 0) {
		const names = nameSome(silent.map(([id]) => id));
		answers.remark(
			`No reports for the message IDs ${names}. They may come later, or were fetched before: each is handed out only once.`,
			'warning',
			[],
		);
	}
}

function nameSome(ids: string[]): string {
	const more = ids.length - MOST_IDS_NAMED;
	return ids.slice(0, MOST_IDS_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
