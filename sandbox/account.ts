import type { Settings } from './options';

/** What an account has that does not pay for messages. */
const UNLIMITED = 100;
/** Prices have cents and fractions of them, which would add up inexactly. */
const UNITS = 100_000;

/** The account's money. */
export class Account {
	private units: number;

	constructor(private readonly settings: Pick<Settings, 'balance'>) {
		this.units = Math.round((settings.balance ?? UNLIMITED) * UNITS);
	}

	get balance(): number {
		return this.units / UNITS;
	}

	/** Pays for a message. Returns whether there was enough; without a balance in the settings, always. */
	pay(price: number): boolean {
		if (this.settings.balance === undefined) return true;
		const units = Math.round(price * UNITS);
		if (units > this.units) return false;
		this.units -= units;
		return true;
	}
}
