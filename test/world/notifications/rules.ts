import type { IDataObject } from 'n8n-workflow';

import { NOT_STORED } from '../http/process';
import { silence, violations, type Broken, type Violation } from '../world';
import type { LivedLife, Push, PushTry, Trigger } from './life';
import type { Run } from './n8n';
import { POOL, statusFor } from './pool';
import { isLetIn, SECRET } from './proofs';

/** Timeout of a body. */
const LONGEST_READING_MS = 10_000;
const MARGIN_MS = 500;

/** The invariants. */
export function violationsOf(lived: LivedLife): Violation[] {
	return violations({
		trigger: [answers(lived), once(lived)],
		bounded: [bounded(lived)],
		silence: [silence(saidIn(lived), [SECRET])],
	});
}

/** The pool indexes of the reports that the trigger was to take, each once. */
function wantedOf({ startOn, pattern, from }: Trigger, { notification }: Push): number[] {
	return notification.reports.filter((place) => {
		const { status, callbackData = '', from: sender = '' } = POOL[place]!;
		const isOnStatus = {
			all: true,
			final: status.groupName !== 'PENDING',
			failed: ['EXPIRED', 'REJECTED'].includes(status.groupName),
			groups: ['DELIVERED', 'REJECTED'].includes(status.groupName),
		}[startOn];
		const isOnPattern =
			pattern === undefined || (pattern === 'order-*' ? callbackData.startsWith('order-') : callbackData === 'other');
		return isOnStatus && isOnPattern && (from === undefined || from.split(', ').includes(sender));
	});
}

/** The pool indexes of the reports that a run received; -1 for one that nobody sent. */
function reportsIn({ items }: Run): number[] {
	const reports = items.flatMap((item) => (Array.isArray(item.reports) ? (item.reports as IDataObject[]) : [item]));
	return reports.map(({ messageId, to, status, errorName }) =>
		POOL.findIndex(
			(report) =>
				report.messageId === messageId &&
				report.to === to &&
				report.status.name === status &&
				report.error?.name === errorName,
		),
	);
}

/** Every push gets the correct answer, and what the answer says is true. */
function* answers({ life, tries, runs }: LivedLife): Broken {
	for (const one of tries) {
		const push = life.pushes[one.push]!;
		const trigger = life.triggers[push.trigger]!;
		const { handling } = one;
		if (handling === undefined) continue;
		const where = `${nameOf(one)}: `;
		if (handling.thrown !== undefined) yield ['webhook() threw', `${where}${handling.thrown}`];
		const { answered, run } = handling;
		const received = push.notification.reports.length;
		const selected = wantedOf(trigger, push);
		if (run !== undefined) {
			const what = where + JSON.stringify(run.items);
			if (handling.isEarly) yield ['a run before n8n has started', what];
			const places = reportsIn(run);
			if (!isLetIn(trigger, push.proof, push.address)) yield ['a run for one who may not push', what];
			if (places.length === 0 || places.some((place) => !selected.includes(place)))
				yield ['a run with what was not asked for', what];
			if (new Set(places).size < places.length) yield ['a report twice in one run', what];
		}
		if (answered === undefined || answered.status === 404) continue;
		const { status, answer } = answered;
		const isNoRun = run === undefined;
		if (status !== 200) {
			const isOfN8n = answer === NOT_STORED;
			if (!isNoRun && !isOfN8n) yield ['answered other than 200, and yet a run', `${where}${status}`];
			if (isOfN8n) continue;
		}
		const text = where + JSON.stringify(answer);
		const expected = expectationOf(one, trigger, push);
		if (!expected.includes(status)) yield [`answered ${status} instead of ${expected.join(' or ')}`, text];
		if (status !== 200) continue;
		const counts = answer as Record<'received' | 'started' | 'filtered' | 'repeated' | 'unreadable', number>;
		const said = [counts.received, counts.filtered, counts.started + counts.repeated, counts.unreadable];
		const right = [received, received - selected.length, selected.length, push.notification.others];
		if (String(said) !== String(right))
			yield ['an answer whose counts are not so', `${text} for ${JSON.stringify(push.notification)}`];
		if (counts.started !== (isNoRun ? 0 : reportsIn(run).length))
			yield ['an answer that counts what did not start', text];
		for (const place of selected) {
			const isThere = runs.some(
				(other) => other.trigger === push.trigger && other.storedAt <= answered.at && reportsIn(other).includes(place),
			);
			if (!isThere) yield ['answered 200, but it started no run', where + JSON.stringify(POOL[place])];
		}
	}
}

