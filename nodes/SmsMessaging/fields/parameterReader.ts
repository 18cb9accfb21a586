import type { IExecuteFunctions } from 'n8n-workflow';

import type { ReadParameter } from './items';
import { hasExpression, UNKNOWN, withoutEngine, type ValueOf } from './plainReferences';

/** How a parameter is read. */
interface Reading {
	valueOf: ValueOf;
	/** Whether the engine was seen to give the same. */
	isConfirmed: boolean;
}

/**
 * Gives parameters as n8n's `getNodeParameter` does. n8n's expression engine takes a third of a millisecond for each expression, so
 * it is left out where the value is plain to see; once for each parameter it has to confirm that.
 */
export function parameterReader(context: IExecuteFunctions): ReadParameter {
	const items = context.getInputData();
	const readings = new Map<string, Reading | undefined>();
	const ask: ReadParameter = (name, itemIndex) => context.getNodeParameter(name, itemIndex);

	const readingOf = (name: string): Reading | undefined => {
		if (readings.has(name)) return readings.get(name);
		const raw: unknown = context.getNodeParameter(name, 0, undefined, { rawExpressions: true });
		let reading: Reading | undefined;
		if (hasExpression(raw)) {
			const valueOf = withoutEngine(raw);
			reading = valueOf && { valueOf, isConfirmed: false };
		} else {
			const value = ask(name, 0);
			reading = { valueOf: () => value, isConfirmed: true };
		}
		readings.set(name, reading);
		return reading;
	};

	return (name, itemIndex) => {
		const reading = readingOf(name);
		const json = items[itemIndex]?.json;
		const value = reading === undefined || json === undefined ? UNKNOWN : reading.valueOf(json);
		if (reading?.isConfirmed === true && value !== UNKNOWN) return value;
		// Not to be asked again should the engine refuse
		if (value !== UNKNOWN) readings.set(name, undefined);
		const byEngine = ask(name, itemIndex);
		if (reading !== undefined && value !== UNKNOWN && isSame(value, byEngine)) readings.set(name, { ...reading, isConfirmed: true });
		return byEngine;
	};
}

function isSame(a: unknown, b: unknown): boolean {
	if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return Object.is(a, b);
	const [keys, others] = [Object.keys(a), Object.keys(b)];
	return keys.length === others.length && keys.every((key) => Object.hasOwn(b, key) && isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}
