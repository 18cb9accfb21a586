import { DateTime } from 'luxon';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { NodeHelpers, type IDataObject, type INode, type INodeExecutionData } from 'n8n-workflow';

import { n8n as published } from '../../../package.json';
import { SmsMessaging } from '../../../nodes/SmsMessaging/SmsMessaging.node';
import { SmsMessagingPollingTrigger } from '../../../nodes/SmsMessaging/SmsMessagingPollingTrigger.node';
import { SmsMessagingTrigger } from '../../../nodes/SmsMessaging/SmsMessagingTrigger.node';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { post, TEXT } from '../../sandbox/client';
import { AskedExecution } from '../asking/askedExecution';
import { publish } from '../polling/poller';
import { credentialFor, SMS } from '../smsNode';
import { startTrigger } from '../trigger/triggerServer';

/** In place of a time in the files: one that has long passed is a fault. */
const JUST_NOW = DateTime.now().setZone('America/New_York').minus({ minutes: 2 }).toFormat("yyyy-MM-dd'T'HH:mm:ss");

/**
 * A file for each operation and trigger: nodes as users of 1.0.0 have them in their workflows, what the service gets from them, and what
 * comes out. An update leaves users' workflows as they are, so none of this may change; items may get more fields.
 * UPDATE_GOLDEN=1 records nodes that are not recorded yet; `npm run lint:fix` formats the file.
 */
interface GoldenFile {
	nodes: INode[];
	/** What the nodes get, as n8n pins it. */
	input?: INodeExecutionData[];
	/** By the node's name; json of the items of each output. */
	recorded?: Record<string, { requests: object[]; items: unknown[] }>;
}

const TYPES = [new SmsMessaging(), new SmsMessagingTrigger(), new SmsMessagingPollingTrigger()];
const files = readdirSync(__dirname).filter((name) => name.endsWith('.json'));
const read = (file: string) =>
	JSON.parse(readFileSync(join(__dirname, file), 'utf8').replaceAll('<just now>', JUST_NOW)) as GoldenFile;
const typeOf = ({ type }: INode) => TYPES.find(({ description }) => type.endsWith(`.${description.name}`))!;

/** As n8n loads them: defaults are filled in, and what has no field any more is gone. */
function parametersOf(node: INode): IDataObject {
	const { description } = typeOf(node);
	return NodeHelpers.getNodeParameters(description.properties, node.parameters, true, false, node, description)!;
}

test('each operation and trigger has its file', () => {
	const names = TYPES.flatMap(({ description: { name, properties } }) => {
		const operations = properties
			.filter((property) => property.name === 'operation')
			.flatMap(({ options }) => options!);
		return operations.length === 0
			? name
			: operations.map((operation) => String('value' in operation && operation.value));
	});
	expect(published.nodes).toHaveLength(TYPES.length);
	expect(files.toSorted()).toEqual(names.map((name) => `${name}.json`).toSorted());
});

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await startSandbox({ logsPerMinute: 100_000 })));
afterEach(async () => await sandbox.stop());

test.each(files.flatMap((file) => read(file).nodes.map(({ name }) => [file, name])))('%s: %s', async (file, name) => {
	const golden = read(file);
	const node = golden.nodes.find((one) => one.name === name)!;
	const { description } = typeOf(node);
	const parameters = parametersOf(node);
	expect(parameters.operation ?? description.name).toBe(basename(file, '.json'));
	expect(parameters).toMatchObject(node.parameters);
	expect(NodeHelpers.getNodeParametersIssues(description.properties, node, description)).toBeNull();
	const items = await run(node, golden.input, sandbox);
	const requests = sandbox.requests.map(({ method, path, rawQuery, body }) => ({
		...{ method, url: rawQuery === '' ? path : `${path}?${rawQuery}`, body },
	}));
	const result = masked({ requests, items });
	if (process.env.UPDATE_GOLDEN === '1' && golden.recorded?.[name] === undefined) {
		golden.recorded = { ...golden.recorded, [name]: result };
		writeFileSync(join(__dirname, file), JSON.stringify(golden));
	}
	const recorded = golden.recorded?.[name];
	expect(result.requests).toEqual(recorded?.requests);
	expect(result.items).toMatchObject(recorded!.items as object[]);
});

