import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { credentialFor, runSms } from '../smsNode';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ logsPerMinute: 1000 });
});
afterAll(async () => await sandbox.stop());
beforeEach(() => {
	sandbox.requests.length = 0;
});

const send = async (sendAt: string, timezone: string, item = {}) =>
	await runSms({
		parameters: { operation: 'sendText', to: '436601234567', text: 'Hello', schedule: { sendAt } },
		items: [item],
		timezone,
		credential: credentialFor(sandbox),
	});

const CASES: Array<[string, string, string, string]> = [
	['no offset, summer', '2026-07-01T08:30:00', 'Europe/Vienna', '2026-07-01T08:30:00.000+0200'],
	['no offset, winter', '2026-01-15T08:30:00', 'Europe/Vienna', '2026-01-15T08:30:00.000+0100'],
	['no offset, half-hour zone', '2026-07-01T08:30:00', 'Asia/Kolkata', '2026-07-01T08:30:00.000+0530'],
	['no offset, zone of three quarters', '2026-07-01T08:30:00', 'Asia/Kathmandu', '2026-07-01T08:30:00.000+0545'],
	['no offset, west', '2026-07-01T08:30:00', 'America/St_Johns', '2026-07-01T08:30:00.000-0230'],
	['no offset, UTC', '2026-07-01T08:30:00', 'UTC', '2026-07-01T08:30:00.000+0000'],
	[
		'no offset, hour that the clock change skips',
		'2026-03-29T02:30:00',
		'Europe/Vienna',
		'2026-03-29T03:30:00.000+0200',
	],
	['a space instead of T', '2026-07-01 08:30', 'Europe/Vienna', '2026-07-01T08:30:00.000+0200'],
	['a day alone', '2026-07-01', 'Europe/Vienna', '2026-07-01T00:00:00.000+0200'],
	['an offset', '2026-07-01T08:30:00.250-03:30', 'Europe/Vienna', '2026-07-01T08:30:00.250-0330'],
	['the interface’s own form', '2026-07-01T08:30:00.000+0000', 'Europe/Vienna', '2026-07-01T08:30:00.000+0000'],
	['Z', '2026-07-01T08:30:00Z', 'Europe/Vienna', '2026-07-01T08:30:00.000+0000'],
	[
		'a Luxon DateTime',
		'={{ DateTime.fromISO("2026-07-01T08:30:00", { zone: "Asia/Tokyo" }) }}',
		'Europe/Vienna',
		'2026-07-01T08:30:00.000+0900',
	],
	[
		'a Luxon DateTime in the zone of the workflow',
		'={{ DateTime.fromISO("2026-07-01T08:30:00") }}',
		'Asia/Kolkata',
		'2026-07-01T08:30:00.000+0530',
	],
	['a Date', '={{ new Date(Date.UTC(2026, 6, 1, 8, 30)) }}', 'Europe/Vienna', '2026-07-01T08:30:00.000+0000'],
	['text of the input', '={{ $json.when }}', 'Europe/Vienna', '2026-07-01T08:30:00.000+0200'],
];

test.each(CASES)('sendAt: %s', async (_, value, timezone, expected) => {
	const { error } = await send(value, timezone, { when: '2026-07-01T08:30:00' });
	expect(error).toBeUndefined();
	expect(sandbox.requests.map(({ body }) => body.messages[0].sendAt)).toEqual([expected]);
});

test.each(CASES)('sentSince and sentUntil: %s', async (_, value, timezone, expected) => {
	const { error } = await runSms({
		parameters: { operation: 'getLogs', filters: { sentSince: value, sentUntil: value } },
		items: [{ when: '2026-07-01T08:30:00' }],
		timezone,
		credential: credentialFor(sandbox),
	});
	expect(error).toBeUndefined();
	expect(sandbox.requests.map(({ query }) => query)).toEqual([{ sentSince: expected, sentUntil: expected }]);
	expect(sandbox.requests[0]!.rawQuery).not.toContain('+');
});

test('$now, as n8n gives it, is the present moment in the zone of the workflow', async () => {
	const before = Date.now();
	await send('={{ $now }}', 'Asia/Kolkata');
	const sent = sandbox.requests[0]!.body.messages[0].sendAt as string;
	expect(sent).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0530$/);
	const instant = Date.parse(sent.replace('+0530', '+05:30'));
	expect(instant).toBeGreaterThanOrEqual(before);
	expect(instant).toBeLessThanOrEqual(Date.now());
});

test.each([
	'tomorrow',
	'2026-02-30T08:30:00',
	'2026-07-01T25:00:00',
	'08:30',
	'31.01.2026',
	'={{ 1782894600000 }}',
	'={{ true }}',
	'={{ {} }}',
	'={{ new Date("no") }}',
	'={{ DateTime.fromISO("no") }}',
])('%s is no date', async (value) => {
	for (const [parameters, field] of [
		[{ operation: 'sendText', to: '436601234567', text: 'Hello', schedule: { sendAt: value } }, 'sendAt'],
		[{ operation: 'getLogs', filters: { sentSince: value } }, 'sentSince'],
		[{ operation: 'getLogs', filters: { sentUntil: value } }, 'sentUntil'],
	] as Array<[INodeParameters, string]>) {
		const { error } = await runSms({ parameters, credential: credentialFor(sandbox) });
		expect(error?.message).toMatch(
			new RegExp(`^'${field}' is .*, but must be a date and time, for example 2030-01-31T08:30:00 or 2030-`),
		);
	}
	expect(sandbox.requests).toEqual([]);
});
