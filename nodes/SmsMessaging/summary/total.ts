import { Big } from '../libraries/big';

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

export class Total {
	messages = 0;
	/** A message without a number of segments counts as one. */
	segments = 0;
	withoutSegments = 0;
	delivered = 0;
	withoutPrice = 0;
	firstSentMs?: number;
	lastSentMs?: number;
	/** By currency: amounts in different currencies are never added up. */
	readonly costs = new Map<string, Decimal>();
	/** From sentAt to doneAt of each delivered message that has both. */
	readonly deliveryMs: number[] = [];

	add({ segments, isDelivered, cost, currency, sentAtMs, deliveryMs }: LogFacts): void {
		this.messages += 1;
		this.segments += segments ?? 1;
		if (segments === undefined) this.withoutSegments += 1;
		if (isDelivered) this.delivered += 1;
		if (cost === undefined) this.withoutPrice += 1;
		else addCost(this.costs, currency, cost);
		if (deliveryMs !== undefined) this.deliveryMs.push(deliveryMs);
		if (sentAtMs === undefined) return;
		this.firstSentMs = Math.min(this.firstSentMs ?? sentAtMs, sentAtMs);
		this.lastSentMs = Math.max(this.lastSentMs ?? sentAtMs, sentAtMs);
	}
}

/** The properties that totals are grouped by, in output order. */
export type TotalledBy = 'statusGroup' | 'network' | 'sender' | 'currency';

export interface ValueTotal {
	value: string;
	total: Total;
}

/** All totals; grouped ones are sorted by number of messages, highest first, then by value. */
export interface Totals {
	all: Total;
	by: Record<TotalledBy, ValueTotal[]>;
}

export function addCost(costs: Map<string, Decimal>, currency: string, cost: Decimal): void {
	const sum = costs.get(currency);
	costs.set(currency, sum === undefined ? cost : sum.plus(cost));
}

/** `part` as a percentage of `whole`, with one decimal place; 0 only if it is none, 100 only if it is all. */
export function percent(part: number, whole: number): number {
	if (part === 0 || part === whole) return part === 0 ? 0 : 100;
	return Math.min(99.9, Math.max(0.1, Math.round((1000 * part) / whole) / 10));
}

const MS_PER_SECOND = 1000;

/**
 * Percentiles of times in milliseconds, in seconds. They are exact, by nearest rank: p90 is the shortest actual time within which at least
 * 90 of 100 were delivered. Undefined if there are no times.
 */
export function percentilesOf(milliseconds: readonly number[]) {
	if (milliseconds.length === 0) return undefined;
	const sorted = Float64Array.from(milliseconds).sort();
	const within = (percent: number) => Number(sorted[Math.ceil((percent * sorted.length) / 100) - 1]) / MS_PER_SECOND;
	return { p50: within(50), p90: within(90), p95: within(95), p99: within(99), max: within(100) };
}

/** An exact decimal number, for prices. */
export type Decimal = Big;

/** Maximum digits before and after the decimal point: no price needs more. */
const MAX_PLACES = 30;

/** A number, or text containing one, exactly as written: `0.0075`, `'12.50'`, `1e-7`. Undefined for anything else. */
export function parseDecimal(value: unknown): Decimal | undefined {
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	try {
		const decimal = new Big(String(value).trim().replace(/^\+/, ''));
		return placesOf(decimal) > MAX_PLACES || decimal.e >= MAX_PLACES ? undefined : decimal;
	} catch {
		return undefined;
	}
}

/** Digits behind the decimal point. */
export const placesOf = ({ c, e }: Decimal): number => Math.max(0, c.length - 1 - e);

/** A number, which filters and spreadsheets can work with, or text with all digits if a number would lose some. */
export function exactNumberOrText(decimal: Decimal): number | string {
	const number = Number(decimal.toFixed());
	return new Big(number).eq(decimal) ? number : decimal.toFixed();
}
