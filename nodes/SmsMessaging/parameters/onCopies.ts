import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { inputListsOf, outputListsOf } from '../n8n/execution';
import { isJsonObject } from '../text/json';
import type { Altered } from './expressionCode';

const ofContext = new WeakMap<IExecuteFunctions, Copies>();

/**
 * Evaluates an expression that may alter the json of items on copies of it: n8n gives out its own items, also those of other nodes, so
 * that `$json.parts.pop()` would have another value in the next try, and `$input.all().sort()` give people each other's messages.
 */
export function onCopies<T>(context: IExecuteFunctions, altered: Altered, evaluate: () => T): T {
	const copies = ofContext.get(context) ?? new Copies();
	if (!ofContext.has(context)) {
		ofContext.set(context, copies);
		// Parameters are read many at a time; whenever the node pauses, n8n finds its items as they were
		queueMicrotask(() => {
			ofContext.delete(context);
			copies.giveBack();
		});
		copies.add([context.getInputData(), ...inputListsOf(context)]);
	}
	if (altered !== 'item') copies.addOthers(context);
	return copies.during(altered, evaluate);
}

/** Items that give out their json, or during an evaluation a copy of it. */
class Copies {
	private readonly lists = new Map<INodeExecutionData[], readonly INodeExecutionData[]>();
	private readonly originals = new Map<INodeExecutionData, IDataObject>();
	private readonly copies = new Map<INodeExecutionData, IDataObject>();
	private isEvaluating = false;
	private hasOthers = false;

	add(lists: INodeExecutionData[][]): void {
		for (const list of lists) {
			if (this.lists.has(list)) continue;
			this.lists.set(list, [...list]);
			for (const item of list) this.wrap(item);
		}
	}

	/** The items of all nodes. */
	addOthers(context: IExecuteFunctions): void {
		if (!this.hasOthers) this.add(outputListsOf(context));
		this.hasOthers = true;
	}

	private wrap(item: INodeExecutionData): void {
		const isFree = Object.getOwnPropertyDescriptor(item, 'json')?.configurable === true;
		if (!isFree || this.originals.has(item)) return;
		this.originals.set(item, item.json);
		Object.defineProperty(item, 'json', {
			get: () => this.jsonOf(item),
			set: (json: IDataObject) => void (this.isEvaluating ? this.copies : this.originals).set(item, json),
			enumerable: true,
			configurable: true,
		});
	}

	/** @returns a copy of the value, since it may hold items */
	during<T>(altered: Altered, evaluate: () => T): T {
		this.isEvaluating = true;
		try {
			return copyOf(evaluate(), copyNow);
		} finally {
			this.isEvaluating = false;
			this.copies.clear();
			if (altered === 'lists') for (const [list, items] of this.lists) restore(list, items);
		}
	}

	giveBack(): void {
		for (const [item, value] of this.originals)
			Object.defineProperty(item, 'json', { value, writable: true, enumerable: true, configurable: true });
	}

	private jsonOf(item: INodeExecutionData): IDataObject {
		const original = this.originals.get(item)!;
		if (!this.isEvaluating) return original;
		const copy = this.copies.get(item) ?? copyOf(original);
		this.copies.set(item, copy);
		return copy;
	}
}

function restore<T>(list: T[], items: readonly T[]): void {
	if (list.length === items.length && list.every((item, index) => item === items[index])) return;
	list.length = 0;
	for (const item of items) list.push(item);
}

/**
 * What is neither a list nor a plain object stays what it is.
 * @param copyPart copies a part of an object, by default once somebody reads it: an expression may look at one field of thousands of items
 */
function copyOf<T>(value: T, copyPart = copyWhenRead): T {
	if (Array.isArray(value)) return value.map((part) => copyOf(part, copyPart)) as T;
	if (value instanceof Date) return new Date(value) as T;
	const isPlain = isJsonObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object);
	if (!isPlain) return value;
	const copy: Record<string, unknown> = { ...value };
	for (const name of Object.keys(copy)) {
		const part = copy[name];
		if (typeof part === 'object' && part !== null) copyPart(copy, name, part);
	}
	return copy as T;
}

function copyNow(owner: Record<string, unknown>, name: string, part: unknown): void {
	owner[name] = copyOf(part, copyNow);
}

function copyWhenRead(owner: Record<string, unknown>, name: string, part: unknown): void {
	const set = (value: unknown) =>
		Object.defineProperty(owner, name, { value, writable: true, enumerable: true, configurable: true });
	const get = () => {
		const copy = copyOf(part);
		set(copy);
		return copy;
	};
	Object.defineProperty(owner, name, { get, set, enumerable: true, configurable: true });
}
