const MS_PER_SECOND = 1000;

/** In seconds. */
interface DeliveryPercentiles {
	p50: number;
	p90: number;
	p95: number;
	p99: number;
	max: number;
}

/**
 * How long deliveries took. Keeps each time (8 bytes), since the percentiles are exact, by nearest rank: p90 is the shortest
 * actual time within which at least 90 of 100 were delivered.
 */
export class DeliveryTimes {
	private readonly milliseconds: number[] = [];

	add(milliseconds: number): void {
		this.milliseconds.push(milliseconds);
	}

	get count(): number {
		return this.milliseconds.length;
	}

	/** Undefined if there are no times. */
	percentiles(): DeliveryPercentiles | undefined {
		if (this.count === 0) return undefined;
		const sorted = Float64Array.from(this.milliseconds).sort();
		const within = (percent: number) => Number(sorted[Math.ceil((percent * sorted.length) / 100) - 1]) / MS_PER_SECOND;
		return { p50: within(50), p90: within(90), p95: within(95), p99: within(99), max: within(100) };
	}
}
