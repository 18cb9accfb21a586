import type { IDataObject } from 'n8n-workflow';

import { describe, isDelivered, isOf, namesLoss } from '../reports/rules';
import type { HandedOut } from '../reports/service';
import { SECRET } from '../sending/network';
import type { Exchange } from '../sending/network';
import { collected, silence, type Violation } from '../world';
import { STATUS_GROUPS, type LivedLife } from './life';
import type { Poll } from './n8n';

const LONGEST_ANSWER_MS = 60_000;
const LONGEST_PAUSE_MS = 30 * 60_000;
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000;

/** The invariants. */
export function violationsOf(lived: LivedLife): Violation[] {
	return [...readOnce(lived), ...bounded(lived), ...goesOn(lived), ...silence(textsOf(lived.n8n), [SECRET])];
}

/** Each report handed out starts a run, is filtered out, or is named as lost. */
function readOnce({ life, service, n8n, exchanges }: LivedLife): Violation[] {
	const { all, add } = collected('read once');
	const items = n8n.polls
		.flatMap(({ started = [] }) => started)
		.flatMap((json) =>
			life.choice.output === 'notification' ? ((json.reports ?? json.messages) as IDataObject[]) : [json],
		);
	const byAnswer = new Map(exchanges.map((exchange) => [exchange.answer, exchange]));
	for (const same of Map.groupBy(service.handedOut, ({ entry }) => JSON.stringify(entry)).values()) {
		const [handed] = same;
		const started = items.filter((json) => isOf(json, handed!)).length;
		if (started > same.length) add('starts more runs than it was handed out', describe(handed!));
		let due = 0;
		for (const one of same) {
			const exchange = byAnswer.get(one.answer)!;
			if (isDiscarded(n8n.polls, exchange)) continue;
			if (!isDelivered(exchange, one)) {
				// What is left of an answer may have it
				if (started === 0 && !isNamed(n8n, exchange)) add('lost without a word', describe(one));
			} else if (isChosen(one, life)) due++;
			else if (
				started === 0 &&
				one.waiting.odd !== undefined &&
				!isNamed(n8n, exchange, 'entries that are not ') &&
				!isNamed(n8n, exchange)
			)
				add('an entry that is no report starts nothing, without a word', describe(one));
		}
		if (started < due) add('it came, but starts nothing', describe(handed!));
	}
	const failed = n8n.polls.find(({ error }) => error !== undefined);
	if (failed !== undefined && exchanges.every(({ fault }) => fault === undefined))
		add('a poll fails, though every answer is sound', `${failed.error}`);
	return all;
}

/** Implemented independently from the pages: an entry that is not a report has an unknown status. */
function isChosen(
	{ waiting: { status, from, callbackData = '', odd } }: HandedOut,
	{ choice, nature }: LivedLife['life'],
): boolean {
	const isKnown = odd === undefined && status !== 'unheardOf';
	const isStatus =
		choice.startOn === 'all' ||
		(choice.startOn === 'final' && !(isKnown && status === 'pending')) ||
		(choice.startOn === 'failed' && isKnown && status === 'expired') ||
		(choice.startOn === 'groups' && isKnown && STATUS_GROUPS.includes(status.toUpperCase()));
	// Of received messages, neither counts
	const isReceived = nature.received !== undefined;
	const own = odd === 'text' ? { from: '', callbackData: '' } : { from, callbackData };
	return (
		(isStatus || isReceived) &&
		(choice.from === undefined || own.from === choice.from) &&
		(isReceived || choice.callbackData !== 'order-*' || own.callbackData.startsWith('order-'))
	);
}

/** n8n died, or the workflow was unpublished, before the execution started: docs/triggers/polling-trigger.md mentions that. */
function isDiscarded(polls: Poll[], { at }: Exchange): boolean {
	const overlap = (one: Poll, from: number, until = Infinity) => one.at <= until && from <= (one.endedAt ?? Infinity);
	// Another publication's poll may have taken over the results
	const askers = polls.filter((poll) => overlap(poll, at, at));
	return polls.some(
		(poll) =>
			poll.isDiscarded &&
			poll.ended !== 'gave nothing' &&
			askers.some((asker) => overlap(poll, asker.at, asker.endedAt)),
	);
}

