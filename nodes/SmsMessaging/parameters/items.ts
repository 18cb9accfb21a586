import { undefinedOptions } from './undefinedOptions';
import type { AddFault } from './values';

/** Returns a parameter's value for one item, and may report what is wrong with it. Throws when its expression does. */
export type ReadParameter = (name: string, itemIndex: number, addFault?: AddFault) => unknown;

/** What is wrong with a field: the parameter's name and a clause such as "is empty". */
export interface Fault {
	field: string;
	reason: string;
}

/** Assembles one item's value from its parameters. */
type ReadValue<T> = (read: (name: string) => unknown, addFault: AddFault, itemIndex: number) => T;

/** What was read from one input item; with faults it must not be used for a request. */
export interface ReadItem<T> {
	itemIndex: number;
	value: T;
	faults: Fault[];
}

/** Reads the parameters of every item, and notes what is wrong with each. */
export function readItems<T>(
	itemCount: number,
	readParameter: ReadParameter,
	readValue: ReadValue<T>,
): Array<ReadItem<T>> {
	const sound = new WeakSet<object>();
	return Array.from({ length: itemCount }, (_, itemIndex) => readItem(itemIndex, readParameter, readValue, sound));
}

/**
 * Reads the parameters of one item, and notes what is wrong with it.
 * @param sound collections without undefined values: without an expression they are the same object for every item
 */
export function readItem<T>(
	itemIndex: number,
	readParameter: ReadParameter,
	readValue: ReadValue<T>,
	sound = new WeakSet<object>(),
): ReadItem<T> {
	const faults: Fault[] = [];
	/** Fields whose own reader would also report them as empty. */
	const undefinedFields = new Set<string>();
	const addFault: AddFault = (field, reason) => {
		if (!undefinedFields.has(field)) faults.push({ field, reason });
	};
	const read = (name: string) => {
		const parameter = readOrReason(() => readParameter(name, itemIndex, addFault));
		if (!parameter.ok) {
			addFault(name, parameter.reason);
			return undefined;
		}
		const { value } = parameter;
		const isCollection = typeof value === 'object' && value !== null;
		if (isCollection && sound.has(value)) return value;
		const undefinedFaults = undefinedOptions(name, value);
		if (isCollection && undefinedFaults.length === 0) sound.add(value);
		for (const fault of undefinedFaults) {
			faults.push(fault);
			// An entry that lacks a part is not looked at further
			undefinedFields.add(fault.field).add(fault.field.split('.')[0]!);
		}
		return value;
	};
	const value = readValue(read, addFault, itemIndex);
	return { itemIndex, value, faults };
}

/** An expression that throws makes only its own item faulty, not the whole run. */
function readOrReason(read: () => unknown): { ok: true; value: unknown } | { ok: false; reason: string } {
	try {
		return { ok: true, value: read() };
	} catch (error) {
		return { ok: false, reason: `cannot be read: ${error instanceof Error ? error.message : String(error)}` };
	}
}
