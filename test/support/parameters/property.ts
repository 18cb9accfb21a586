import fc, { type Arbitrary } from 'fast-check';
import { inspect } from 'node:util';

import { compare, dateTimeOf, type Case, type Comparison, type N8nModules } from './comparison';
import { parameter } from './expressions';
import { itemJson, type DateTimeClass } from './itemValues';
import { NAMES } from './names';

/** The result of the generated cases. */
export interface PropertyResult extends Omit<Comparison, 'differences'> {
	cases: number;
	/** The smallest case found in which the reader's result differs from n8n's. */
	counterexample?: string;
}

/** Parameters that the node has, and others. */
const PARAMETERS = [
	...['to', 'from', 'text', 'messageOptions', 'schedule', 'queryParameters', 'other', 'another', 'third'],
	'fourth',
];

function caseOf(DateTime: DateTimeClass): Arbitrary<Case> {
	// Few names, so that expressions and items have some in common
	return fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }).chain((some) => {
		const names = fc.constantFrom(...some);
		return fc.record<Case, 'parameters' | 'items' | 'order' | 'isPinned'>(
			{
				parameters: fc.dictionary(fc.constantFrom(...PARAMETERS), parameter(names), {
					minKeys: 1,
					maxKeys: PARAMETERS.length,
					size: 'max',
				}),
				items: fc.array(itemJson(names, DateTime), { minLength: 2, maxLength: 12, size: 'max' }),
				order: fc.array(fc.nat(9), { minLength: 1, maxLength: 6 }),
				isPinned: fc.boolean(),
				binaryMode: fc.constant('combined' as const),
			},
			{ requiredKeys: ['parameters', 'items', 'order', 'isPinned'] },
		);
	});
}

/** Generates cases until the reader's result differs from n8n's in one. */
export async function checkReader(modules: N8nModules, seed: number, cases: number): Promise<PropertyResult> {
	const result: PropertyResult = { cases: 0, reads: 0, asked: 0 };
	const property = fc.asyncProperty(caseOf(dateTimeOf(modules)), async (generated) => {
		const { reads, asked, differences } = await compare(modules, generated);
		result.cases++;
		result.reads += reads;
		result.asked += asked;
		if (differences.length > 0) throw new Error(differences.slice(0, 3).join('\n'));
	});
	const { failed, counterexample, errorInstance, counterexamplePath } = await fc.check(property, {
		seed,
		numRuns: cases,
	});
	if (!failed) return result;
	const [smallest] = counterexample!;
	const shown = inspect(
		{ ...smallest, items: smallest.items.map((makeJson) => makeJson()) },
		{ depth: 10, showProxy: true, maxStringLength: 200 },
	);
	const error = errorInstance instanceof Error ? inspect(errorInstance) : String(errorInstance);
	return { ...result, counterexample: `seed ${seed}, path ${counterexamplePath}\n${shown}\n${error}` };
}