/** Whether a line of the log, or an error thrown by the poll, names it at that time. */
function isNamed({ logged, polls }: LivedLife['n8n'], exchange: Exchange, words?: string): boolean {
	const names = (text: string) => (words === undefined ? namesLoss(text) : text.includes(words));
	const from = Math.round(exchange.at);
	// Possibly by a poll that took over from the one that asked
	const thrown = polls.filter(
		(poll) => poll.error !== undefined && poll.endedAt! >= from && poll.at <= (exchange.endedAt ?? exchange.at),
	);
	return (
		logged.some((line) => Number.parseInt(line, 10) >= from && names(line)) ||
		thrown.some(({ error }) => names(JSON.stringify(error)))
	);
}

/** Answers, polls and pauses all come to an end. */
function bounded({ life, n8n, exchanges }: LivedLife): Violation[] {
	const { all, add } = collected('bounded');
	const isOfTheDead = (at: number) =>
		n8n.polls.some((poll) => poll.ended === 'under way' && poll.isDiscarded && poll.at <= at);
	for (const { at, endedAt: until, what } of exchanges) {
		if (until === undefined && isOfTheDead(at)) continue;
		if (until === undefined) add('an answer is waited for for ever', what);
		else if (until - at > LONGEST_ANSWER_MS + 1000)
			add('an answer is waited for too long', `${what}: ${until - at} ms`);
	}
	for (const poll of n8n.polls) {
		const calls = exchanges.filter(({ at }) => poll.at <= at && at <= (poll.endedAt ?? Infinity));
		if (poll.ended === 'under way' && !poll.isDiscarded) add('a poll does not end', `at ${Math.round(poll.at)} ms`);
		const took = (poll.endedAt ?? poll.at) - poll.at;
		if (took > (life.budgetMs ?? 5 * 60_000)) add('a poll takes more time than it has', `${took} ms`);
		// A poll that takes over from another also sees that poll's calls
		if (calls.length > 2 * life.choice.maxCalls) add('too many calls', `${calls.length} in one poll`);
	}
	return all;
}

/** After any failure it asks again, within the pause that the service asked for or 30 minutes; twice that if the clock was set. */
function goesOn({ life, n8n, exchanges, endedAt }: LivedLife): Violation[] {
	const isSet = life.happenings.some(({ kind }) => kind === 'clock is set');
	const pauses = life.faults.map((fault) =>
		fault?.answer.kind === 'status' && fault.answer.status === 429 ? pauseOf(fault.answer.retryAfter, isSet) : 0,
	);
	const allowed = (isSet ? 2 : 1) * Math.max(0, ...pauses) + 2 * life.intervalMs + 6 * 60_000;
	const times = exchanges.map(({ at }) => at);
	const { all, add } = collected('goes on');
	for (const { from, until } of n8n.timesOn) {
		const end = Math.min(until, endedAt);
		const asked = [from, ...times.filter((at) => at >= from && at <= end), end];
		const longest = Math.max(...asked.slice(1).map((at, index) => at - asked[index]!));
		if (longest > allowed)
			add('nothing is asked for too long', `${Math.round(longest)} ms, where ${allowed} are allowed`);
	}
	return all;
}

/** The longest pause that may follow a 429. A date may be far off for a clock that was set back. */
function pauseOf(retryAfter: string | undefined, isClockSet: boolean): number {
	if (isClockSet && /GMT$/.test(retryAfter ?? '')) return LONGEST_RETRY_AFTER_MS;
	if (retryAfter === undefined || !/^\d+$/.test(retryAfter)) return LONGEST_PAUSE_MS;
	return Math.min(1000 * Number(retryAfter), LONGEST_RETRY_AFTER_MS);
}

const textsOf = ({ logged, polls }: LivedLife['n8n']) => [
	...logged,
	...polls.map(
		({ error, started }) => `${error?.message} ${error?.stack} ${JSON.stringify(error)} ${JSON.stringify(started)}`,
	),
];
