import './n8nSettings';

import * as core from 'n8n-core';
import * as workflow from 'n8n-workflow';

import { type N8nModules, compare } from '../support/parameters/comparison';
import { everyCharacterInNames, everyCharacterInTexts, everyKindOfItem } from '../support/parameters/fixedCases';
import { checkReader } from '../support/parameters/property';

/** With n8n's engine 'legacy', the only one that runs in this process; the others: test/long/parameters.test.ts. */

const modules: N8nModules = { core, workflow };

test('generated parameters and items are read with the same value or error as in n8n', async () => {
	const { counterexample, reads, asked } = await checkReader(modules, 3, 20);
	expect(counterexample).toBeUndefined();
	expect(asked).toBeLessThan(0.8 * reads);
});

test.each([
	['every character in the name of a field', everyCharacterInNames()],
	['every character in a text', everyCharacterInTexts()],
	['every kind of item', everyKindOfItem(modules)],
])('%s', async (_title, fixed) => {
	const { differences, reads, asked } = await compare(modules, fixed);
	expect(differences).toEqual([]);
	expect(asked).toBeLessThan(0.9 * reads);
});
