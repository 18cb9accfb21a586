import { createRequire } from 'node:module';
import { join } from 'node:path';

import { N8N_PACKAGE } from '../../../tools/n8n/places';
import { compare, type N8nModules } from './comparison';
import { everyCharacterInNames, everyCharacterInTexts, everyKindOfItem } from './fixedCases';
import { checkReader } from './property';
import type { Task } from './realEngine';

/*
 * Started by `inRealN8n` with n8n's own Node: it gets a task, sends the result and ends. Here the modules of the installed n8n are
 * loaded, the only ones with engines other than 'legacy'.
 */
const requireOfN8n = createRequire(join(N8N_PACKAGE, 'package.json'));
const modules: N8nModules = { core: requireOfN8n('n8n-core'), workflow: requireOfN8n('n8n-workflow') };
const { Expression } = modules.workflow;

const fixedCases = {
	'characters in names': everyCharacterInNames,
	'characters in texts': everyCharacterInTexts,
	'kinds of items': () => everyKindOfItem(modules),
};

async function run(task: Task): Promise<unknown> {
	if (task.kind === 'generated') return await checkReader(modules, task.seed, task.cases);
	return await compare(modules, fixedCases[task.kind]());
}

process.once('disconnect', () => process.exit(1));
process.once('message', async (task: Task) => {
	// As n8n does at its start, with its default settings
	await Expression.initExpressionEngine({
		engine: task.engine,
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});
	const result = await run(task);
	process.send?.({ engine: Expression.getActiveImplementation(), result }, () => process.exit(0));
});
