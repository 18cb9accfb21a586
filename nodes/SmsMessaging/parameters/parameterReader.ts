import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ReadParameter } from './items';
import { hasExpression, UNKNOWN, withoutEngine, type ValueOf } from './plainReferences';

/**
 * Reads parameters like n8n's `getNodeParameter`; one without an expression is the same object for every item. n8n's expression engine
 * takes 50 ms to start and a third of a millisecond per expression, so plain references are read from the item.
 */
export function parameterReader(context: IExecuteFunctions): ReadParameter {
	const items = context.getInputData();
	const isSeenByEngine = seesInput(context, items);
	const readings = new Map<string, ValueOf | undefined>();
	const ask: ReadParameter = (name, itemIndex) => context.getNodeParameter(name, itemIndex);

	const readingOf = (name: string): ValueOf | undefined => {
		if (readings.has(name)) return readings.get(name);
		const raw: unknown = context.getNodeParameter(name, 0, undefined, { rawExpressions: true });
		let valueOf: ValueOf | undefined;
		if (!hasExpression(raw)) {
			const value = ask(name, 0);
			valueOf = () => value;
		} else if (isSeenByEngine) {
			valueOf = withoutEngine(raw);
		}
		readings.set(name, valueOf);
		return valueOf;
	};

	return (name, itemIndex) => {
		const json = items[itemIndex]?.json;
		const valueOf = readingOf(name);
		const value = json === undefined || valueOf === undefined ? UNKNOWN : valueOf(json);
		return value === UNKNOWN ? ask(name, itemIndex) : value;
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