function expectationOf(
	{ isBodyWhole, bodyEndedAt, handling }: PushTry,
	trigger: Trigger,
	{ proof, address, notification }: Push,
): number[] {
	if (handling!.isEarly) return [503];
	if (trigger.fault === 'parameter' || (trigger.fault === 'credential' && trigger.authentication === 'credential'))
		return [500];
	if (!isLetIn(trigger, proof, address)) return [401];
	const status = statusFor(notification);
	const { at, isSenderThere } = handling!.answered!;
	if (!isBodyWhole || bodyEndedAt! > at) return [400, 408];
	const right = status === 200 ? [200, 503] : [status];
	// If the sender is gone, n8n no longer reads the body
	return isSenderThere ? right : [...right, 400];
}

/** Nothing starts two runs while the process lives, unless n8n did not answer 200 for the first. */
function* once({ runs }: LivedLife): Broken {
	for (const [index, run] of runs.entries()) {
		for (const before of runs.slice(0, index)) {
			if (
				before.trigger !== run.trigger ||
				before.handling.process !== run.handling.process ||
				before.handling.answered?.status !== 200
			)
				continue;
			const twice = reportsIn(run).filter((place) => reportsIn(before).includes(place));
			if (twice.length > 0)
				yield [
					'a report started two runs',
					`at ${before.storedAt} and ${run.storedAt} ms: ${JSON.stringify(twice.map((place) => POOL[place]))}`,
				];
		}
	}
}

/** Every push is answered in time, even if nobody is there to receive it; nothing is held longer than necessary. */
function* bounded({ life, tries, killedAt, endedAt }: LivedLife): Broken {
	if (endedAt > 6 * 3_600_000) yield ['n8n is busy for hours', `${endedAt} ms`];
	for (const one of tries) {
		const { handling, bodyEndedAt = Infinity } = one;
		if (handling === undefined) continue;
		const { credentialMs } = life.triggers[handling.trigger]!;
		const reading = handling.beganAt + credentialMs;
		const latest = Math.min(Math.max(bodyEndedAt, reading), reading + LONGEST_READING_MS) + MARGIN_MS;
		const died = killedAt[handling.process - 1] ?? endedAt;
		if ((handling.settledAt ?? Infinity) > latest && died > latest)
			yield ['a push hangs', `${nameOf(one)} from ${handling.beganAt} to ${handling.settledAt} ms`];
		const { answered } = handling;
		if (answered?.status !== 503 || !answered.isSenderThere || handling.isEarly) continue;
		const isHeld = tries.some((other) => holds(life, other, one, answered.at));
		if (!isHeld) yield ['503, though no other push holds one of the reports', nameOf(one)];
	}
}

/** Whether n8n was still storing a run of another push, sharing a report with this one, at a given time. */
function holds({ pushes, triggers }: LivedLife['life'], other: PushTry, one: PushTry, at: number): boolean {
	const { handling } = other;
	if (
		other === one ||
		handling?.settledAt === undefined ||
		handling.process !== one.handling!.process ||
		handling.trigger !== one.handling!.trigger
	)
		return false;
	if (handling.settledAt > at || (handling.answered?.at ?? Infinity) + MARGIN_MS < at) return false;
	const trigger = triggers[handling.trigger]!;
	const reports = wantedOf(trigger, pushes[other.push]!);
	return wantedOf(trigger, pushes[one.push]!).some((place) => reports.includes(place));
}

/** Everything in an answer, an item or the log. */
const saidIn = ({ tries, runs, logged }: LivedLife): string[] => [
	JSON.stringify([tries.map(({ handling }) => handling?.answered?.answer), runs.map(({ items }) => items), logged]),
];

function nameOf({ push, n }: PushTry): string {
	return `push ${push}${n === 0 ? '' : `, repeat ${n}`}`;
}
