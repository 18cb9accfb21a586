import { readEntry } from '../../../nodes/SmsMessaging/api/entry';
import { LogSummary, type CostBasis } from '../../../nodes/SmsMessaging/summary/logSummary';
import type { JsonObject } from '../../../nodes/SmsMessaging/text/json';

const NETWORKS = [
	{ mccMnc: '23201', pricePerMessage: 0.0685 },
	{ mccMnc: '26201', pricePerMessage: 0.0712 },
	{ mccMnc: '310260', pricePerMessage: 0.0075 },
];
const SENDERS = ['DemoShop', '436601234567', 'Alerts', 'Tom & Jane', 'DemoShop'];
const OUTCOMES = [
	'DELIVERED',
	'PENDING',
	'UNDELIVERABLE',
	'DELIVERED',
	'EXPIRED',
	'REJECTED',
	'DELIVERED',
	'DELIVERED',
];
const GROUP_IDS = ['', 'PENDING', 'UNDELIVERABLE', 'DELIVERED', 'EXPIRED', 'REJECTED'];

/** Messages of one day, as the service logs them (interface: SentSMSLog). Each network meets each sender and outcome. */
export function logEntries(count: number): JsonObject[] {
	const of = <T>(all: T[], index: number) => all[index % all.length]!;
	return Array.from({ length: count }, (_, index): JsonObject => {
		const { mccMnc, pricePerMessage } = of(NETWORKS, index);
		const groupName = of(OUTCOMES, index);
		const sentAt = Date.UTC(2030, 0, 30) + Math.floor((86_400_000 * index) / count);
		return {
			messageId: `message-${index}`,
			to: `4366012${String(index).padStart(5, '0')}`,
			from: of(SENDERS, index),
			sentAt: serviceTime(sentAt),
			...(groupName !== 'PENDING' && { doneAt: serviceTime(sentAt + 900 + ((index * index) % 60_000)) }),
			smsCount: index % 6 === 0 ? 1 + (index % 4) : 1,
			mccMnc,
			price: { pricePerMessage: groupName === 'REJECTED' ? 0 : pricePerMessage, currency: 'EUR' },
			status: { groupId: GROUP_IDS.indexOf(groupName), groupName },
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
