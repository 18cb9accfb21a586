import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ReadParameter } from './items';
import { hasExpression, UNKNOWN, withoutEngine, type ValueOf } from './plainReferences';

/** How a parameter is read. */
interface Reading {
	valueOf: ValueOf;
	/** Whether the engine was seen to return the same. */
	isConfirmed: boolean;
}

/**
 * Reads parameters like n8n's `getNodeParameter`; one without an expression is the same object for every item. n8n's expression
 * engine takes a third of a millisecond per expression, so it is bypassed if the value is plain to see, after confirming that once
 * per parameter.
 */
export function parameterReader(context: IExecuteFunctions): ReadParameter {
	const items = context.getInputData();
	const isSeenByEngine = seesInput(context, items);
	const readings = new Map<string, Reading | undefined>();
	const ask: ReadParameter = (name, itemIndex) => context.getNodeParameter(name, itemIndex);

	const readingOf = (name: string): Reading | undefined => {
		if (readings.has(name)) return readings.get(name);
		const raw: unknown = context.getNodeParameter(name, 0, undefined, { rawExpressions: true });
		let reading: Reading | undefined;
		if (!hasExpression(raw)) {
			const value = ask(name, 0);
			reading = { valueOf: () => value, isConfirmed: true };
		} else if (isSeenByEngine) {
			const valueOf = withoutEngine(raw);
			reading = valueOf && { valueOf, isConfirmed: false };
		}
		readings.set(name, reading);
		return reading;
	};

	return (name, itemIndex) => {
		const reading = readingOf(name);
		const json = items[itemIndex]?.json;
		const value = reading === undefined || json === undefined ? UNKNOWN : reading.valueOf(json);
		if (reading?.isConfirmed === true && value !== UNKNOWN) return value;
		// Stays unused from now on if the engine throws
		if (value !== UNKNOWN) readings.set(name, undefined);
		const byEngine = ask(name, itemIndex);
		if (reading !== undefined && value !== UNKNOWN && isSame(value, byEngine))
			readings.set(name, { ...reading, isConfirmed: true });
		return byEngine;
	};
}

/** Whether `$json` refers to the input items; if an AI agent calls the node as its tool, it refers to the agent's. */
function seesInput(context: IExecuteFunctions, items: INodeExecutionData[]): boolean {
	try {
		// With the binary mode 'combined', n8n returns only the json
		const seen = context.getWorkflowDataProxy(0).$input.all() as unknown[];
		return items.every((item, itemIndex) => seen[itemIndex] === item || seen[itemIndex] === item.json);
	} catch {
		// There is no item
		return false;
	}
}

function isSame(a: unknown, b: unknown): boolean {
	if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return Object.is(a, b);
	const [entries, others] = [Object.entries(a), Object.entries(b)];
	if (Array.isArray(a) !== Array.isArray(b) || entries.length !== others.length) return false;
	return entries.every(([key, part], index) => key === others[index]![0] && isSame(part, others[index]![1]));
}
