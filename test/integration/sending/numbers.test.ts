import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { CONTINUE, credentialFor, runSms } from '../smsNode';

let sandbox: Sandbox;
let earlier = 0;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(async () => await sandbox.stop());
beforeEach(() => {
	sandbox.requests.length = 0;
	earlier = sandbox.messages.length;
});

const run = async (items: IDataObject[], options: IDataObject) =>
	await runSms({
		parameters: { operation: 'sendText', to: '={{ $json.to }}', text: 'Hello', options } as never,
		items,
		credential: credentialFor(sandbox),
		settings: CONTINUE,
	});
const sentTo = () => sandbox.messages.slice(earlier).map(({ to }) => to);

test.each(['43', '+43', '0043', ' +43 ', 43])(
	'Default Country Code %p stands in for the 0 of national numbers; others stay as they are',
	async (countryCode) => {
		const items = [{ to: '0660 123-4567' }, { to: '(0)660 7654321' }, { to: '0049 151 12345' }, { to: '41791234567' }];
		const { json } = await run(items, { countryCode });
		expect(sentTo()).toEqual(['436601234567', '436607654321', '4915112345', '41791234567']);
		expect(json.map(({ to }) => to)).toEqual(sentTo());
		expect(json.map(({ given }) => given)).toEqual(['0660 123-4567', '(0)660 7654321', undefined, undefined]);
	},
);

test('each item has its own country code', async () => {
	const items = [
		{ to: '0660123', code: '43' },
		{ to: '0151123', code: '+49' },
		{ to: '079123', code: '' },
	];
	const { json } = await run(items, { countryCode: '={{ $json.code }}' });
	expect(sentTo()).toEqual(['43660123', '49151123']);
	expect(json[2]!.error).toContain('its country code is missing');
});

test.each<[string, IDataObject, string]>([
	[
		'0660 1234567',
		{},
		"'to' is '0660 1234567', a national number: its country code is missing; enter it in international form (+43 660 …), or set Options → Default Country Code",
	],
	['+0660123', { countryCode: '43' }, 'no country code begins with 0'],
	['0', { countryCode: '43' }, 'not a phone number'],
	['012345678901234', { countryCode: '433' }, 'not a phone number'],
	['0660123', { countryCode: 'AT' }, "'countryCode' is 'AT', but must be a country code such as 43 or +43"],
	['0660123', { countryCode: '43660' }, "'countryCode' is '43660'"],
])('%s with %j is a faulty item', async (to, options, fault) => {
	const { json } = await run([{ to }], options);
	expect(json).toEqual([{ error: expect.stringContaining(fault), details: expect.anything() }]);
	expect(sandbox.requests).toEqual([]);
});

test('Allowed Destinations: other numbers are faulty items, named with the list', async () => {
	const items = [{ to: '0660123' }, { to: '+41 79 123' }, { to: '4915112345' }];
	const { json } = await run(items, { allowedDestinations: '+43, 0049', countryCode: '43' });
	expect(sentTo()).toEqual(['43660123', '4915112345']);
	expect(json[1]!.error).toBe(
		"'to' is 4179123; Options → Allowed Destinations allows only numbers that begin with 43, 49",
	);
});

test('Allowed Destinations: what is no beginning of a number is a fault of every item', async () => {
	const { json } = await run([{ to: '43660' }], { allowedDestinations: '43, Austria' });
	expect(json[0]!.error).toContain("'allowedDestinations' contains ' Austria'");
	expect(sandbox.requests).toEqual([]);
});

test('a Send At in the past comes out with a warning, on the node too; one of this minute does not', async () => {
	const iso = (agoMs: number) => new Date(Date.now() - agoMs).toISOString();
	const items = [iso(3_600_000), iso(1000), iso(-3_600_000), null].map((at) => ({ to: '43660', at }));
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
	expect(task('SMS Messaging')!.hints).toEqual([
		expect.objectContaining({ message: expect.stringContaining('A message has a Send At in the past') }),
	]);
});

test('Include Input Fields: the fields of the input item come out too, those of the node win, an error does not come along', async () => {
	const items = [
		{ to: '+43660', id: 7, error: 'from before', status: 'open' },
		{ to: 'home', id: 8 },
		// From another node of this kind
		{ to: '43661', id: 9, messageId: 'before', statusGroup: 'REJECTED', errorName: 'EC_BEFORE' },
		{ to: '43662', id: 10, skipped: true, originalItem: 1 },
	];
	const { json } = await run(items, { includeInputFields: true });
	expect(json[0]).toMatchObject({ to: '43660', id: 7, status: expect.stringContaining('PENDING') });
	expect(json[0]).not.toHaveProperty('error');
	expect(Object.keys(json[1]!)).toEqual(['error', 'details']);
	expect(json.slice(2)).toEqual([
		expect.objectContaining({
			to: '43661',
			id: 9,
			statusGroup: 'PENDING',
			messageId: expect.not.stringMatching('before'),
		}),
		expect.objectContaining({ to: '43662', id: 10, statusGroup: 'PENDING' }),
	]);
	for (const name of ['errorName', 'skipped', 'originalItem'])
		for (const item of json) expect(item).not.toHaveProperty(name);
});
