import type { IBinaryData, INodeExecutionData, INodeParameters, IWorkflowSettings } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { CONTINUE, credentialFor, runSms, STOP } from '../smsNode';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(async () => await sandbox.stop());
beforeEach(() => void (sandbox.requests.length = 0));

const fileOf = (bytes: Buffer): IBinaryData => ({
	data: bytes.toString('base64'),
	mimeType: 'application/octet-stream',
});

const send = async (
	parameters: INodeParameters,
	items: INodeExecutionData[] = [{ json: {} }],
	settings = STOP,
	ofWorkflow: IWorkflowSettings = {},
) =>
	await runSms({
		parameters: { operation: 'sendBinary', to: '436601234567', ...parameters },
		credential: credentialFor(sandbox),
		settings,
		start: { items, settings: ofWorkflow },
	});
const sent = () => sandbox.requests.flatMap(({ body }) => body.messages.map(({ binary }: any) => binary));

test('each item sends its own field, and an unreadable field makes its item invalid', async () => {
	const items: INodeExecutionData[] = [
		{ json: { field: 'data' }, binary: { data: fileOf(Buffer.from([1, 2])) } },
		{ json: { field: 'photo' }, binary: { data: fileOf(Buffer.from([3])) } },
		{ json: { field: 'large' }, binary: { large: fileOf(Buffer.alloc(40_000)) } },
		{ json: { field: 'other' }, binary: { other: fileOf(Buffer.from([4])) } },
	];
	const parameters = { contentSource: 'binaryField', binaryPropertyName: '={{ $json.field }}' };
	const { json } = await send(parameters, items, CONTINUE);
	expect(sent()).toEqual([{ hex: '01 02' }, { hex: '04' }]);
	expect(json.map(({ error }) => error)).toEqual([
		undefined,
		"'Input Binary Field' is 'photo', but the item has only 'data'",
		expect.stringMatching(/'Input Binary Field' has 40\d\d\d bytes.* 34170/),
		undefined,
	]);
});

test('a file is found in a workflow that keeps files in the json', async () => {
	const items = [{ json: { data: fileOf(Buffer.from([1, 2])) as never } }];
	const parameters = { contentSource: 'binaryField', binaryPropertyName: 'data' };
	const { json } = await send(parameters, items, CONTINUE, { binaryMode: 'combined' });
	expect(json[0]).not.toHaveProperty('error');
	expect(sent()).toEqual([{ hex: '01 02' }]);
});
