import type { ReportFault } from './values';

interface Remembered {
	value: object;
	result: unknown;
}

/**
 * Reads collections that are the same object for every item, as those without an expression are, only once. What has faults is
 * read again, since every item names its own.
 */
export class ReadOnce {
	private readonly remembered = new Map<string, Remembered>();

	/** @param name tells what is read of the collection */
	read<V extends object, T>(
		name: string,
		value: V,
		report: ReportFault,
		read: (value: V, report: ReportFault) => T,
	): T {
		const last = this.remembered.get(name);
		if (last?.value === value) return last.result as T;
		let isFaulty = false;
		const result = read(value, (field, reason) => {
			isFaulty = true;
			report(field, reason);
		});
		if (!isFaulty) this.remembered.set(name, { value, result });
		return result;
	}
}
