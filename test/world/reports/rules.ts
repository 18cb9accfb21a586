import type { IDataObject } from 'n8n-workflow';

import { textOf, type NodeOutcome } from '../sending/n8n';
import { SECRET } from '../sending/network';
import type { Exchange } from '../sending/network';
import { collected, patience, silence, type Violation } from '../world';
import type { LivedExecution, LivedLife } from './life';
import type { HandedOut } from './service';

const LONGEST_INTERVAL_MS = 10_000;
const MOST_CALLS = 100;

/** The invariants. */
export function violationsOf(lived: LivedLife): Violation[] {
	return lived.executions.flatMap((execution) => [
		...readOnce(lived, execution),
		...keptRaw(lived, execution),
		...complete(lived, execution),
		...bounded(lived, execution),
		...patience(execution.exchanges, execution.endedAt),
		...silence(execution.outcomes.map(textOf), [SECRET]),
	]);
}

/** Every report that the service handed out is output once across an execution and its Retries, or is named as lost. */
function readOnce({ life, service }: LivedLife, execution: LivedExecution): Violation[] {
	if (!isInView(execution)) return [];
	// Nothing was asked for, and its error covers what an earlier execution fetched or lost
	if (isFaulty(execution)) return [];
	const { all, add } = collected('read once', `execution ${execution.id}: `);
	const way = wayTo(execution);
	const items = way.flatMap(({ finished }) => finished.flatMap(itemsOf));
	const shown = [...items, ...reportsOfError(execution)];
	const answers = new Map(
		way.flatMap((one) =>
			one.exchanges.flatMap((exchange) =>
				exchange.answer === undefined ? [] : [[exchange.answer, { one, exchange }] as const],
			),
		),
	);
	for (const handed of service.handedOut) {
		const asked = answers.get(handed.answer);
		if (asked === undefined || !isInView(asked.one)) continue;
		if (shown.some((json) => isOf(json, handed))) continue;
		const outcome = outcomeOf(way, asked.one, asked.exchange);
		const said = outcome === undefined ? '' : textOf(outcome);
		if (holdsText(said, JSON.stringify(handed.entry))) continue;
		if (isDelivered(asked.exchange, handed)) add('it came, but does not come out', describe(handed));
		else if (!namesLoss(said)) add('lost without a word', describe(handed));
		else if (life.onError !== 'stopWorkflow' && !isError(outcome!)) add('lost without an error item', describe(handed));
	}
	for (const same of Map.groupBy(service.handedOut, ({ entry }) => JSON.stringify(entry)).values()) {
		const out = items.filter((json) => isOf(json, same[0]!)).length;
		if (out > same.length) add('comes out more often than it was handed out', describe(same[0]!));
	}
	return all;
}

/** An error has the text of each answer that cannot be read. */
function keptRaw({ service }: LivedLife, execution: LivedExecution): Violation[] {
	const { all, add } = collected('kept raw', `execution ${execution.id}: `);
	if (!isInView(execution) || isFaulty(execution)) return [];
	const way = wayTo(execution);
	for (const one of way.filter(isInView))
		for (const exchange of one.exchanges) {
			const { text = '' } = exchange;
			const handed = service.handedOut.filter(({ answer }) => answer === exchange.answer);
			const isRead = handed.some((each) => isDelivered(exchange, each));
			if (!isWell(exchange) || text === '' || text.includes(SECRET) || handed.length === 0 || isRead) continue;
			const outcome = outcomeOf(way, one, exchange);
			if (outcome === undefined || !isError(outcome)) continue;
			if (!holdsText(textOf(outcome), text)) add('an unreadable answer is not in the error', text);
		}
	return all;
}

const isError = (outcome: NodeOutcome) =>
	'error' in outcome || outcome.items.some(({ json }) => json.error !== undefined);

/** After a crash or Stop nobody sees what the node has output (docs/operations/get-reports.md). */
function isInView({ ended }: LivedExecution): boolean {
	return ended === 'success' || ended === 'error';
}

/** The execution, preceded by those that it continues. */
function wayTo(execution: LivedExecution): LivedExecution[] {
	return [...(execution.goesOnWith === undefined ? [] : wayTo(execution.goesOnWith)), execution];
}

/** The output of the node's run that made this request, or of the latest try of it. */
function outcomeOf(way: LivedExecution[], one: LivedExecution, { at }: Exchange): NodeOutcome | undefined {
	const index = one.outcomesAt.findIndex((outcomeAt) => at < outcomeAt);
	const later = [
		one.outcomes[index],
		...way.slice(way.indexOf(one) + 1).map(({ finished, outcomes }) => finished[0] ?? outcomes[0]),
	];
	const first = later.findIndex((outcome) => outcome !== undefined && !('error' in outcome));
	return later[first] ?? later.at(-1);
}

function itemsOf(outcome: NodeOutcome): IDataObject[] {
	return 'items' in outcome ? outcome.items.map(({ json }) => json).filter(({ error }) => error === undefined) : [];
}

function reportsOfError({ outcomes }: LivedExecution): IDataObject[] {
	const last = outcomes.at(-1);
	return last !== undefined && 'error' in last
		? ((last.error.context?.data?.reports ?? last.error.context?.data?.messages ?? []) as IDataObject[])
		: [];
}

