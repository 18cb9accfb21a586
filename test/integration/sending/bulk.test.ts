import { NODE_MADE, NODE_MADE_BULK_ID, sandboxForEach, STOP } from '../smsNode';

const node = sandboxForEach();

const numbers = (count: number) => Array.from({ length: count }, (_, index) => ({ to: `43660${1000000 + index}` }));

test.each([
	['7 of 3', 7, 3, [3, 3, 1]],
	['6 of 3', 6, 3, [3, 3]],
	['3 of 1', 3, 1, [1, 1, 1]],
	['150 of 1000', 150, 1000, [150]],
	['101 where the option is empty', 101, '', [100, 1]],
])('option Messages per Request: %s', async (_, count, messagesPerRequest, sizes) => {
	await node.send(numbers(count), { options: { messagesPerRequest } });
	expect(node.sandbox.requests.map(({ body }) => body.messages.length)).toEqual(sizes);
});

describe('messages with different request settings never share a request, and are output in order', () => {
	const items = numbers(10).map((item, index) => ({ ...item, setting: ['a', 'b', 'a', '', 'b'][index % 5]! }));
	const toOf = (wanted: string) => items.filter(({ setting }) => setting === wanted).map(({ to }) => to);

	test.each<[string, object, (body: any) => unknown, (value: string) => unknown]>([
		[
			'bulkId',
			{ bulkId: '={{ $json.setting }}' },
			({ bulkId }) => bulkId,
			(value) => (value === '' ? NODE_MADE_BULK_ID : value),
		],
		[
			'extra request fields',
			{ extraFields: { json: { request: '={{ $json.setting ? { urlOptions: { domain: $json.setting } } : {} }}' } } },
			({ urlOptions }) => urlOptions,
			(value) => (value === '' ? undefined : { domain: value }),
		],
	])('%s', async (_, messageOptions, read, expected) => {
		const { json, paired } = await node.send(items, { messageOptions });
		const byValue = node.sandbox.requests.map(({ body }) => [
			read(body),
			body.messages.map(({ destinations }: any) => destinations[0].to),
		]);
		expect(byValue).toEqual(['a', 'b', ''].map((value) => [expected(value), toOf(value)]));
		expect(json.map(({ to }) => to)).toEqual(items.map(({ to }) => to));
		expect(paired).toEqual(items.map((__, index) => index));
	});
});

test('rejected destinations with Stop: one error names each with its reason and advice, and what was accepted', async () => {
	const items = ['436601234567', '19990100600', '19990100800'].map((to) => ({ to }));
	const { error, json } = await node.send(items, {}, { settings: STOP });
	expect(json).toEqual([]);
	expect(error!.message).toMatch(/^2 of 3 destinations .* 19990100600 \(REJECTED_NETWORK/);
	expect(error!.description).toMatch(
		/^436601234567 was accepted.*<li>Item 1: .*19990100600 .*<li>Item 2: .*19990100800/,
	);
	const rejected = (itemIndex: number, serviceCode: string, advice: RegExp) => {
		const { to } = items[itemIndex]!;
		return expect.objectContaining({
			...{ itemIndex, to, state: 'refused', serviceCode, bulkId: NODE_MADE_BULK_ID },
			error: expect.stringContaining(`${to} (${serviceCode}`),
			description: expect.stringMatching(advice),
			response: expect.objectContaining({ to, status: expect.objectContaining({ name: serviceCode }) }),
		});
	};
	expect((error as any).context.data).toEqual({
		requests: [{ bulkId: NODE_MADE_BULK_ID, accepted: 1, refused: 2, unknown: 0, notSent: 0 }],
		destinations: [
			rejected(1, 'REJECTED_NETWORK', /^Ask your service .* The service advises: Contact account manager\.$/),
			rejected(2, 'REJECTED_PREFIX_MISSING', /country code/),
			expect.objectContaining({ itemIndex: 0, to: '436601234567', state: 'accepted', messageId: NODE_MADE }),
		],
	});
});