async function run(node: INode, input: INodeExecutionData[] | undefined, sandbox: Sandbox): Promise<unknown[]> {
	const credential = { ...credentialFor(sandbox), notificationToken: 'example' };
	if (typeOf(node) instanceof SmsMessagingTrigger) {
		const trigger = await startTrigger(node.parameters, { ...(node.credentials && { credential }) });
		await fill(sandbox, `${trigger.url.replace('//', '//service:example@')}?token=example`);
		await trigger.close();
		return trigger.executions;
	}
	await fill(sandbox);
	if (typeOf(node) instanceof SmsMessagingPollingTrigger)
		return [await publish(sandbox, { parameters: node.parameters }).poll()];
	const credentials = { [node.credentials!.smsMessagingApi!.id!]: credential };
	// The node takes the place of the one that tests have
	const settings = { ...node, name: SMS, type: 'smsMessaging' };
	const start = { ...(input && { items: input }), credentials };
	const asked = await AskedExecution.start(sandbox, {}, { settings, start, timezone: 'Europe/Vienna' });
	if (asked.isWaiting && parametersOf(node).operation === 'sendAndWait')
		await asked.post({ answer: 'approved', text: '12' }, asked.link('436601234567'));
	else if (asked.isWaiting) await asked.push(...(await sandbox.waitFor(() => sandbox.pushes[0])).reports);
	await asked.untilOver();
	if (asked.execution.error) throw asked.execution.error;
	return asked.execution.task(SMS)!.data!.main!.map((items) => items?.map(({ json }) => json));
}

/** Two messages have been sent and have their final status, one is scheduled, and one has been received. */
async function fill(sandbox: Sandbox, notifyUrl?: string): Promise<void> {
	const message = (to: string, messageId: string) => ({
		...{ destinations: [{ to, messageId }], from: 'MyCompany', text: 'Hello', applicationId: 'shop', notifyUrl },
		callbackData: JSON.stringify({ order: messageId }),
	});
	const messages = [message('436601234567', 'order-4711'), message('19990200270', 'order-4712')];
	await post(sandbox, TEXT, { bulkId: 'reminders', messages });
	await sandbox.waitFor(() => sandbox.messages.length === 2 && sandbox.messages.every(({ doneAt }) => doneAt));
	const sendAt = new Date(sandbox.now() + 86_400_000).toISOString();
	await post(sandbox, TEXT, { bulkId: 'later', messages: [{ ...message('436601234567', 'later'), sendAt }] });
	sandbox.forward(notifyUrl);
	sandbox.receive({ from: '436601234567', text: 'Stop it', callbackData: '{"campaign":1}' });
	const pushed = () => sandbox.pushes.flatMap(({ reports, received }) => [...reports, ...received]);
	if (notifyUrl !== undefined) await sandbox.waitFor(() => pushed().length === 3);
	await sandbox.pushesSettled();
	sandbox.requests.length = 0;
}

const TIME = /\d{4}-\d\d-\d\dT\d\d(?::|%3A)\d\d(?::|%3A)\d\d\.\d{3}(?:Z|(?:[+-]|%2B)\d\d:?\d\d)/g;
/** UUIDs, hashes, what is random in bulk IDs, and the key of a link to a question. */
const ID =
	/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<![\da-z])[\da-f]{24,64}(?![\da-z])|(?<=n8n-)[\da-f]{6}|(?<=-e1-)[\da-f]{8}|(?<=\?k=)[\w-]{12}/g;

/** Times of today and IDs differ from run to run: equal IDs keep equal names. The words of a warning may change. */
function masked<T>(result: T): T {
	const ids: string[] = [];
	const nameOf = (id: string) => `<id ${(ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1) + 1}>`;
	const isOfToday = (time: string) => Math.abs(Date.parse(decodeURIComponent(time)) - Date.now()) < 3 * 86_400_000;
	const json = JSON.stringify(result, (key, value: unknown) => (key === 'warning' ? '<words>' : value));
	return JSON.parse(json.replace(TIME, (time) => (isOfToday(time) ? '<time>' : time)).replace(ID, nameOf)) as T;
}
