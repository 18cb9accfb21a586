import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { credentialFor, NODE_MADE, runSms } from '../smsNode';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(async () => await sandbox.stop());
beforeEach(() => void (sandbox.requests.length = 0));

/** Sends, and gives the body that the service received. */
async function bodyFor(parameters: INodeParameters, item: Record<string, any> = {}): Promise<any> {
	const { error } = await runSms({
		parameters: { operation: 'sendText', to: '436601234567', text: 'Hello', hex: '48', ...parameters },
		items: [item],
		credential: credentialFor(sandbox),
	});
	expect(error).toBeUndefined();
	expect(sandbox.requests).toHaveLength(1);
	return sandbox.requests[0]!.body;
}
/** The request's ID, which the node makes itself where the user gives none. */
const bulkId: unknown = expect.stringMatching(/^n8n-[0-9a-f]{6}-e1-[0-9a-f]{8}-0-1$/);
const MESSAGE = { destinations: [{ to: '436601234567', messageId: NODE_MADE }], text: 'Hello' };

test('are added, and merged into a field that has controls for some of its parts', async () => {
	const body = await bodyFor({
		messageOptions: {
			languageCode: 'TR',
			extraFields: {
				json: {
					message: '{"language": {"singleShift": true}, "campaignId": 7, "list": [1, null, {"a": true}]}',
					request: '{"tracking": {"processKey": "k"}, "urlOptions": {"shortenUrl": false}}',
				},
			},
			tracking: { tracking: { track: 'SMS' } },
		},
		schedule: { deliveryTimeWindow: { window: { days: ['MONDAY'] } } },
	});
	expect(body).toEqual({
		bulkId,
		messages: [
			{
				...MESSAGE,
				language: { languageCode: 'TR', singleShift: true },
				deliveryTimeWindow: { days: ['MONDAY'] },
				campaignId: 7,
				list: [1, null, { a: true }],
			},
		],
		tracking: { track: 'SMS', processKey: 'k' },
		urlOptions: { shortenUrl: false },
	});
});

test('of a binary message: fields with controls only for texts', async () => {
	const body = await bodyFor({
		operation: 'sendBinary',
		messageOptions: {
			extraFields: {
				json: { message: '{"flash": true, "binary": {"udh": "00"}}', request: '{"tracking": {"track": "SMS"}}' },
			},
		},
	});
	expect(body).toEqual({
		bulkId,
		messages: [
			{ destinations: [{ to: '436601234567', messageId: NODE_MADE }], binary: { hex: '48', udh: '00' }, flash: true },
		],
		tracking: { track: 'SMS' },
	});
});

test.each([['{}'], [''], ['  '], ['={{ {} }}'], ['={{ null }}']])('empty values (%s) send nothing', async (nothing) => {
	const extraFields = { json: { message: nothing, request: nothing } };
	expect(await bodyFor({ messageOptions: { extraFields } })).toEqual({
		bulkId,
		messages: [MESSAGE],
	});
});

test('long numbers in them stay exact', async () => {
	await bodyFor({ messageOptions: { extraFields: { json: { message: '{"templateId": 1457717814630853757}' } } } });
	expect(sandbox.requests[0]!.rawBody).toContain('1457717814630853757');
});

test('__proto__ is an ordinary field, and changes no prototype', async () => {
	await bodyFor({
		messageOptions: {
			extraFields: {
				json: { message: '{"__proto__": {"from": "Other"}}', request: '{"__proto__": {"bulkId": "other"}}' },
			},
		},
	});
	const { rawBody } = sandbox.requests[0]!;
	expect(sandbox.messages.at(-1)!.from).toBeUndefined();
	expect(JSON.parse(rawBody).bulkId).toEqual(bulkId);
	expect(({} as any).from).toBeUndefined();
});
