import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE = 'n8n-nodes-bench';
const NODE = 'doNothingTrigger';

export const DO_NOTHING_TRIGGER = `${PACKAGE}.${NODE}`;

const MANIFEST = {
	name: PACKAGE,
	version: '1.0.0',
	n8n: { n8nNodesApiVersion: 1, nodes: ['dist/DoNothingTrigger.node.js'] },
};

const SOURCE = `class DoNothingTrigger {
	description = {
		displayName: 'Do Nothing Trigger',
		name: '${NODE}',
		group: ['trigger'],
		version: 1,
		description: 'Starts the workflow with the body of what is posted',
		defaults: { name: 'Do Nothing Trigger' },
		inputs: [],
		outputs: ['main'],
		webhooks: [{ name: 'default', httpMethod: 'POST', path: 'do-nothing', responseMode: 'onReceived', responseData: '' }],
		properties: [],
	};

	async webhook() {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}

module.exports = { DoNothingTrigger };
`;

/** Puts a community package with the least trigger that there can be beside ours. n8n must not be running on the folder. */
export async function installDoNothingTrigger(userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE);
	await mkdir(join(folder, 'dist'), { recursive: true });
	await writeFile(join(folder, 'package.json'), JSON.stringify(MANIFEST));
	await writeFile(join(folder, 'dist', 'DoNothingTrigger.node.js'), SOURCE);
}
