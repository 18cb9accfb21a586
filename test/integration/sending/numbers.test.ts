import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';

import { hintsOf, NODE_MADE, sandboxForEach } from '../smsNode';

const node = sandboxForEach();

test('objects from an expression keep their message IDs; Message ID applies to a single destination', async () => {
	const people = [
		{ to: '+43 660 1234567', messageId: 'order-1' },
		{ to: 4915112345678, messageId: 17 },
		{ to: '41791234567' },
	];
	await node.send([{ people }], { to: '={{ $json.people }}' });
	expect(node.sandbox.requests[0]!.body.messages[0].destinations).toEqual([
		{ to: '436601234567', messageId: 'order-1' },
		{ to: '4915112345678', messageId: '17' },
		{ to: '41791234567', messageId: NODE_MADE },
	]);
	const { json } = await node.send([{ to: '+43 660 1234567' }], { messageOptions: { messageId: 'only-1' } });
	expect(json).toMatchObject([{ to: '436601234567', messageId: 'only-1' }]);
});

test('country and sender of the credential are for nodes that name none', async () => {
	const credential = { defaultCountry: 'AT', defaultSender: ' MyCompany ' };
	const send = async (to: string, own: object, more: object = {}) =>
		(await node.send([{ to }], own, { credential: { ...credential, ...more } })).json[0]!.error;
	expect(await send('0660 1234567', {})).toBeUndefined();
	expect(await send('660 1234568', { from: 'Other' })).toBeUndefined();
	expect(await send('079 123 45 67', { defaultCountry: 'CH' })).toBeUndefined();
	expect(await send('6601234569', { defaultCountry: 'none' })).toBeDefined();
	expect(await send('+43 660 1234567', {}, { defaultSender: '#N/A' })).toContain('Default Sender of the credential');
	expect(node.sandbox.messages.map(({ to, from }) => [to, from])).toEqual([
		['436601234567', 'MyCompany'],
		['436601234568', 'Other'],
		['41791234567', 'MyCompany'],
	]);
});

test('each item has its own country; the output also has a number that was written otherwise', async () => {
	const items = [
		{ to: '0660 1234567', country: 'AT' },
		{ to: '0151 12345678', country: 'DE' },
		{ to: '079 123 45 67', country: '' },
		{ to: '+41 79 123 45 67', country: 'AT' },
		// Of a French overseas department, which has a calling code of its own
		{ to: '+33 692 00 00 01', country: '' },
		{ to: '0660 1234567', country: 'Austria' },
	];
	const { json } = await node.send(items, { defaultCountry: '={{ $json.country }}' });
	expect(node.sentTo()).toEqual(['436601234567', '4915112345678', '41791234567', '262692000001']);
	const given = [0, 1, 4].map((index) => [index, items[index]!.to]);
	expect([...json.entries()].flatMap(([index, item]) => (item.given ? [[index, item.given]] : []))).toEqual(given);
	for (const index of [2, 5]) expect(json[index]!.error).toContain('Default Country');
});

test('numbers that no numbering plan has are sent, with one hint; a dry run marks them', async () => {
	const items = ['+1 123 555 0100', '+852 1000 0001', '+43 660 1234567', '+1 999 123 4567'].map((to) => ({ to }));
	const sent = await node.send(items);
	const dry = await node.send(items, { safeguards: { dryRun: true } });
	expect(node.sentTo()).toEqual(['11235550100', '85210000001', '436601234567', '19991234567']);
	for (const result of [sent, dry])
		expect(hintsOf(result)).toContainEqual(expect.stringMatching(/11235550100, 85210000001$/));
	expect(dry.json.map(({ inNumberingPlan }) => inNumberingPlan)).toEqual([false, false, undefined, undefined]);
});

test('Allowed Destinations: other numbers are error items, with the list in the error; an invalid prefix is one of every item', async () => {
	const items = [{ to: '0660123' }, { to: '+41 79 123 45 67' }, { to: '+4915112345' }];
	const send = async (allowedDestinations: string) =>
		(await node.send(items, { safeguards: { allowedDestinations }, defaultCountry: 'AT' })).json;
	expect((await send('+43, 0049'))[1]!.error).toMatch(/^'To' is 41791234567; .*Allowed Destinations.* 43, 49$/);
	expect(node.sentTo()).toEqual(['43660123', '4915112345']);
	for (const { error } of await send('43, Austria')) expect(error).toMatch(/'Allowed Destinations'.*'Austria'/);
	expect(node.sentTo()).toHaveLength(2);
});

test('a Send At in the past has a warning, on the node too; one in this minute does not', async () => {
	const iso = (agoMs: number) => new Date(Date.now() - agoMs).toISOString();
	const items = [iso(600_000), iso(1000), iso(-3_600_000), 'now'].map((at) => ({ to: '436600000000', at }));
	const result = await node.send(items, { schedule: { sendAt: { at: { time: '={{ $json.at }}' } } } });
	const late = expect.stringContaining('Send At is in the past');
	expect(result.json.map(({ warning }) => warning)).toEqual([late, undefined, undefined, undefined]);
	expect(hintsOf(result)).toContainEqual(expect.stringContaining('Send At in the past'));
	// Nothing was chosen for these
	expect(hintsOf(result)).toContainEqual(expect.stringContaining('Same Number Twice'));
});

