import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { readExample, type ExampleName } from '../../tools/n8n/exampleWorkflows';
import { ROOT, WORKFLOWS } from '../../tools/n8n/places';
import { SANDBOX_CREDENTIALS } from '../../tools/n8n/sandboxCredential';
import type { WorkflowNode } from '../../tools/n8n/restClient';
import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';
import { SmsMessagingTrigger } from '../../nodes/SmsMessaging/SmsMessagingTrigger.node';

const NAMES = readdirSync(WORKFLOWS).map((file) => basename(file, '.json') as ExampleName);
const RECIPES = join(ROOT, 'docs', 'recipes');
const DESCRIPTIONS: Record<string, INodeTypeDescription> = {
	'n8n-nodes-sms-messaging.smsMessaging': new SmsMessaging().description,
	'n8n-nodes-sms-messaging.smsMessagingTool': new SmsMessaging().description,
	'n8n-nodes-sms-messaging.smsMessagingTrigger': new SmsMessagingTrigger().description,
};

/** The control for a parameter of a node, for the operation that the node has chosen. */
function controlOf({ type, parameters }: WorkflowNode, name: string): INodeProperties | undefined {
	return DESCRIPTIONS[type]?.properties.find((property) => {
		const operations = property.displayOptions?.show?.operation;
		return property.name === name && (!operations || operations.includes(String(parameters.operation)));
	});
}

/** Parameters without a control: n8n would keep them silently, and nothing would ever read them. */
function unknownParameters(node: WorkflowNode): string[] {
	return Object.entries(node.parameters).flatMap(([name, value]) => {
		const control = controlOf(node, name);
		if (control === undefined) return [name];
		if (control.type !== 'collection') return [];
		const known = (control.options as Array<INodeProperties | INodePropertyOptions>).map((option) => option.name);
		return Object.keys(value as object)
			.filter((entry) => !known.includes(entry))
			.map((entry) => `${name}.${entry}`);
	});
}

describe.each(NAMES)('%s.json', (name) => {
	test('its SMS nodes use existing parameters', async () => {
		const workflow = await readExample(name);
		const own = workflow.nodes.filter(({ type }) => type in DESCRIPTIONS);
		expect(own).not.toHaveLength(0);
		expect(own.flatMap(unknownParameters)).toEqual([]);
		for (const { credentials } of own.filter(({ type }) => !type.endsWith('Trigger')))
			expect(credentials).toEqual(SANDBOX_CREDENTIALS);
	});

	test('webhooks and triggers have a pinned example, so that they can be tried', async () => {
		const { nodes, pinData } = await readExample(name);
		const called = nodes.filter(({ type }) => /\.(webhook|smsMessagingTrigger)$/.test(type));
		expect(Object.keys(pinData ?? {})).toEqual(called.map((node) => node.name));
	});

	test('all nodes are connected, and a sticky note explains it', async () => {
		const { nodes, connections } = await readExample(name);
		const targets = JSON.stringify(connections);
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		const unreached = nodes.filter(
			(node) =>
				!notes.includes(node) &&
				!/(Trigger|\.webhook)$/.test(node.type) &&
				// Tools and the model of an agent are connected to it, not it to them
				!Object.keys(connections[node.name] ?? {}).some((kind) => kind.startsWith('ai_')) &&
				!targets.includes(`"node":${JSON.stringify(node.name)}`),
		);
		expect(unreached.map((node) => node.name)).toEqual([]);
		expect(notes.length).toBeGreaterThan(0);
	});
});

test('each recipe has a page, a picture, a workflow of the same name and a line in the list', () => {
	const files = readdirSync(RECIPES).filter((file) => file !== 'README.md');
	const pages = files.filter((file) => file.endsWith('.md'));
	expect(files.filter((file) => !pages.includes(file))).toEqual(pages.map((page) => page.replace('.md', '.png')));
	const list = readFileSync(join(RECIPES, 'README.md'), 'utf8');
	expect(pages.filter((page) => !NAMES.includes(basename(page, '.md') as ExampleName))).toEqual([]);
	expect([...list.matchAll(/^- \[.*?\]\((.*?)\)/gm)].map(([, page]) => page).sort()).toEqual(pages);
});

test('no data table has a name within that of another: n8n finds them by a part of their name', () => {
	const files = NAMES.map((name) => readFileSync(join(WORKFLOWS, `${name}.json`), 'utf8'));
	const tables = new Set(files.flatMap((file) => [...file.matchAll(/"tableName": "(.+)"/g)].map(([, name]) => name!)));
	const isWithinOther = (name: string) => [...tables].some((other) => other !== name && other.includes(name));
	expect(tables.size).toBeGreaterThan(5);
	expect([...tables].filter(isWithinOther)).toEqual([]);
});
