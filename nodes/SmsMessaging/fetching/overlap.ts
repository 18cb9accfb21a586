/** 0 is for inclusive bounds, 1 for exclusive ones, the rest for services that store or compare times less precisely. */
const STEPS_MS = [0, 1, 1000, 60_000];
export const WIDEST_OVERLAP_MS = STEPS_MS.at(-1)!;

/** How far beyond a bound to ask, which is not documented: entries seen at a bound have to come again, and show if it was enough. */
export class Overlap {
	private step = 0;
	/** The step known to be enough. */
	private proven: number | undefined;

	get isProven(): boolean {
		return this.proven !== undefined;
	}

	/** @param isSeen whether an entry at the bound would reveal that it was not enough */
	ms(isSeen: boolean): number {
		return isSeen || this.isProven ? STEPS_MS[this.step]! : Math.max(1, STEPS_MS[this.step]!);
	}

	/** An entry was exactly at the bound that was asked for. Returns whether a smaller overlap will do from now on. */
	sawInclusive(): boolean {
		if (this.proven === 0 || STEPS_MS[this.step]! > 1) return false;
		this.step = this.proven = 0;
		return true;
	}

	/** Entries at this bound came again. */
	sawBound(): void {
		this.proven = this.step;
	}

	/** Entries known to exist did not come. Returns whether a wider overlap may bring them; if not, they are gone. */
	sawGap(): boolean {
		const isLast = this.step === STEPS_MS.length - 1;
		this.step = isLast ? (this.proven ?? 0) : this.step + 1;
		return !isLast;
	}
}
