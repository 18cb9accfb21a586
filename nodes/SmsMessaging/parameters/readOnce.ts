import type { AddFault } from './values';

interface Remembered {
	value: unknown;
	result: unknown;
}

/**
 * Reads a parameter only once if it is the same for every item: a collection is the same object without an expression. One with
 * faults is read again, since every item reports its own.
 */
export class ReadOnce {
	private readonly remembered = new Map<string, Remembered>();

	/** @param name says what is read from the value */
	read<V, T>(name: string, value: V, addFault: AddFault, read: (value: V, addFault: AddFault) => T): T {
		const last = this.remembered.get(name);
		if (last !== undefined && last.value === value) return last.result as T;
		let isFaulty = false;
		const result = read(value, (field, reason) => {
			isFaulty = true;
			addFault(field, reason);
		});
		if (!isFaulty) this.remembered.set(name, { value, result });
		return result;
	}
}
