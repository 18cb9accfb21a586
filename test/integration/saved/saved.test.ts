import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { SmsMessaging } from '../../../nodes/SmsMessaging/SmsMessaging.node';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { credentialFor, runSms } from '../smsNode';
import firstVersion from './0.1.0.json';
import beforeMessageOptions from './before-message-options.json';

interface SavedNode {
	parameters: INodeParameters;
	request: { path: string; query?: Record<string, string>; body?: object };
}

const VERSIONS: Record<string, Record<string, SavedNode>> = {
	'0.1.0': firstVersion,
	'before Delivery Report and Request moved into Message Options': beforeMessageOptions,
};
const saved = Object.entries(VERSIONS).flatMap(([version, nodes]) =>
	Object.entries(nodes).map(([name, node]): [string, string, SavedNode] => [version, name, node]),
);

const { description } = new SmsMessaging();
const { properties } = description;

/** What the editor makes of stored parameters when it opens a workflow and saves it again. */
function openedAndSaved(stored: INodeParameters): INodeParameters {
	const opened = load(stored, true);
	return load(opened, false);
}

const load = (stored: INodeParameters, withDefaults: boolean): INodeParameters =>
	NodeHelpers.getNodeParameters(properties, stored, withDefaults, false, { typeVersion: 1 }, description)!;

const isShown = (stored: INodeParameters, name: string): boolean =>
	properties
		.filter((property) => property.name === name)
		.some((property) => NodeHelpers.displayParameter(load(stored, true), property, { typeVersion: 1 }, description));

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());

describe.each(saved)('saved by %s: %s', (_version, _name, { parameters, request }) => {
	test.each([
		['run as it is stored', parameters],
		['run after the editor has opened and saved it', openedAndSaved(parameters)],
	])('%s, it sends the same request as ever', async (_how, stored) => {
		sandbox.requests.length = 0;
		const { error } = await runSms({
			parameters: { operation: 'sendText', ...stored },
			items: [{ id: 'row-1', phone: '436601234567', name: 'Ada' }],
			credential: credentialFor(sandbox),
		});
		expect(error).toBeUndefined();
		const [{ path, query, body }] = sandbox.requests as [Sandbox['requests'][number]];
		expect({ path, query, body: withoutToken(body) }).toEqual({ query: {}, body: {}, ...request });
	});
});

test('what is in both places counts where it is now', async () => {
	sandbox.requests.length = 0;
	await runSms({
		parameters: {
			operation: 'sendText',
			to: '436601234567',
			text: 'Hello',
			messageOptions: { callbackData: 'new', bulkId: 'new', requestExtraFields: '{"a": 1}' },
			deliveryReport: { callbackData: 'old', intermediateReport: true },
			requestOptions: { bulkId: 'old', extraFields: '{"b": 1}' },
		},
		credential: credentialFor(sandbox),
	});
	expect(sandbox.requests[0]!.body).toEqual({
		bulkId: 'new',
		a: 1,
		messages: [
			{ destinations: [{ to: '436601234567' }], text: 'Hello', callbackData: 'new', intermediateReport: true },
		],
	});
});

test.each(['deliveryReport', 'requestOptions'])('%s shows only where it is filled in', (name) => {
	expect(isShown({ operation: 'sendText' }, name)).toBe(false);
	expect(isShown({ operation: 'sendText', [name]: {} }, name)).toBe(false);
	expect(isShown({ operation: 'sendText', [name]: { callbackData: 'x', bulkId: 'x' } }, name)).toBe(true);
	expect(isShown({ operation: 'getLogs', [name]: { callbackData: 'x', bulkId: 'x' } }, name)).toBe(false);
});

/** The address of a waiting execution is another one each time. */
function withoutToken(body: object = {}): unknown {
	const text = JSON.stringify(body).replace(/"http[^"]*\/webhook-waiting\/[^"]*"/g, '"this execution"');
	return JSON.parse(text);
}
