import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { itemListsOf } from '../n8n/execution';
import { isJsonObject } from '../text/json';

const ofContext = new WeakMap<IExecuteFunctions, Copies>();

/**
 * Evaluates an expression that may alter data on copies of it: n8n gives out its own items, also those of other nodes, so that
 * `$json.parts.pop()` would have another value in the next try, and `$input.all().sort()` give people each other's messages.
 */
export function onCopies<T>(context: IExecuteFunctions, evaluate: () => T): T {
	const copies = ofContext.get(context) ?? new Copies([context.getInputData(), ...itemListsOf(context)]);
	if (!ofContext.has(context)) {
		ofContext.set(context, copies);
		// All parameters are read without a pause; after that, n8n finds its items as they were
		queueMicrotask(() => {
			ofContext.delete(context);
			copies.giveBack();
		});
	}
	return copies.during(evaluate);
}

/** Items that give out their json, or during an evaluation a copy of it. */
class Copies {
	private readonly lists: ReadonlyArray<readonly [INodeExecutionData[], readonly INodeExecutionData[]]>;
	private readonly originals = new Map<INodeExecutionData, IDataObject>();
	private readonly copies = new Map<INodeExecutionData, IDataObject>();
	private isEvaluating = false;

	constructor(lists: INodeExecutionData[][]) {
		this.lists = [...new Set(lists)].map((list) => [list, [...list]] as const);
		for (const item of new Set(lists.flat())) {
			if (Object.getOwnPropertyDescriptor(item, 'json')?.configurable !== true) continue;
			this.originals.set(item, item.json);
			Object.defineProperty(item, 'json', {
				get: () => this.jsonOf(item),
				set: (json: IDataObject) => void this.copies.set(item, json),
				enumerable: true,
				configurable: true,
			});
		}
	}

	during<T>(evaluate: () => T): T {
		this.isEvaluating = true;
		try {
			return evaluate();
		} finally {
			this.isEvaluating = false;
			this.copies.clear();
			for (const [list, items] of this.lists) restore(list, items);
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

/** Dates and the like stay what they are. */
function copyOf<T>(value: T): T {
	if (Array.isArray(value)) return value.map(copyOf) as T;
	const isPlain = isJsonObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object);
	if (!isPlain) return value;
	return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part)])) as T;
}
