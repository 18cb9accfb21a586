import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { credentialFor, NODE_MADE, runSms } from '../smsNode';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(async () => await sandbox.stop());
beforeEach(() => void (sandbox.requests.length = 0));

const run = async (
	to: unknown,
	{ item = {}, messageOptions = {} }: { item?: Record<string, any>; messageOptions?: object } = {},
) =>
	await runSms({
		parameters: { operation: 'sendText', to, text: 'Hello', messageOptions } as INodeParameters,
		items: [item],
		credential: credentialFor(sandbox),
	});

test.each<[string, unknown, Record<string, any>, string[]]>([
	['one number', '436601234567', {}, ['436601234567']],
	['a number value', 436601234567, {}, ['436601234567']],
	['a number value from a spreadsheet', '={{ $json.phone }}', { phone: 436601234567 }, ['436601234567']],
	[
		'several, separated by commas',
		'+43 660 1234567, 4915112345678,  0041791234567',
		{},
		['436601234567', '4915112345678', '41791234567'],
	],
	['a comma at the end', '436601234567,', {}, ['436601234567']],
	['several, one in each line', '436601234567\n4915112345678\n', {}, ['436601234567', '4915112345678']],
	[
		'an array of texts and numbers',
		'={{ $json.phones }}',
		{ phones: ['+436601234567', 4915112345678] },
		['436601234567', '4915112345678'],
	],
	[
		'an array written into the field',
		'={{ ["436601234567", "4915112345678"] }}',
		{},
		['436601234567', '4915112345678'],
	],
	[
		'a list put together from items',
		'={{ $("Input").all().map((item) => item.json.phone) }}',
		{ phone: '+436601234567' },
		['436601234567'],
	],
	[
		'objects with a field to, phone or number',
		'={{ $json.people }}',
		{ people: [{ to: '43660000' }, { phone: '+43661000', name: 'Ann' }, { to: '', number: 43662000 }] },
		['43660000', '43661000', '43662000'],
	],
])('To: %s', async (_, to, item, expected) => {
	const { error, json } = await run(to, { item });
	expect(error).toBeUndefined();
	expect(sandbox.requests).toHaveLength(1);
	expect(sandbox.requests[0]!.body.messages).toEqual([
		{ destinations: expected.map((number) => ({ to: number, messageId: NODE_MADE })), text: 'Hello' },
	]);
	expect(json.map((entry) => entry.to)).toEqual(expected);
});

test('an array of {to, messageId} from an expression keeps the message IDs', async () => {
	const people = [
		{ to: '+43 660 1234567', messageId: 'order-1' },
		{ to: 4915112345678, messageId: 17 },
		{ to: '41791234567' },
	];
	await run('={{ $json.people }}', { item: { people } });
	expect(sandbox.requests[0]!.body.messages[0].destinations).toEqual([
		{ to: '436601234567', messageId: 'order-1' },
		{ to: '4915112345678', messageId: '17' },
		{ to: '41791234567', messageId: NODE_MADE },
	]);
});

test('Message ID applies to a single destination', async () => {
	const { json } = await run('+43 660 1234567', { messageOptions: { messageId: 'only-1' } });
	expect(sandbox.requests[0]!.body.messages[0].destinations).toEqual([{ to: '436601234567', messageId: 'only-1' }]);
	expect(json.map(({ messageId }) => messageId)).toEqual(['only-1']);
});

test.each<[string, unknown, Record<string, any>?]>([
	['empty', '={{ "" }}'],
	['spaces only', '   '],
	['commas only', ' , ,'],
	['an expression that gives nothing', '={{ $json.phone }}'],
	['an empty array', '={{ [] }}'],
	['two numbers with a blank between them', '+43 660 1234567 +49 151 12345678'],
	['letters', '43660CALLME'],
	['a word that n8n knows as a code', 'ENOTFOUND'],
	['one of several with letters', '436601234567, home'],
	['a + in the middle', '43+6601234567'],
	['a lone +', '+'],
	['punctuation only', '--'],
	['a trunk zero in brackets', '+43 (0) 660 1234567'],
	['a number with a fraction', 4366012.5],
	['a negative number', -436601234567],
	['true', '={{ true }}'],
	['an object without a number', '={{ $json.contact }}', { contact: { name: 'Ann' } }],
	['an array with an empty entry', '={{ ["436601234567", ""] }}'],
	['an array with null', '={{ ["436601234567", null] }}'],
])('To: %s is refused before anything is sent', async (_, to, item = {}) => {
	const { error } = await run(to, { item });
	expect(error?.message).toMatch(/^'To' /);
	expect(sandbox.requests).toEqual([]);
});

test.each<[string, unknown, unknown]>([
	['one for several destinations', '436601234567, 4915112345678', 'x'],
	['one beside an ID in To', '={{ [{ to: "436601234567", messageId: "x" }] }}', 'y'],
	['undefined', '436601234567', '={{ $json.missing }}'],
	['an object', '436601234567', '={{ {"id": 1} }}'],
	['an object in To', '={{ [{ to: "436601234567", messageId: { id: 1 } }] }}', ''],
])('Message ID: %s is refused before anything is sent', async (_, to, messageId) => {
	const { error } = await run(to, { messageOptions: { messageId } });
	expect(error?.message).toContain('Message ID');
	expect(sandbox.requests).toEqual([]);
});

test('all invalid numbers of an item are named', async () => {
	const { error } = await run('home, 436601234567, work');
	expect(error?.message).toMatch(/'home'.*'work'/);
	expect(sandbox.requests).toEqual([]);
});
