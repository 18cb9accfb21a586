export const WIDEST_OVERLAP_MS = 60_000;
/** The last two are for services that keep or compare times less exactly. */
const STEPS_MS = [0, 1, 1000, WIDEST_OVERLAP_MS];
const FIRST_STEP = 1;

/**
 * How far beyond a bound the service is asked. Whether its bounds are inclusive is not shown: a millisecond more brings
 * the same from both kinds, and what comes twice is told apart.
 */
export class Overlap {
	private step = FIRST_STEP;

	get ms(): number {
		return STEPS_MS[this.step]!;
	}

	/** The service is seen to have inclusive bounds. Returns whether it is asked otherwise from now on. */
	sawInclusive(): boolean {
		if (this.step !== FIRST_STEP) return false;
		this.step = 0;
		return true;
	}

	/** Entries that are there did not come. Returns whether it is asked otherwise from now on. */
	sawGap(): boolean {
		if (this.step === STEPS_MS.length - 1) return false;
		this.step++;
		return true;
	}
}
