import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { CONTINUE, credentialFor, NODE_MADE, runSms, STOP } from '../smsNode';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(async () => await sandbox.stop());
beforeEach(() => void (sandbox.requests.length = 0));

const TEXT: INodeParameters = { operation: 'sendText', to: '={{ $json.to }}', text: '={{ "Hello " + $json.name }}' };
const numbers = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ to: `43660${1000000 + index}`, name: `N${index}` }));
const send = async (items: Array<Record<string, any>>, parameters: INodeParameters = {}) =>
	await runSms({ parameters: { ...TEXT, ...parameters }, items, credential: credentialFor(sandbox) });

test.each([
	['7 of 3', 7, 3, [3, 3, 1]],
	['6 of 3', 6, 3, [3, 3]],
	['3 of 1', 3, 1, [1, 1, 1]],
	['150 of 1000', 150, 1000, [150]],
	['101 where the option is empty', 101, '', [100, 1]],
])('option Messages per Request: %s', async (_, count, messagesPerRequest, sizes) => {
	await send(numbers(count), { options: { messagesPerRequest } });
	expect(sandbox.requests.map(({ body }) => body.messages.length)).toEqual(sizes);
});

test('a repeated message ID, even for another number, is an error: the later item is not sent', async () => {
	const items = [
		{ to: '436601234567', messageId: 'once' },
		{ to: '4915112345678', messageId: 'twice' },
		{ to: '436601234568', messageId: 'once' },
	];
	const run = {
		parameters: { ...TEXT, to: '={{ $json }}' },
		items,
		credential: credentialFor(sandbox),
		// Other tests have sent to this sandbox in execution 1
		start: { additionalData: { executionId: '2' } },
	};
	const stopped = await runSms({ ...run, settings: STOP });
	expect(stopped.error!.message).toBe("'Message ID' 'once' is already the message ID of item 0 [item 2]");
	expect(sandbox.requests).toEqual([]);
	const { json } = await runSms({ ...run, settings: CONTINUE });
	expect(json.map(({ error, messageId }) => messageId ?? error)).toEqual([
		'once',
		'twice',
		"'Message ID' 'once' is already the message ID of item 0",
	]);
});

test.each([
	['x'.repeat(201), /^'Message ID' has 201 characters/],
	['a,b', /^'Message ID' is 'a,b'/],
	[' a', /^'Message ID' is ' a'/],
	['a\u200b', /^'Message ID' is 'a/],
])('a message ID that is too long or unsuitable for a list is an error: %p', async (messageId, fault) => {
	const run = { parameters: { ...TEXT, to: '={{ $json }}' }, credential: credentialFor(sandbox) };
	const { error } = await runSms({ ...run, items: [{ to: '436601234567', messageId }], settings: STOP });
	expect(error!.message).toMatch(fault);
	expect(sandbox.requests).toEqual([]);
});

test('a bulk ID of more than 100 characters is an error', async () => {
	const parameters = { ...TEXT, to: '436601234567', messageOptions: { bulkId: 'x'.repeat(101) } };
	const { error } = await runSms({ parameters, credential: credentialFor(sandbox), settings: STOP });
	expect(error!.message).toMatch(/^'Bulk ID' has 101 characters/);
	expect(sandbox.requests).toEqual([]);
});

describe('messages with different request settings never share a request, and are output in order', () => {
	const setting = (index: number) => ['a', 'b', 'a', '', 'b'][index % 5]!;
	const items = numbers(10).map((item, index) => ({ ...item, setting: setting(index) }));
	const toOf = (wanted: string) => items.filter(({ setting: own }) => own === wanted).map(({ to }) => to);

	test.each<[string, INodeParameters, (body: any) => unknown, (value: string) => unknown]>([
		[
			'bulkId',
			{ bulkId: '={{ $json.setting }}' },
			({ bulkId }) => bulkId,
			(value) => value || expect.stringMatching(/^n8n-[0-9a-f]{6}-e1-[0-9a-f]{8}-0-1$/),
		],
		[
			'extra request fields',
			{
				extraFields: {
					json: { request: '={{ $json.setting ? { urlOptions: { domain: $json.setting } } : {} }}' },
				},
			},
			({ urlOptions }) => urlOptions,
			(value) => (value ? { domain: value } : undefined),
		],
	])('%s', async (_, messageOptions, read, expected) => {
		const { json, paired } = await send(items, { messageOptions });
		const byValue = sandbox.requests.map(({ body }) => [
			read(body),
			body.messages.map(({ destinations }: any) => destinations[0].to),
		]);
		expect(byValue).toEqual([
			[expected('a'), toOf('a')],
			[expected('b'), toOf('b')],
			[expected(''), toOf('')],
		]);
		expect(json.map(({ to }) => to)).toEqual(items.map(({ to }) => to));
		expect(paired).toEqual(items.map((__, index) => index));
	});
});

describe('a rejected destination is output with its reason, beside the others', () => {
	const items = [
		{ to: '436601234567', name: 'a' },
		{ to: '19990100600', name: 'b' },
		{ to: '19990100800', name: 'c' },
	];
	const refused = (to: string, serviceCode: string, description: RegExp) => ({
		to,
		state: 'refused',
		serviceCode,
		description: expect.stringMatching(description),
		response: expect.objectContaining({
			to,
			status: expect.objectContaining({ groupName: 'REJECTED', name: serviceCode }),
		}),
	});
	const details = [
		refused(
			'19990100600',
			'REJECTED_NETWORK',
			/^Ask your service to open this network for your account\. The service advises: Contact account manager\.$/,
		),
		refused('19990100800', 'REJECTED_PREFIX_MISSING', /country code.*\+43 660 1234567/),
	];
	const reason = ({ to, serviceCode }: { to: string; serviceCode: string }) =>
		expect.stringContaining(`The service rejected ${to} (${serviceCode}`);

	test('Stop: one error, with every destination in its details', async () => {
		const { error, json } = await send(items);
		expect(json).toEqual([]);
		expect(error!.message).toMatch(
			/^2 of 3 destinations were not accepted: The service rejected 19990100600 \(REJECTED_NETWORK/,
		);
		expect(error!.description).toMatch(
			/^436601234567 was accepted;.*<ul><li>Item 1: The service rejected 19990100600 .*<\/li><li>Item 2: .*19990100800.*country code/,
		);
		const bulkId = expect.stringMatching(/^n8n-[0-9a-f]{6}-e1-[0-9a-f]{8}-0-1$/);
		expect((error as any).context.data).toEqual({
			requests: [{ bulkId, accepted: 1, refused: 2, unknown: 0, notSent: 0 }],
			destinations: [
				...details.map((detail, index) =>
					expect.objectContaining({ ...detail, itemIndex: index + 1, bulkId, error: reason(detail) }),
				),
				expect.objectContaining({
					itemIndex: 0,
					to: '436601234567',
					state: 'accepted',
					messageId: NODE_MADE,
				}),
			],
		});
	});
});
