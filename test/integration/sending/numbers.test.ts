import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { CONTINUE, credentialFor, runSms } from '../smsNode';

let sandbox: Sandbox;
let earlier = 0;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(async () => await sandbox.stop());
beforeEach(() => {
	sandbox.requests.length = 0;
	earlier = sandbox.messages.length;
});

const run = async (items: IDataObject[], parameters: IDataObject) =>
	await runSms({
		parameters: { operation: 'sendText', to: '={{ $json.to }}', text: 'Hello', ...parameters } as never,
		items,
		credential: credentialFor(sandbox),
		settings: CONTINUE,
	});
const sentTo = () => sandbox.messages.slice(earlier).map(({ to }) => to);

test.each<[string, IDataObject, string]>([
	// The country is the one that the number belongs to, not the one that it begins like
	['6601234567', { defaultCountry: 'AT' }, '436601234567'],
	['0660/123 45 67', { defaultCountry: 'AT' }, '436601234567'],
	['(0)660 1234567', { defaultCountry: 'at' }, '436601234567'],
	['(202) 555-0123', { defaultCountry: 'US' }, '12025550123'],
	['1 202 555 0123', { defaultCountry: 'US' }, '12025550123'],
	['06 12345678', { defaultCountry: 'IT' }, '390612345678'],
	['8 912 345-67-89', { defaultCountry: 'RU' }, '79123456789'],
	['011 15 2345-6789', { defaultCountry: 'AR' }, '5491123456789'],
	// As this package itself puts numbers out
	['436601234567', { defaultCountry: 'AT' }, '436601234567'],
	// Mobile numbers that begin like the country code
	['9123456789', { defaultCountry: 'IN' }, '919123456789'],
	['393 123 4567', { defaultCountry: 'IT' }, '393931234567'],
	['919123456789', { defaultCountry: 'IN' }, '919123456789'],
	['(00) 41 79 123 45 67', { defaultCountry: 'AT' }, '41791234567'],
	['+ 39 06 12345678', {}, '390612345678'],
	['436601234567.0', {}, '436601234567'],
	['\u202a43\u00a0660·123/45−67\u202c', {}, '436601234567'],
	// Of a French overseas department, which has a calling code of its own
	['0692 00 00 01', { defaultCountry: 'FR' }, '262692000001'],
	['["+43 660 1234567"]', {}, '436601234567'],
	['12345', { defaultCountry: 'asWritten' }, '12345'],
])('%s with %j is sent to %s', async (to, options, expected) => {
	const { json } = await run([{ to }], options);
	expect(sentTo()).toEqual([expected]);
	expect(json).toEqual([expect.objectContaining({ to: expected })]);
});

test('of many faults in one list, the error names the first ones and counts the others', async () => {
	const { json } = await run([{ to: Array.from({ length: 50 }, (_, index) => `nobody ${index}`).join() }], {});
	expect(json).toEqual([
		{ error: expect.stringMatching(/nobody 19(?!.*nobody 20).*30 more/), details: expect.anything() },
	]);
	expect((json[0]!.details as { faults: object[] }).faults).toHaveLength(21);
	expect(sandbox.requests).toEqual([]);
});

