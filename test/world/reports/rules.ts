import type { IDataObject } from 'n8n-workflow';

import { textOf, type NodeOutcome } from '../sending/n8n';
import { SECRET, type Exchange } from '../sending/network';
import { patience, pauses, silence, violations, type Broken, type Violation } from '../world';
import type { LivedExecution, LivedLife } from './life';
import type { HandedOut } from './service';

const LONGEST_INTERVAL_MS = 10_000;
const MOST_CALLS = 100;

/** The invariants. */
export function violationsOf(lived: LivedLife): Violation[] {
	return lived.executions.flatMap((execution) => {
		const { id, exchanges, endedAt, outcomes } = execution;
		const rules = {
			'comes out': [comesOut(lived, execution)],
			'in order': [inOrder(lived, execution)],
			'names losses': [namesLosses(lived, execution)],
			'kept raw': [keptRaw(lived, execution)],
			complete: [complete(lived, execution)],
			bounded: [bounded(lived, execution), patience(exchanges, endedAt)],
			silence: [silence(outcomes.map(textOf), [SECRET])],
		};
		return violations(rules, `execution ${id}: `);
	});
}

/** Every report that arrives comes out in the run of the node that has asked for it, as often as it was handed out. */
function* comesOut({ service }: LivedLife, execution: LivedExecution): Broken {
	for (const [round, outcome] of execution.outcomes.entries()) {
		const items = fetchedIn(outcome);
		const came = execution.exchanges
			.filter(({ at }) => roundAt(execution, at) === round)
			.flatMap((exchange) => deliveredIn(service, exchange));
		for (const same of Map.groupBy(came, ({ entry }) => JSON.stringify(entry)).values()) {
			const out = items.filter((json) => isOf(json, same[0]!)).length;
			if (out < same.length) yield ['it came, but does not come out', describe(same[0]!)];
		}
	}
	const items = execution.finished.flatMap(fetchedIn);
	const handed = execution.exchanges.flatMap((exchange) => handedIn(service, exchange));
	for (const same of Map.groupBy(handed, ({ entry }) => JSON.stringify(entry)).values())
		if (items.filter((json) => isOf(json, same[0]!)).length > same.length)
			yield ['comes out more often than it was handed out', describe(same[0]!)];
	if (items.length > handed.length) yield ['more comes out than was handed out', `${items.length} items`];
	// What is no report comes out whole
	const odd = handed.filter(({ waiting }) => waiting.odd !== undefined).length;
	const whole = items.filter(({ report, received }) => (report ?? received) !== undefined).length;
	if (execution.question.simplify ? whole > odd : whole < items.length)
		yield ['Simplify is not obeyed', `${whole} of ${items.length} are whole`];
}

/** An answer that is cut off may have only the first of equal entries. */
export function deliveredIn(service: LivedLife['service'], exchange: Exchange): HandedOut[] {
	const delivered = handedIn(service, exchange).filter((handed) => isDelivered(exchange, handed));
	const copies = Map.groupBy(delivered, ({ entry }) => JSON.stringify(entry));
	return [...copies].flatMap(([text, same]) => same.slice(0, exchange.text!.split(text).length - 1));
}

/** What is missing stands behind all that was fetched: n8n would drop what follows an error. */
function* inOrder({ life }: LivedLife, execution: LivedExecution): Broken {
	for (const outcome of execution.finished) {
		if ('error' in outcome) continue;
		const places = outcome.items.map(({ json }) => json.error !== undefined || json.shortfall !== undefined);
		const first = places.indexOf(true);
		if (first !== -1 && places.lastIndexOf(false) > first)
			yield ['an item stands behind what is missing', `place ${first}`];
		const named = places.filter(Boolean).length;
		const isStop = life.onError === 'stopWorkflow';
		if (isStop && (named > 1 || isErrorItem(outcome)))
			yield ['not one item that names what is missing', `${named} items`];
		const shortfall = outcome.items.at(-1)?.json.shortfall;
		if (shortfall !== undefined && !outcome.hints.includes(`SMS Messaging 'SMS Messaging': ${shortfall}`))
			yield ['what is missing is not in the log', String(shortfall)];
	}
}

/** What was handed out but did not arrive is named as lost, at the latest by the first try after it that is no error. */
function* namesLosses({ life, service }: LivedLife, execution: LivedExecution): Broken {
	// If nothing was asked for, the next Retry names it
	if (!isInView(execution) || isFaulty(execution)) return;
	for (const [round, outcome] of execution.outcomes.entries()) {
		const exchanges = execution.exchanges.filter(({ at }) => roundAt(execution, at) === round);
		const isSound = exchanges.every(({ fault }) => fault === undefined);
		if (round > 0 && isSound && textOf(outcome).includes('an earlier try failed'))
			yield ['named again in a round after it was told', `round ${round}`];
	}
	const way = wayTo(execution);
	for (const one of way.filter(isInView))
		for (const exchange of one.exchanges)
			for (const handed of handedIn(service, exchange).filter((each) => !isDelivered(exchange, each))) {
				const outcome = outcomeOf(way, one, exchange);
				const said = outcome === undefined ? '' : textOf(outcome);
				if (outcome === undefined || !(namesLoss(said) || holdsText(said, JSON.stringify(handed.entry))))
					yield ['lost without a word', describe(handed)];
				else if (life.onError !== 'stopWorkflow' && !isError(outcome))
					yield ['lost without an error item', describe(handed)];
				else if (!isError(outcome) && !isShort(outcome)) yield ['lost without an item', describe(handed)];
			}
}

