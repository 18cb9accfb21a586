import { exactPrice, type Entry } from '../api/entry';
import { parseDecimal, type LogFacts } from './total';

/** What `price` applies to. The interface calls it "price of one SMS": a message of 3 segments may cost it once or three times. */
export type CostBasis = 'perMessage' | 'perSegment';

const NO_PRICE = '(no price)';

/** More than any text has; keeps sums exact. */
const MAX_SEGMENTS = 1_000_000;

export function logFactsOf(entry: Entry, costBasis: CostBasis): LogFacts {
	const { statusGroup, statusGroupId, sentAt } = entry;
	const isDelivered = statusGroup === 'DELIVERED';
	const segments = segmentsOf(entry);
	return {
		statusGroup: nameOf(statusGroup) ?? (statusGroupId === undefined ? '(no status)' : `(group ${statusGroupId})`),
		isDelivered,
		network: nameOf(entry.mccMnc) ?? '(no network)',
		sender: nameOf(entry.from) ?? '(no sender)',
		...costOf(entry, costBasis === 'perSegment' ? (segments ?? 1) : 1),
		segments,
		sentAtMs: sentAt,
		deliveryMs: isDelivered ? durationMs(sentAt, entry.doneAt) : undefined,
	};
}

/** Undefined for blank text. */
const nameOf = (value: string | undefined): string | undefined => value?.trim() || undefined;

const segmentsOf = ({ smsCount = -1 }: Entry): number | undefined =>
	smsCount >= 0 && smsCount <= MAX_SEGMENTS ? smsCount : undefined;

function costOf(entry: Entry, count: number): Pick<LogFacts, 'cost' | 'currency'> {
	const cost = parseDecimal(exactPrice(entry));
	return cost === undefined
		? { currency: NO_PRICE }
		: { cost: cost.times(count), currency: nameOf(entry.currency) ?? '(no currency)' };
}

/** Also undefined if a message is done before it is sent, which is impossible. */
const durationMs = (sinceMs: number | undefined, untilMs: number | undefined): number | undefined =>
	sinceMs === undefined || untilMs === undefined || untilMs < sinceMs ? undefined : untilMs - sinceMs;