test('country and sender of the credential are for nodes that name none', async () => {
	const credential = { ...credentialFor(sandbox), defaultCountry: 'AT', defaultSender: ' MyCompany ' };
	const items = ['0660 1234567', '660 1234568', '079 123 45 67', '6601234569'].map((to) => ({ to }));
	const send = async (own: IDataObject) =>
		await runSms({
			parameters: { operation: 'sendText', to: '={{ $json.to }}', text: 'Hello', ...own } as never,
			items: items.splice(0, 1),
			credential,
			settings: CONTINUE,
		});
	await send({});
	await send({ from: 'Other' });
	await send({ defaultCountry: 'CH' });
	const { json } = await send({ defaultCountry: 'none' });
	expect(json).toEqual([expect.objectContaining({ error: expect.any(String) })]);
	items.push({ to: '+43 660 1234567' });
	credential.defaultSender = '#N/A';
	expect((await send({})).json[0]!.error).toContain('Default Sender of the credential');
	expect(sandbox.messages.slice(earlier).map(({ to, from }) => [to, from])).toEqual([
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
		{ to: '+33 692 00 00 01', country: '' },
	];
	const { json } = await run(items, { defaultCountry: '={{ $json.country }}' });
	expect(sentTo()).toEqual(['436601234567', '4915112345678', '41791234567', '262692000001']);
	expect(json.map(({ given }) => given)).toEqual([
		'0660 1234567',
		'0151 12345678',
		undefined,
		undefined,
		'+33 692 00 00 01',
	]);
	expect(json[2]!.error).toContain('Default Country');
});

test.each<[string, IDataObject, string]>([
	['6601234567', {}, 'Thailand: a number after 66 does not begin with 0.'],
	['+43 0660 1234567', {}, 'Austria: a number after 43 does not begin with 0.'],
	['0660 1234567', {}, 'No country code begins with 0'],
	['+0660 1234567', { defaultCountry: 'AT' }, 'No country code begins with 0'],
	['2105550123', {}, 'There is no country code 210'],
	['+1 555-0123', {}, 'United States: a number after 1 has 10 digits, not 7'],
	['555-0123', { defaultCountry: 'US' }, 'United States: a national number has 10 digits'],
	['43 0660 1234567', { defaultCountry: 'AT' }, 'Austria: remove the 0 after 43'],
	['0', { defaultCountry: 'AT' }, 'Austria: a national number has 4 to 13 digits'],
	['0660 1234567', { defaultCountry: 'Austria' }, "'Default Country' is 'Austria'"],
])('%s with %j is an invalid item, and the error shows how it was read', async (to, options, fault) => {
	const { json } = await run([{ to }], options);
	expect(json).toEqual([{ error: expect.stringContaining(fault), details: expect.anything() }]);
	expect(sandbox.requests).toEqual([]);
});

test('numbers that no numbering plan has are sent, with one hint; a dry run marks them', async () => {
	const parameters = { operation: 'sendText', to: '={{ $json.to }}', text: 'Hello' };
	const items = ['+1 123 555 0100', '+852 1000 0001', '+43 660 1234567', '+1 999 123 4567'].map((to) => ({ to }));
	const credential = credentialFor(sandbox);
	const sent = await runSms({ parameters, items, credential });
	const dry = await runSms({ parameters: { ...parameters, safeguards: { dryRun: true } }, items, credential });
	expect(sentTo()).toEqual(['11235550100', '85210000001', '436601234567', '19991234567']);
	for (const { task } of [sent, dry])
		expect(task('SMS Messaging')!.hints!.map(({ message }) => message)).toContain(
			'Check these numbers, which no numbering plan has: 11235550100, 85210000001',
		);
	expect(dry.json.map(({ inNumberingPlan }) => inNumberingPlan)).toEqual([false, false, undefined, undefined]);
});

test('Allowed Destinations: other numbers are error items, with the list in the error', async () => {
	const items = [{ to: '0660123' }, { to: '+41 79 123 45 67' }, { to: '+4915112345' }];
	const { json } = await run(items, { safeguards: { allowedDestinations: '+43, 0049' }, defaultCountry: 'AT' });
	expect(sentTo()).toEqual(['43660123', '4915112345']);
	expect(json[1]!.error).toBe(
		"'To' is 41791234567; Safeguards → Allowed Destinations allows only numbers that begin with 43, 49",
	);
});

test('Allowed Destinations: an invalid prefix is an error of every item', async () => {
	const { json } = await run([{ to: '43660000' }], { safeguards: { allowedDestinations: '43, Austria' } });
	expect(json[0]!.error).toContain("'Allowed Destinations' contains 'Austria'");
	expect(sandbox.requests).toEqual([]);
});

test('a Send At in the past has a warning, on the node too; one in this minute does not', async () => {
	const iso = (agoMs: number) => new Date(Date.now() - agoMs).toISOString();
	const items = [iso(600_000), iso(1000), iso(-3_600_000), 'now'].map((at) => ({ to: '436600000000', at }));
	const { json, task } = await runSms({
		parameters: {
			operation: 'sendText',
			to: '={{ $json.to }}',
			text: 'Hello',
			schedule: { sendAt: { at: { time: '={{ $json.at }}' } } },
		},
		items,
		credential: credentialFor(sandbox),
	});
	expect(json.map(({ warning }) => warning)).toEqual([
		expect.stringContaining('Send At is in the past'),
		undefined,
		undefined,
		undefined,
	]);
	const hints = task('SMS Messaging')!.hints!.map(({ message }) => message);
	expect(hints).toEqual(expect.arrayContaining([expect.stringContaining('A message has a Send At in the past')]));
	// Nothing was chosen for these
	expect(hints).toEqual(expect.arrayContaining([expect.stringContaining('Same Number Twice')]));
});

test('Include Input Fields adds the input fields, to errors too, except an error of the input; the node’s fields have priority', async () => {
	const items = [
		{ to: '+43660000', id: 7, error: 'from before', status: 'open' },
		{ to: 'home', id: 8 },
		// From another node of this kind
		{ to: '43661000', id: 9, messageId: 'before', statusGroup: 'REJECTED', errorName: 'EC_BEFORE' },
		{ to: '43662000', id: 10, status: 'SKIPPED', reason: 'listed', skipped: true },
		{ to: '43663000', id: 11, messageId: 'before', dryRun: true, request: 1, requests: 1, deferredTo: 'then' },
		// A table may have columns of these names
		{ to: '43667000', id: 15, error: null, details: { state: 'CA' } },
		// What was not sent is sent again, and facts of another message
		{ to: '43665000', id: 13, error: 'busy', details: { state: 'notSent', to: '43665000' } },
		{
			to: '43666000',
			id: 14,
			messageId: 'before',
			statusGroup: 'PENDING',
			cutFrom: 5,
			ucs2Characters: ['’'],
			mccMnc: '23201',
		},
	];
	const columns = { body: { x: 1 }, request: 'r', reason: 'why', warning: 'w', sendAt: 'then', given: 'g' };
	const ofUser = { to: '43664000', id: 12, messageId: 'before', statusGroup: 'PENDING', ...columns };
	const { json } = await run([...items, ofUser], { options: { includeInputFields: true } });
	expect(json.pop()).toMatchObject(columns);
	expect(json[0]).toMatchObject({ to: '43660000', id: 7, status: expect.stringContaining('PENDING') });
	expect(json[0]).not.toHaveProperty('error');
	expect(Object.keys(json[1]!)).toEqual(['to', 'id', 'error', 'details']);
	expect(json.slice(2)).toEqual([
		expect.objectContaining({
			to: '43661000',
			id: 9,
			statusGroup: 'PENDING',
			messageId: expect.not.stringMatching('before'),
		}),
		expect.objectContaining({ to: '43662000', id: 10, statusGroup: 'PENDING' }),
		...[11, 15, 13, 14].map((id) => expect.objectContaining({ id, statusGroup: 'PENDING' })),
	]);
	const [, , , , , table, again, other] = json;
	expect(table).toMatchObject({ details: { state: 'CA' } });
	expect(again).not.toHaveProperty('details');
	for (const name of ['cutFrom', 'ucs2Characters', 'mccMnc']) expect(other).not.toHaveProperty(name);
	for (const name of ['errorName', 'skipped', 'reason', 'dryRun', 'request', 'requests', 'deferredTo'])
		for (const item of json) expect(item).not.toHaveProperty(name);
});