test('Include Input Fields: errors have the columns too; of the output of an earlier node, what tells the fate of its message goes', async () => {
	const fates: IDataObject[] = [
		{ error: 'from before', status: 'open' },
		{ messageId: 'before', statusGroup: 'REJECTED', errorName: 'EC_BEFORE' },
		{ status: 'SKIPPED', reason: 'listed', skipped: true },
		{ messageId: 'before', dryRun: true, request: 1, requests: 1, deferredTo: 'then' },
		// What was not sent is sent again, and facts of another message
		{ error: 'busy', details: { state: 'notSent', to: '43665000' } },
		{
			messageId: 'before',
			statusGroup: 'PENDING',
			cutFrom: 5,
			ucs2Characters: ['’'],
			mccMnc: '23201',
		},
		{ messageId: 'before', statusGroup: 'DELIVERED', sentAt: 'then', from: 'A', pricePerMessage: 1, currency: 'EUR' },
	];
	// A table may have columns of these names
	const columns: IDataObject[] = [
		{ messageId: 'before', statusGroup: 'PENDING', body: { x: 1 }, request: 'r', reason: 'why', warning: 'w' },
		{ messageId: 'before', statusGroup: 'PENDING', sendAt: 'then', given: 'g', from: 'A', currency: 'EUR' },
		{ details: { state: 'CA' } },
		// Received: its text and keyword may be wanted
		{ messageId: 'before', receivedAt: 'then', keyword: 'QUIZ', from: 'A', smsCount: 2, pricePerMessage: 0 },
	];
	const items = [...fates, ...columns].map((fields, id) => ({ ...fields, to: `4366${id}000`, id }));
	const options = { includeInputFields: true };
	const { json } = await node.send([...items, { to: 'home', id: 'faulty' }], { options });
	const [faulty] = json.splice(-1);
	expect(Object.keys(faulty!)).toEqual(['to', 'id', 'error', 'details']);
	const plain = (await node.send(items)).json.map(({ messageId, bulkId, ...rest }) => rest);
	const { messageId, statusGroup, ...others } = columns[0]!;
	const kept = [
		...fates.map(() => ({})),
		others,
		{ sendAt: 'then', given: 'g', from: 'A', currency: 'EUR' },
		columns[2]!,
		{ receivedAt: 'then', keyword: 'QUIZ', from: 'A' },
	];
	const NODES = { messageId: NODE_MADE, bulkId: expect.any(String) };
	expect(json).toEqual(plain.map((item, id) => ({ ...kept[id], ...item, ...NODES, id })));
});

const TO = { to: '436601234567' };

const NUMBERS = ['447491163443', '43660123456', '12025550123'];
const NAMES = ['MyShop', 'Acme 24', '24/7', 'Köln'];
/** How people type and paste a number. */
const TYPED: Array<(number: string) => string> = [
	(number) => number,
	(number) => `+${number}`,
	(number) => `00${number}`,
	(number) => `+${number.slice(0, 2)} ${number.slice(2, 5)} ${number.slice(5)}`,
	(number) => `${number.slice(0, 4)}-${number.slice(4)}`,
];
const around = fc.constantFrom('', ' ', '\n', '\u200b', '\u202a', '\u00ad');
const typed = fc.oneof(
	fc.constantFrom(...NAMES).map((name) => ({ meant: name, written: name })),
	fc
		.tuple(fc.constantFrom(...NUMBERS), fc.constantFrom(...TYPED))
		.map(([number, way]) => ({ meant: number, written: way(number) })),
);
const senders = fc.sample(fc.tuple(around, typed, around), { numRuns: 60, seed: 58 }).map(([before, one, after]) => ({
	...one,
	written: before + one.written + after,
}));

test('a sender is sent as it is meant, and Get Logs finds it however it is typed', async () => {
	const items = senders.map((one) => ({ ...one, ...TO }));
	const result = await node.send(items, { from: '={{ $json.written }}' });
	const sent = node.sandbox.messages.map(({ from }) => from);
	expect(sent).toEqual(senders.map(({ meant }) => meant));
	expect(hintsOf(result).join()).not.toContain('From:');
	for (const { meant, written } of senders.slice(0, 10)) {
		const logs = await node.run({ operation: 'getLogs', returnAll: true, filters: { from: written } });
		expect(logs.json.length).toBe(sent.filter((from) => from === meant).length);
	}
});

const idInTo = (object: string) => ({ to: `={{ [{ ${object} }] }}` });

test.each([
	...[
		'={{ $json.uuid }}',
		'={{ $("Input").first().json.uuid + "-random" }}',
		'={{ "appt-" + $json["New date"] }}',
		'Infinity 4711',
		'={{ $json.uuid.split("").sort().reverse().join("-") }}',
		'=order-{{ $json.uuid }}{{ $json.again ? "-reminder" : "" }}',
		'={{ "random " + new Date("2026-12-24").getTime() }}',
	].map((messageId) => ({ messageOptions: { messageId } })),
	idInTo('to: "436601234567", messageId: "inv(" + $json.uuid, note: $now.toISO()'),
	idInTo('messageId: "a-" + $json.uuid, to: ["436601234567"][$now.weekday % 1]'),
	{ to: '=[{"to": "{{ $now.hour < 24 ? 436601234567 : 0 }}", "messageId": "alert-7"}]' },
	{ to: '={{ $now.hour < 24 ? "436601234567" : "" }}', messageOptions: { messageId: 'alert-7' } },
	{
		to: '={{ [1].filter(() => new Date(0) < new Date()).map(() => ({ to: "436601234567", messageId: $json.uuid })) }}',
	},
])('the message ID is the same in each try, and sent: %j', async (parameters) => {
	await node.send([{ ...TO, uuid: 'b0a7', 'New date': '2030-01-31' }], parameters);
	expect(node.sandbox.messages).toHaveLength(1);
});

test.each(['A very long name', 'Магазин', '名前'])('%p as a sender has a hint, in a dry run too', async (from) => {
	for (const dryRun of [true, false])
		expect(hintsOf(await node.send([TO], { from, safeguards: { dryRun } })).join()).toContain(from);
});