/** Whether its last run could not read what to ask for. */
function isFaulty({ outcomes }: LivedExecution): boolean {
	const last = outcomes.at(-1);
	return last !== undefined && 'error' in last && last.error.context?.data?.faultyItems !== undefined;
}

/** Whether the whole entry arrived, in an answer that says it is well. What is not an object counts only if the answer is whole. */
export function isDelivered(exchange: Exchange, { entry }: HandedOut): boolean {
	const { text = '', fault } = exchange;
	const isCut = fault?.answer.kind === 'status' && fault.answer.body === 'cut';
	return isWell(exchange) && text.includes(JSON.stringify(entry)) && (typeof entry === 'object' || !isCut);
}

const isWell = ({ ended = '' }: Exchange) => /^2\d\d$/.test(ended);

/** Whether an item belongs to an entry. */
export function isOf(json: IDataObject, { entry, waiting }: HandedOut): boolean {
	if (waiting.odd !== undefined)
		return JSON.stringify(json.report ?? json.received ?? '').includes(JSON.stringify(entry));
	const report = entry as IDataObject & { status?: IDataObject };
	const at = report.status === undefined ? 'receivedAt' : 'doneAt';
	return (
		json.messageId === String(report.messageId) &&
		json.bulkId === report.bulkId &&
		json.text === report.text &&
		json.status === report.status?.name &&
		json.from === report.from &&
		json.callbackData === report.callbackData &&
		Date.parse(String(json[at])) === Date.parse(String(report[at]).replace('+0000', 'Z'))
	);
}

/** Whether a text says that reports of an answer are gone. */
export function namesLoss(text: string): boolean {
	return text.includes('cannot be fetched again');
}

/** Whether a text contains something that the service has sent, as received. */
function holdsText(text: string, received: string): boolean {
	const plain = (words: string) => words.replaceAll('\\', '');
	return plain(text).includes(plain(received));
}

export const describe = ({ entry, at }: HandedOut) => `${JSON.stringify(entry)} of ${Math.round(at)} ms`;

/** Every item has a result, every ID asked for has an answer, and anything called complete is complete. */
function complete({ service, life }: LivedLife, execution: LivedExecution): Violation[] {
	const { all, add } = collected('complete', `execution ${execution.id}: `);
	if (execution.ended === 'stuck') add('does not end', 'nothing happens any more, or not within a day');
	const isSound = execution.exchanges.length > 0 && execution.exchanges.every(({ fault }) => fault === undefined);
	const last = execution.outcomes.at(-1);
	if (isSound && last !== undefined && 'error' in last && !isFaulty(execution))
		add('it fails, though every answer is sound', last.error.message);
	const { returnAll, missingReports } = execution.question;
	// Received messages have none
	const filters = life.nature.received === undefined ? execution.question.filters : [];
	execution.outcomes.forEach((outcome, round) => {
		if ('error' in outcome) return;
		const rows = execution.rounds[round]!;
		for (const { pairedItem } of outcome.items) {
			const places = [pairedItem].flat() as Array<{ item: number }>;
			if (places.length === 0 || places.some(({ item }) => rows[item] === undefined))
				add('an item without its place', JSON.stringify(pairedItem));
		}
		if (isError(outcome) || rows.some(({ messageId }) => messageId === '')) return;
		const text = textOf(outcome);
		for (const id of filters.includes('messageId') ? rows.flatMap(({ messageId }) => messageId.split(',')) : []) {
			const isAnswered = outcome.items.some(({ json }) => json.messageId === id);
			if (
				!isAnswered &&
				!text.includes(`for the message ID ${id}`) &&
				(missingReports === 'items' || !text.includes('No reports for the message IDs'))
			)
				add('an ID without an answer', id);
		}
		const isLast = round === execution.outcomes.length - 1 && execution.ended === 'success';
		// Nothing new came, and the node says only that
		const isRepeating =
			new Set(service.handedOut.map(({ entry }) => JSON.stringify(entry))).size < service.handedOut.length ||
			life.faults.some((fault) => fault?.acts === 'none');
		if (returnAll && filters.length === 0 && isLast && outcome.hints.length === 0 && !isRepeating) {
			const left = service.leftAt.get(execution.exchanges.at(-1)?.answer ?? -1) ?? 0;
			if (left > 0) add('complete, but the service has more', `${left} of them`);
		}
	});
	return all;
}

/** Time and calls stay within the options. */
function bounded({ life: { tries, rounds } }: LivedLife, execution: LivedExecution): Violation[] {
	const { all, add } = collected('bounded', `execution ${execution.id}: `);
	const answering = execution.exchanges.reduce((sum, { at, endedAt = execution.endedAt }) => sum + endedAt - at, 0);
	const runs = rounds.length * tries;
	const waits = execution.endedAt - execution.beganAt - answering;
	const calls = execution.exchanges.length;
	const refused = execution.exchanges.filter(({ ended }) => ended === '429').length;
	const allowed =
		runs * (3000 + 1000 * execution.question.patience) + (refused === 0 ? 0 : calls * LONGEST_INTERVAL_MS);
	if (execution.ended !== 'crashed' && waits > allowed)
		add('it waits too long', `${waits} ms between calls, where ${allowed} are allowed`);
	const questions = Math.max(...rounds.map((rows) => rows.flatMap(({ messageId }) => messageId.split(',')).length));
	if (calls > runs * questions * MOST_CALLS + refused) add('too many calls', `${calls} for ${questions} questions`);
	return all;
}
