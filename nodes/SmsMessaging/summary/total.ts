import type { Decimal } from './decimal';
import { DeliveryTimes } from './deliveryTimes';
import type { LogFacts } from './logFacts';

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
	readonly deliveryTimes = new DeliveryTimes();

	add({ segments, isDelivered, cost, currency, sentAtMs, deliveryMs }: LogFacts): void {
		this.messages += 1;
		this.segments += segments ?? 1;
		if (segments === undefined) this.withoutSegments += 1;
		if (isDelivered) this.delivered += 1;
		if (cost === undefined) this.withoutPrice += 1;
		else addCost(this.costs, currency, cost);
		if (deliveryMs !== undefined) this.deliveryTimes.add(deliveryMs);
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

/** `part` as a percentage of `whole`, with one decimal place; 0 if `whole` is 0. */
export function percent(part: number, whole: number): number {
	return whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10;
}
