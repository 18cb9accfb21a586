/** The first is for inclusive bounds, the next for exclusive ones, the others for services that keep or compare times less exactly. */
const STEPS_MS = [0, 1, 1000, 60_000];
export const WIDEST_OVERLAP_MS = STEPS_MS.at(-1)!;

/** How far beyond a bound the service has to be asked, which is not shown: what was seen at a bound tells, as it has to come again. */
export class Overlap {
	private step = 0;
	/** The one that is known to do. */
	private proven: number | undefined;

	get isProven(): boolean {
		return this.proven !== undefined;
	}

	/** @param isSeen whether an entry at the bound would show that it was not enough */
	ms(isSeen: boolean): number {
		return isSeen || this.isProven ? STEPS_MS[this.step]! : Math.max(1, STEPS_MS[this.step]!);
	}

	/** An entry stood at the very instant that was asked for as the bound. Returns whether asking less far will do from now on. */
	sawInclusive(): boolean {
		if (this.proven === 0 || STEPS_MS[this.step]! > 1) return false;
		this.step = this.proven = 0;
		return true;
	}

	/** Entries at this bound came again. */
	sawBound(): void {
		this.proven = this.step;
	}

	/** Entries that were there did not come. Returns whether asking further may bring them; if not, they are gone. */
	sawGap(): boolean {
		const isLast = this.step === STEPS_MS.length - 1;
		this.step = isLast ? (this.proven ?? 0) : this.step + 1;
		return !isLast;
	}
}
