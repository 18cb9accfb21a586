import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { isJsonObject } from '../text/json';
import { describe, type AddFault } from './values';

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
		let value: unknown;
		try {
			value = readParameter(name, itemIndex, addFault);
		} catch (error) {
			// It makes only its own item faulty, not the whole run
			addFault(name, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
			return undefined;
		}
		const collection = typeof value === 'object' && value !== null ? value : undefined;
		if (collection !== undefined && sound.has(collection)) return value;
		const undefinedFaults = undefinedOptions(name, value);
		if (collection !== undefined && undefinedFaults.length === 0) sound.add(collection);
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

/** Parameters that no item may omit. */
const REQUIRED: readonly string[] = ['to', 'text', 'hex', 'base64', 'bulkId', 'sendAt', 'timeZone'];
/** Options that hold a structure defined by the user. */
const STRUCTURES: readonly string[] = ['callbackData', 'extraFields.message', 'extraFields.request'];
const COLLECTIONS: readonly string[] = ['safeguards', 'schedule', 'messageOptions', 'options', 'filters'];
/** Fixed collections without a collection around them. */
const FIXED_COLLECTIONS: readonly string[] = ['queryParameters'];

const REASON = 'is undefined; check its expression';
/** What omits an option; '' unless that is a fault. */
const OMITTED: Record<string, string> = { 'sendAt.time': "'now'" };
/** Nobody may get a message because a name is mistyped. */
const FOR_ALL_ITEMS = 'skipNumbers';

const omissible = (field: string) =>
	field === FOR_ALL_ITEMS
		? `${REASON}, or nobody is skipped`
		: `${REASON} (to omit it for some items, write {{ … ?? ${OMITTED[field] ?? "''"} }})`;
/** Most parts of an option may not be empty. */
const ofPart = (field: string) => (field in OMITTED ? omissible(field) : REASON);
const ofRequired = () => REASON;

/**
 * Options that the user added but whose expression evaluates to undefined, at every depth. Omitting them would drop a setting
 * because of a mistyped name; null and '' are what empty table cells contain, and still count as "not filled in".
 */
export function undefinedOptions(parameter: string, value: unknown): Fault[] {
	const reasonOf = REQUIRED.includes(parameter) ? ofRequired : omissible;
	if (value === undefined) return [{ field: parameter, reason: reasonOf(parameter) }];
	if (COLLECTIONS.includes(parameter) && !isJsonObject(value))
		return [{ field: parameter, reason: `is ${describe(value)}, but must be a collection; remove its expression` }];
	if (FIXED_COLLECTIONS.includes(parameter)) return inFixedCollection(parameter, value, ofRequired);
	if (!isJsonObject(value)) return [];
	return Object.entries(value).flatMap(([option, optionValue]) => {
		if (optionValue === undefined) return [{ field: option, reason: reasonOf(option) }];
		return inFixedCollection(option, optionValue, ofPart);
	});
}

/** A fixed collection keeps its parts, or a list of entries, under a group's name. */
function inFixedCollection(field: string, value: unknown, reasonOf: (field: string) => string): Fault[] {
	if (STRUCTURES.includes(field) || !isJsonObject(value)) return [];
	return Object.values(value).flatMap((group) => {
		if (group === undefined) return [{ field, reason: reasonOf(field) }];
		return [group].flat().flatMap((entry, index) =>
			Object.entries(isJsonObject(entry) ? entry : {}).flatMap(([part, partValue]) => {
				const path = `${field}.${part}`;
				if (partValue !== undefined) return inFixedCollection(path, partValue, reasonOf);
				return [{ field: path, reason: `${Array.isArray(group) ? `of entry ${index + 1} ` : ''}${reasonOf(path)}` }];
			}),
		);
	});
}

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

/** A parameter's label in the panel, or its name if the panel does not show it. */
export type LabelOf = (field: string) => string;

const STEP = ' → ';

/**
 * The labels of parameters, of the entries of collections, and of the parts of these: `sendAt.time` is 'Send At → Date and Time'.
 * A part alone is found too, since a list from an expression has the same parts.
 */
export function labelsOf(fields: INodeProperties[]): LabelOf {
	let labels: ReadonlyMap<string, string> | undefined;
	return (field) => {
		// Needed only if something is wrong; of two fields of one name, the first counts
		labels ??= new Map([...labelled(fields, '', '')].reverse());
		const ofPart = () => [...labels!].find(([path]) => path.endsWith(`.${field}`))?.[1];
		return labels.get(field) ?? ofPart()?.split(STEP).at(-1) ?? field;
	};
}

function* labelled(fields: INodeProperties[], above: string, labelAbove: string): Generator<[string, string]> {
	for (const { name, displayName, type, options = [] } of fields) {
		const [path, label] = [above + name, labelAbove + displayName];
		yield [path, label];
		if (type === 'collection') yield* labelled(options as INodeProperties[], above, labelAbove);
		if (type === 'fixedCollection')
			for (const { values } of options as INodePropertyCollection[])
				yield* labelled(values, `${path}.`, `${label}${STEP}`);
	}
}

/** The faults as text for the user. */
export function describeFaults(faults: Fault[], labelOf: LabelOf): string {
	return faults.map(({ field, reason }) => `'${labelOf(field)}' ${reason}`).join('; ');
}
