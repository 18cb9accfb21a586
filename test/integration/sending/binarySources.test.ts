import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import { sandboxForEach } from '../smsNode';

const node = sandboxForEach();

const fileOf = (bytes: Buffer): IBinaryData => ({
	data: bytes.toString('base64'),
	mimeType: 'application/octet-stream',
});
const PARAMETERS = {
	operation: 'sendBinary',
	to: '436601234567',
	contentSource: 'binaryField',
	binaryPropertyName: '={{ $json.field ?? "data" }}',
};
const sent = () => node.sandbox.requests.flatMap(({ body }) => body.messages.map(({ binary }: any) => binary));

test('each item sends its own field, and an unreadable field makes its item invalid', async () => {
	const items: INodeExecutionData[] = [
		{ json: { field: 'data' }, binary: { data: fileOf(Buffer.from([1, 2])) } },
		{ json: { field: 'photo' }, binary: { data: fileOf(Buffer.from([3])) } },
		{ json: { field: 'large' }, binary: { large: fileOf(Buffer.alloc(40_000)) } },
		{ json: { field: 'other' }, binary: { other: fileOf(Buffer.from([4])) } },
	];
	const { json } = await node.send([], PARAMETERS, { start: { items } });
	expect(sent()).toEqual([{ hex: '01 02' }, { hex: '04' }]);
	expect(json.map(({ error }) => error)).toEqual([
		undefined,
		expect.stringMatching(/'photo'.*'data'/),
		expect.stringMatching(/40\d\d\d bytes.* 34170/),
		undefined,
	]);
});

test('a file is found in a workflow that keeps files in the json', async () => {
	const start = { settings: { binaryMode: 'combined' as const } };
	const { json } = await node.send([{ data: fileOf(Buffer.from([1, 2])) }], PARAMETERS, { start });
	expect(json[0]).not.toHaveProperty('error');
	expect(sent()).toEqual([{ hex: '01 02' }]);
});
