import type { AddFault } from './values';

interface Remembered {
	value: object;
	result: unknown;
}

/**
 * Reads a collection only once if it is the same object for every item, as it is without an expression. One with faults is
 * read again, since every item reports its own.
 */
export class ReadOnce {
	private readonly remembered = new Map<string, Remembered>();

	/** @param name says what is read from the collection */
	read<V extends object, T>(name: string, value: V, addFault: AddFault, read: (value: V, addFault: AddFault) => T): T {
		const last = this.remembered.get(name);
		if (last?.value === value) return last.result as T;
		let isFaulty = false;
		const result = read(value, (field, reason) => {
			isFaulty = true;
			addFault(field, reason);
		});
		if (!isFaulty) this.remembered.set(name, { value, result });
		return result;
	}
}
