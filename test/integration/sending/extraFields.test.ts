import { NODE_MADE, NODE_MADE_BULK_ID, sandboxForEach } from '../smsNode';

const node = sandboxForEach();

/** Sends, and gives the body that the service received. */
async function bodyFor(extra: { message?: string; request?: string }, parameters: any = {}): Promise<any> {
	const { json } = await node.send([{ to: '436601234567' }], {
		...{ hex: '48', ...parameters },
		messageOptions: { extraFields: { json: extra }, ...parameters.messageOptions },
	});
	expect(json[0]).not.toHaveProperty('error');
	expect(node.sandbox.requests).toHaveLength(1);
	return node.sandbox.requests[0]!.body;
}
const destinations = [{ to: '436601234567', messageId: NODE_MADE }];

test('are added, and merged into a field that has controls for some of its parts', async () => {
	const extra = {
		message: '{"language": {"singleShift": true}, "campaignId": 7, "list": [1, null, {"a": true}]}',
		request: '{"tracking": {"processKey": "k"}, "urlOptions": {"shortenUrl": false}}',
	};
	const messageOptions = { languageCode: 'TR', tracking: { tracking: { track: 'SMS' } } };
	const schedule = { deliveryTimeWindow: { window: { days: ['MONDAY'] } } };
	expect(await bodyFor(extra, { messageOptions, schedule })).toEqual({
		bulkId: NODE_MADE_BULK_ID,
		messages: [
			{
				...{ destinations, text: 'Hello' },
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
	const extra = { message: '{"flash": true, "binary": {"udh": "00"}}', request: '{"tracking": {"track": "SMS"}}' };
	expect(await bodyFor(extra, { operation: 'sendBinary' })).toEqual({
		bulkId: NODE_MADE_BULK_ID,
		messages: [{ destinations, binary: { hex: '48', udh: '00' }, flash: true }],
		tracking: { track: 'SMS' },
	});
});

test.each(['{}', '', '  ', '={{ {} }}', '={{ null }}'])('empty values (%s) send nothing', async (nothing) => {
	const messages = [{ destinations, text: 'Hello' }];
	expect(await bodyFor({ message: nothing, request: nothing })).toEqual({ bulkId: NODE_MADE_BULK_ID, messages });
});

test('long numbers in them stay exact', async () => {
	await bodyFor({ message: '{"templateId": 1457717814630853757}' });
	expect(node.sandbox.requests[0]!.rawBody).toContain('1457717814630853757');
});

test('__proto__ is an ordinary field, and changes no prototype', async () => {
	await bodyFor({ message: '{"__proto__": {"from": "Other"}}', request: '{"__proto__": {"bulkId": "other"}}' });
	const { rawBody } = node.sandbox.requests[0]!;
	expect(node.sandbox.messages.at(-1)!.from).toBeUndefined();
	expect(JSON.parse(rawBody).bulkId).toEqual(NODE_MADE_BULK_ID);
	expect(({} as any).from).toBeUndefined();
});
