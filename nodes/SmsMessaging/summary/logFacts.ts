import { instantOfDateTime } from '../text/dateTime';
import { isJsonObject, type Json, type JsonObject } from '../text/json';
import { knownStatusGroup } from '../api/statuses';
import { parseDecimal, times, type Decimal } from './decimal';

/** What `price` applies to. The interface calls it "price of one SMS": a message of 3 segments may cost it once or three times. */
export type CostBasis = 'perMessage' | 'perSegment';

/** What a summary needs to know about one message. Facts that are missing or unreadable get a name of their own. */
export interface LogFacts {
	statusGroup: string;
	isDelivered: boolean;
	network: string;
	sender: string;
	/** A currency, or why the message has no cost. */
	currency: string;
	cost?: Decimal;
	segments?: number;
	sentAtMs?: number;
	/** From sentAt to doneAt; only for delivered messages. */
	deliveryMs?: number;
}

const NO_PRICE = '(no price)';

/** More than any text has; keeps sums exact. */
const MAX_SEGMENTS = 1_000_000;

/** Reads an entry, whatever it contains (interface: SentSMSLog). */
export function readLogFacts(entry: JsonObject, costBasis: CostBasis): LogFacts {
	const status = isJsonObject(entry.status) ? entry.status : {};
	const knownGroup = knownStatusGroup(status);
	const isDelivered = knownGroup === 'DELIVERED';
	const segments = readSegments(entry.smsCount);
	const sentAtMs = instantOfDateTime(entry.sentAt);
	return {
		statusGroup: knownGroup ?? nameOf(status.groupName) ?? unnamedGroup(status.groupId),
		isDelivered,
		network: nameOf(entry.mccMnc) ?? nameOf(entry.mccmnc) ?? '(no network)',
		sender: nameOf(entry.from) ?? '(no sender)',
		...readCost(entry.price, costBasis === 'perSegment' ? (segments ?? 1) : 1),
		segments,
		sentAtMs,
		deliveryMs: isDelivered ? durationMs(sentAtMs, instantOfDateTime(entry.doneAt)) : undefined,
	};
}

/** Text or a number as a name; undefined for blank text and anything else. */
function nameOf(value: Json | undefined): string | undefined {
	const name = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	return name === '' ? undefined : name;
}

function unnamedGroup(groupId: Json | undefined): string {
	const id = nameOf(groupId);
	return id === undefined ? '(no status)' : `(group ${id})`;
}

function readSegments(smsCount: Json | undefined): number | undefined {
	const count = typeof smsCount === 'string' && /^\d+$/.test(smsCount.trim()) ? Number(smsCount) : smsCount;
	return typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= MAX_SEGMENTS
		? count
		: undefined;
}

function readCost(price: Json | undefined, count: number): Pick<LogFacts, 'cost' | 'currency'> {
	const { pricePerMessage, currency } = isJsonObject(price) ? price : {};
	const cost = parseDecimal(pricePerMessage);
	return cost === undefined
		? { currency: NO_PRICE }
		: { cost: times(cost, count), currency: nameOf(currency) ?? '(no currency)' };
}

/** Also undefined if a message is done before it is sent, which is impossible. */
function durationMs(sinceMs: number | undefined, untilMs: number | undefined): number | undefined {
	return sinceMs === undefined || untilMs === undefined || untilMs < sinceMs ? undefined : untilMs - sinceMs;
}
