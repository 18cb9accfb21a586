import type { ReportFault } from './values';

/** Gives a parameter's value for one item. Throws when its expression does. */
export type ReadParameter = (name: string, itemIndex: number) => unknown;

/** What is wrong with a field: the parameter's name and a clause such as "is empty". */
export interface Fault {
	field: string;
	reason: string;
}

/** What was read of one input item; with faults it must not be used for a request. */
export interface ReadItem<T> {
	itemIndex: number;
	value: T;
	faults: Fault[];
}

/** Reads the parameters of every item, and notes what is wrong with each. */
export function readItems<T>(
	itemCount: number,
	readParameter: ReadParameter,
	readItem: (read: (name: string) => unknown, report: ReportFault) => T,
): Array<ReadItem<T>> {
	return Array.from({ length: itemCount }, (_, itemIndex) => {
		const faults: Fault[] = [];
		const report: ReportFault = (field, reason) => faults.push({ field, reason });
		const value = readItem((name) => readOrReport(name, itemIndex, readParameter, report), report);
		return { itemIndex, value, faults };
	});
}

/** An expression that throws makes its own item faulty, not the whole run. */
function readOrReport(name: string, itemIndex: number, readParameter: ReadParameter, report: ReportFault): unknown {
	try {
		return readParameter(name, itemIndex);
	} catch (error) {
		report(name, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
		return undefined;
	}
}
