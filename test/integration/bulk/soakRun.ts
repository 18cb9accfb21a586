import { startSandbox } from '../../../sandbox';
import {
	badGatewayAfterAcceptance,
	htmlPage,
	htmlPageAfterAcceptance,
	laggingLogs,
	missingEntries,
	refusingAfterwards,
	resetAfterAcceptance,
	resetBefore,
	serverError,
	silenceAfterAcceptance,
	tooManyRequests,
	tooManyRequestsUntil,
	truncatedAfterAcceptance,
	unavailable,
} from '../../support/faults/faults';
import { startFaultProxy, type Fault } from '../../support/faults/faultProxy';
import { CONTINUE, credentialFor, runSms } from '../smsNode';
import { acceptances, brokenRules, fatesOf } from './accounting';
import { rows, SEND_TEXT, targetsOf } from './messages';

export interface Soak {
	seed: number;
	requests: number;
	messagesPerRequest: number;
	requestsAtOnce: number;
	/** Share of requests that meet a fault, look-ups too. */
	faultShare: number;
	/** Seconds. */
	patience: number;
	lookUpTime: number;
	/** The logs show a message so long after its acceptance. */
	logsLagMs: number;
	/** Calls of the logs that the service answers in a minute. */
	logsPerMinute: number;
}

export interface SoakResult {
	accepted: number;
	twice: number;
	/** Destinations that did not come out once, or came out with what is not so. */
	broken: string[];
	/** Destinations that came out as anything but accepted. */
	notAccepted: number;
	sendRequests: number;
	lookUps: number;
	faultsAtSends: number;
	faultsAtLookUps: number;
	/** Requests that the service accepted, and whose answer did not reach the node. */
	lostAfterAcceptance: number;
	/** Longest time from the first to the last send of one destination: what was used of patience and look-up time. */
	longestMs: number;
	ms: number;
	byFault: Record<string, number>;
}

const LOST_AFTER_ACCEPTANCE = [
	resetAfterAcceptance,
	badGatewayAfterAcceptance,
	truncatedAfterAcceptance,
	htmlPageAfterAcceptance,
];
const SEND_FAULTS: Fault[] = [
	...LOST_AFTER_ACCEPTANCE,
	...LOST_AFTER_ACCEPTANCE,
	missingEntries,
	resetBefore,
	htmlPage,
	serverError,
	unavailable,
	tooManyRequests,
	tooManyRequestsUntil('1'),
	refusingAfterwards(100),
];
const LOOK_UP_FAULTS: Fault[] = [
	resetBefore,
	htmlPage,
	serverError,
	unavailable,
	tooManyRequests,
	tooManyRequestsUntil('1'),
	truncatedAfterAcceptance,
];
/** Every so many faults the answer never comes at all, which costs the whole patience. */
const FAULTS_FOR_ONE_SILENCE = 60;

/** Sends so many messages through a proxy that makes a share of all requests fail. */
export async function runSoak(soak: Soak): Promise<SoakResult> {
	const {
		seed,
		requests,
		messagesPerRequest,
		requestsAtOnce,
		faultShare,
		patience,
		lookUpTime,
		logsLagMs,
		logsPerMinute,
	} = soak;
	// The harder case: nothing but the node keeps a message from being sent twice
	const sandbox = await startSandbox({ duplicateIds: 'accept', recordsKept: 1, logsPerMinute });
	const random = randomFrom(seed);
	const pick = <T>(from: T[]): T => from[Math.floor(random() * from.length)]!;
	const lag = laggingLogs(logsLagMs);
	const injected: Fault[] = [];
	const lost = new Set<string>([...LOST_AFTER_ACCEPTANCE, silenceAfterAcceptance].map(({ name }) => name));
	const proxy = await startFaultProxy(sandbox, ({ isSend }) => {
		const fine = isSend ? undefined : lag;
		if (random() >= faultShare) return fine;
		const isSilence = injected.length % FAULTS_FOR_ONE_SILENCE === FAULTS_FOR_ONE_SILENCE / 2;
		const fault = isSilence ? silenceAfterAcceptance : pick(isSend ? SEND_FAULTS : LOOK_UP_FAULTS);
		injected.push(fault);
		return fault;
	});
	try {
		const items = rows(requests * messagesPerRequest);
		const before = Date.now();
		const result = await runSms({
			parameters: {
				...SEND_TEXT,
				options: { messagesPerRequest, requestsAtOnce, patience, lookUpTime, messageIds: 'node' },
			},
			items,
			credential: credentialFor(proxy),
			settings: CONTINUE,
		});
		const ms = Date.now() - before;
		const targets = targetsOf(items);
		const sends = proxy.records.filter(({ request }) => request.isSend);
		const lookUps = proxy.records.filter(({ request }) => !request.isSend);
		const faulty = ({ fault }: { fault?: string }) => fault !== undefined && fault !== lag.name;
		const counts = [...acceptances(sandbox).values()];
		return {
			accepted: counts.length,
			twice: counts.filter((count) => count > 1).length,
			broken: brokenRules(targets, result, sandbox),
			notAccepted: fatesOf(targets, result, sandbox).filter(
				({ cameOut }) => cameOut.length !== 1 || cameOut[0]!.state !== 'accepted',
			).length,
			sendRequests: sends.length,
			lookUps: lookUps.length,
			faultsAtSends: sends.filter(faulty).length,
			faultsAtLookUps: lookUps.filter(faulty).length,
			lostAfterAcceptance: sends.filter(({ fault, served }) => served === 200 && fault !== undefined && lost.has(fault))
				.length,
			longestMs: longestBetweenSends(sends.map(({ at, request }) => ({ at, body: request.body }))),
			ms,
			byFault: countBy(injected.map(({ name }) => name)),
		};
	} finally {
		await proxy.stop();
		await sandbox.stop();
	}
}

export function soakLine(
	{ seed, patience, lookUpTime, requestsAtOnce, logsPerMinute }: Soak,
	result: SoakResult,
): string {
	const {
		accepted,
		twice,
		broken,
		notAccepted,
		sendRequests,
		faultsAtSends,
		lookUps,
		faultsAtLookUps,
		lostAfterAcceptance,
		longestMs,
		ms,
	} = result;
	return (
		`| ${seed} | ${accepted} | ${twice} | ${notAccepted + broken.length} | ${sendRequests} (${faultsAtSends}) | ${lookUps} (${faultsAtLookUps}) | ${lostAfterAcceptance} ` +
		`| ${patience} s, ${lookUpTime} s, ${requestsAtOnce} | ${logsPerMinute} | ${(longestMs / 1000).toFixed(1)} s | ${(ms / 1000).toFixed(1)} s |`
	);
}

export const SOAK_HEADER =
	'| Seed | Accepted | Twice | Unaccounted | Send requests (with faults) | Look-ups (with faults) | Answers lost after acceptance | Patience, look-up time, at once | Log calls allowed in a minute | Longest from first to last send of a message | Duration |\n' +
	'| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |';

function longestBetweenSends(sends: Array<{ at: number; body: string }>): number {
	const first = new Map<string, number>();
	let longest = 0;
	for (const { at, body } of sends) {
		for (const [, text] of body.matchAll(/"text":"([^"]*)"/g)) {
			const since = first.get(text!);
			if (since === undefined) first.set(text!, at);
			else longest = Math.max(longest, at - since);
		}
	}
	return longest;
}

function countBy(names: string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
	return counts;
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
