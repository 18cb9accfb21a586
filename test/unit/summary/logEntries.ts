import { readEntry } from '../../../nodes/SmsMessaging/api/entry';
import { LogSummary, type CostBasis } from '../../../nodes/SmsMessaging/summary/logSummary';
import type { JsonObject } from '../../../nodes/SmsMessaging/text/json';

/** Numbers from 0 to 1, the same in every run. */
function numbersFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return state / 2 ** 32;
	};
}

const NETWORKS = [
	['23201', 0.0685, 9],
	['26201', 0.0712, 6],
	['22801', 0.0524, 3],
	['23410', 0.0398, 3],
	['20801', 0.0575, 2],
	['310260', 0.0075, 2],
	['22201', 0.0631, 1],
] as const;
const SENDERS = [
	['DemoShop', 12],
	['Appointment', 6],
	['436601234567', 3],
	['Alerts', 2],
	['Tom & Jane', 1],
] as const;
const OUTCOMES = [
	[3, 'DELIVERED', 5, 'DELIVERED_TO_HANDSET', 90],
	[1, 'PENDING', 7, 'PENDING_ENROUTE', 2],
	[2, 'UNDELIVERABLE', 9, 'UNDELIVERABLE_NOT_DELIVERED', 4],
	[4, 'EXPIRED', 15, 'EXPIRED_EXPIRED', 2],
	[5, 'REJECTED', 6, 'REJECTED_NETWORK', 2],
] as const;

/** One of `choices`, each as often as its last number says in proportion. */
function chosen<Choice extends readonly [...unknown[], number]>(choices: readonly Choice[], number: number): Choice {
	const weights = choices.map((choice) => choice.at(-1) as number);
	let left = number * weights.reduce((sum, weight) => sum + weight, 0);
	return choices.find((_, index) => (left -= weights[index]!) < 0) ?? choices[0]!;
}

/** `count` varied messages of one day, as the service logs them (interface: SentSMSLog). */
export function logEntries(count: number, seed = 1): JsonObject[] {
	const next = numbersFrom(seed);
	const dayMs = 24 * 60 * 60_000;
	return Array.from({ length: count }, (_, index): JsonObject => {
		const [mccMnc, pricePerMessage] = chosen(NETWORKS, next());
		const [groupId, groupName, id, name] = chosen(OUTCOMES, next());
		// Small campaigns with senders of their own, beside the few that send most
		const sender = next() < 0.08 ? `Campaign ${1 + Math.floor(next() * 20)}` : chosen(SENDERS, next())[0];
		const sentAt = Date.UTC(2030, 0, 30) + Math.floor((dayMs * (index + next())) / count);
		const isDone = groupName !== 'PENDING';
		const doneAfterMs = Math.round(900 + 2500 * -Math.log(1 - next()) + (next() < 0.02 ? 600_000 * next() : 0));
		return {
			messageId: `message-${index}`,
			to: `4366012${String(index).padStart(5, '0')}`,
			from: sender,
			sentAt: serviceTime(sentAt),
			...(isDone && { doneAt: serviceTime(sentAt + doneAfterMs) }),
			smsCount: next() < 0.8 ? 1 : 2 + Math.floor(next() * 3),
			mccMnc,
			price: { pricePerMessage: groupName === 'REJECTED' ? 0 : pricePerMessage, currency: 'EUR' },
			status: { groupId, groupName, id, name, description: name },
		};
	});
}

/** The interface's form, in Vienna's winter time. */
function serviceTime(instantMs: number): string {
	return new Date(instantMs + 3_600_000).toISOString().replace('Z', '+0100');
}

export function summaryOf(entries: JsonObject[], costBasis: CostBasis = 'perMessage', timezone = 'UTC'): LogSummary {
	const summary = new LogSummary(costBasis, timezone);
	for (const entry of entries) summary.add(readEntry(entry));
	return summary;
}