/** The error or item that names a loss has the text of each answer that cannot be read. */
function* keptRaw({ service }: LivedLife, execution: LivedExecution): Broken {
	if (!isInView(execution) || isFaulty(execution)) return;
	const way = wayTo(execution);
	for (const one of way.filter(isInView))
		for (const exchange of one.exchanges) {
			const { text = '' } = exchange;
			const handed = handedIn(service, exchange);
			const isRead = handed.some((each) => isDelivered(exchange, each));
			if (!isWell(exchange) || text === '' || text.includes(SECRET) || handed.length === 0 || isRead) continue;
			const outcome = outcomeOf(way, one, exchange);
			if (outcome === undefined) continue;
			if (!holdsText(textOf(outcome), text)) yield ['an unreadable answer is not in the output', text];
		}
}

const isErrorItem = (outcome: NodeOutcome) =>
	'items' in outcome && outcome.items.some(({ json }) => json.error !== undefined);

const isError = (outcome: NodeOutcome) => 'error' in outcome || isErrorItem(outcome);

/** Whether an item names what is missing, and n8n takes the run as a success. */
const isShort = (outcome: NodeOutcome) =>
	'items' in outcome && outcome.items.some(({ json }) => json.shortfall !== undefined);

function handedIn(service: LivedLife['service'], { answer }: Exchange): HandedOut[] {
	return answer === undefined ? [] : service.handedOut.filter((handed) => handed.answer === answer);
}

/** Which run of the node was under way. */
function roundAt({ outcomesAt }: LivedExecution, at: number): number {
	return outcomesAt.findIndex((outcomeAt) => at < outcomeAt);
}

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
	const later = [
		one.outcomes[roundAt(one, at)],
		...way.slice(way.indexOf(one) + 1).map(({ finished, outcomes }) => finished[0] ?? outcomes[0]),
	];
	const first = later.findIndex((outcome) => outcome !== undefined && !('error' in outcome));
	return later[first] ?? later.at(-1);
}

/** Reports only: no errors, and neither what is missing, nor IDs without a report, nor what an agent is told besides. */
function fetchedIn(outcome: NodeOutcome): IDataObject[] {
	if ('error' in outcome) return [];
	return outcome.items
		.map(({ json }) => json)
		.filter(
			({ error, shortfall, reportAvailable, note }) => (error ?? shortfall ?? reportAvailable ?? note) === undefined,
		);
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
		json.from === (report.from ?? report.sender) &&
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
function* complete({ service, life }: LivedLife, execution: LivedExecution): Broken {
	if (execution.ended === 'stuck') yield ['does not end', 'nothing happens any more, or not within a day'];
	const isSound = execution.exchanges.length > 0 && execution.exchanges.every(({ fault }) => fault === undefined);
	const last = execution.outcomes.at(-1);
	if (isSound && last !== undefined && 'error' in last && !isFaulty(execution))
		yield ['it fails, though every answer is sound', last.error.message];
	const { returnAll, missingReports } = execution.question;
	// Received messages have none
	const filters = life.nature.received === undefined ? execution.question.filters : [];
	for (const [round, outcome] of execution.outcomes.entries()) {
		if ('error' in outcome) continue;
		const rows = execution.rounds[round]!;
		for (const { json, pairedItem } of outcome.items) {
			const places = [pairedItem].flat() as Array<{ item: number }>;
			if (places.length === 0 || places.some(({ item }) => rows[item] === undefined))
				yield ['an item without its place', JSON.stringify(pairedItem)];
			const askers = filters.includes('messageId')
				? [...rows.keys()].filter((item) => rows[item]!.messageId.split(',').includes(String(json.messageId)))
				: [];
			if (askers.length > 0 && JSON.stringify(places.map(({ item }) => item)) !== JSON.stringify(askers))
				yield ['paired with others than those that asked', `${json.messageId}: ${JSON.stringify(pairedItem)}`];
		}
		if (isError(outcome) || rows.some(({ messageId }) => messageId === '')) continue;
		const text = textOf(outcome);
		for (const id of filters.includes('messageId') ? rows.flatMap(({ messageId }) => messageId.split(',')) : []) {
			const isAnswered = outcome.items.some(({ json }) => json.messageId === id);
			if (
				!isAnswered &&
				!(isShort(outcome) && text.includes(`"${id}"`)) &&
				(missingReports === 'items' || !text.includes('No reports for the message IDs'))
			)
				yield ['an ID without an answer', id];
		}
		const isLast = round === execution.outcomes.length - 1 && execution.ended === 'success';
		// Nothing new came, and the node says only that
		const isRepeating =
			new Set(service.handedOut.map(({ entry }) => JSON.stringify(entry))).size < service.handedOut.length ||
			life.faults.some((fault) => fault?.acts === 'none');
		if (returnAll && filters.length === 0 && isLast && outcome.hints.length === 0 && !isRepeating) {
			const left = service.leftAt.get(execution.exchanges.at(-1)?.answer ?? -1) ?? 0;
			if (left > 0) yield ['complete, but the service has more', `${left} of them`];
		}
	}
}

/** Time and calls stay within the options. */
function* bounded({ life: { tries, rounds } }: LivedLife, execution: LivedExecution): Broken {
	const runs = rounds.length * tries;
	const calls = execution.exchanges.length;
	const refused = execution.exchanges.filter(({ ended }) => ended === '429').length;
	const allowed =
		runs * (3000 + 1000 * execution.question.patience) + (refused === 0 ? 0 : calls * LONGEST_INTERVAL_MS);
	const questions = Math.max(...rounds.map((rows) => rows.flatMap(({ messageId }) => messageId.split(',')).length));
	if (calls > runs * questions * MOST_CALLS + refused) yield ['too many calls', `${calls} for ${questions} questions`];
	yield* pauses(execution, allowed);
}
