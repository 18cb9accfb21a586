import type { IDataObject } from 'n8n-workflow';

import { deliveredIn, describe, isOf, namesLoss } from '../reports/rules';
import type { HandedOut } from '../reports/service';
import { SECRET, type Exchange } from '../sending/network';
import { patience, silence, violations, type Broken, type Violation } from '../world';
import { STATUS_GROUPS, type LivedLife } from './life';
import type { Poll } from './n8n';

const LONGEST_PAUSE_MS = 30 * 60_000;
const LONGEST_RETRY_AFTER_MS = 24 * 3_600_000;

/** The invariants. */
export function violationsOf(lived: LivedLife): Violation[] {
	return violations({
		'read once': [readOnce(lived)],
		bounded: [bounded(lived)],
		'goes on': [goesOn(lived)],
		silence: [silence(textsOf(lived.n8n), [SECRET])],
	});
}

/** Each report handed out starts a run, is filtered out, or is named as lost. */
function* readOnce({ life, service, n8n, exchanges }: LivedLife): Broken {
	const items = n8n.polls
		.flatMap(({ started = [] }) => started)
		.flatMap((json) =>
			life.choice.output === 'notification' ? ((json.reports ?? json.messages) as IDataObject[]) : [json],
		);
	const byAnswer = new Map(exchanges.map((exchange) => [exchange.answer, exchange]));
	const delivered = new Set(exchanges.flatMap((exchange) => deliveredIn(service, exchange)));
	for (const same of Map.groupBy(service.handedOut, ({ entry }) => JSON.stringify(entry)).values()) {
		const [handed] = same;
		const started = items.filter((json) => isOf(json, handed!)).length;
		if (started > same.length) yield ['starts more runs than it was handed out', describe(handed!)];
		let due = 0;
		for (const one of same) {
			const exchange = byAnswer.get(one.answer)!;
			if (isDiscarded(n8n.polls, exchange)) continue;
			if (!delivered.has(one)) {
				// What is left of an answer may have it
				if (started === 0 && !isNamed(n8n, exchange)) yield ['lost without a word', describe(one)];
			} else if (isChosen(one, life)) due++;
			else if (
				started === 0 &&
				one.waiting.odd !== undefined &&
				!isNamed(n8n, exchange, 'entries that are not ') &&
				!isNamed(n8n, exchange)
			)
				yield ['an entry that is no report starts nothing, without a word', describe(one)];
		}
		if (started < due) yield ['it came, but starts nothing', describe(handed!)];
	}
	const failed = n8n.polls.find(({ error }) => error !== undefined);
	if (failed !== undefined && exchanges.every(({ fault }) => fault === undefined))
		yield ['a poll fails, though every answer is sound', `${failed.error}`];
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
function* bounded({ life, n8n, exchanges }: LivedLife): Broken {
	const isOfTheDead = (at: number) =>
		n8n.polls.some((poll) => poll.ended === 'under way' && poll.isDiscarded && poll.at <= at);
	for (const poll of n8n.polls) {
		const calls = exchanges.filter(({ at }) => poll.at <= at && at <= (poll.endedAt ?? Infinity));
		if (poll.ended === 'under way' && !poll.isDiscarded) yield ['a poll does not end', `at ${Math.round(poll.at)} ms`];
		const took = (poll.endedAt ?? poll.at) - poll.at;
		if (took > (life.budgetMs ?? 5 * 60_000)) yield ['a poll takes more time than it has', `${took} ms`];
		// A poll that takes over from another also sees that poll's calls
		if (calls.length > 2 * life.choice.maxCalls) yield ['too many calls', `${calls.length} in one poll`];
	}
	const awaited = exchanges.filter(({ at, endedAt }) => endedAt !== undefined || !isOfTheDead(at));
	yield* patience(awaited, Infinity);
}

/** After any failure it asks again, within the pause that the service asked for or 30 minutes; twice that if the clock was set. */
function* goesOn({ life, n8n, exchanges, endedAt }: LivedLife): Broken {
	const isSet = life.happenings.some(({ kind }) => kind === 'clock is set');
	const pauses = life.faults.map((fault) =>
		fault?.answer.kind === 'status' && fault.answer.status === 429 ? pauseOf(fault.answer.retryAfter, isSet) : 0,
	);
	const allowed = (isSet ? 2 : 1) * Math.max(0, ...pauses) + 2 * life.intervalMs + 6 * 60_000;
	const times = exchanges.map(({ at }) => at);
	for (const { from, until } of n8n.timesOn) {
		const end = Math.min(until, endedAt);
		const asked = [from, ...times.filter((at) => at >= from && at <= end), end];
		const longest = Math.max(...asked.slice(1).map((at, index) => at - asked[index]!));
		if (longest > allowed)
			yield ['nothing is asked for too long', `${Math.round(longest)} ms, where ${allowed} are allowed`];
	}
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
