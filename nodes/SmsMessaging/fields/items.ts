import { undefinedOptions } from './undefinedOptions';
import type { ReportFault } from './values';

/** Gives a parameter's value for one item. Throws when its expression does. */
export type ReadParameter = (name: string, itemIndex: number) => unknown;

/** What is wrong with a field: the parameter's name and a clause such as "is empty". */
export interface Fault {
	field: string;
	reason: string;
}

/** Puts together what one item says from its parameters. */
type ReadValue<T> = (read: (name: string) => unknown, report: ReportFault) => T;

/** What was read of one input item; with faults it must not be used for a request. */
export interface ReadItem<T> {
	itemIndex: number;
	value: T;
	faults: Fault[];
}

/** Reads the parameters of every item, and notes what is wrong with each. */
export function readItems<T>(itemCount: number, readParameter: ReadParameter, readValue: ReadValue<T>): Array<ReadItem<T>> {
	return Array.from({ length: itemCount }, (_, itemIndex) => readItem(itemIndex, readParameter, readValue));
}

/** Reads the parameters of one item, and notes what is wrong with it. */
export function readItem<T>(itemIndex: number, readParameter: ReadParameter, readValue: ReadValue<T>): ReadItem<T> {
	const faults: Fault[] = [];
	/** Fields whose own reader would add that they are empty. */
	const undefinedFields = new Set<string>();
	const report: ReportFault = (field, reason) => {
		if (!undefinedFields.has(field)) faults.push({ field, reason });
	};
	const read = (name: string) => {
		const parameter = readOrReason(name, itemIndex, readParameter);
		if (!parameter.ok) {
			report(name, parameter.reason);
			return undefined;
		}
		for (const fault of undefinedOptions(name, parameter.value)) {
			faults.push(fault);
			undefinedFields.add(fault.field);
		}
		return parameter.value;
	};
	const value = readValue(read, report);
	return { itemIndex, value, faults };
}

/** An expression that throws makes its own item faulty, not the whole run. */
function readOrReason(name: string, itemIndex: number, readParameter: ReadParameter): { ok: true; value: unknown } | { ok: false; reason: string } {
	try {
		return { ok: true, value: readParameter(name, itemIndex) };
	} catch (error) {
		return { ok: false, reason: `cannot be read: ${error instanceof Error ? error.message : String(error)}` };
	}
}
