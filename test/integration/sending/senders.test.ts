import fc from 'fast-check';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { received } from '../receiving/entries';
import { CONTINUE, credentialFor, runSms, SMS } from '../smsNode';
import { startTrigger } from '../trigger/triggerServer';

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await startSandbox()));
afterEach(async () => await sandbox.stop());

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
	const credential = credentialFor(sandbox);
	const { error, task } = await runSms({
		parameters: { operation: 'sendText', to: '436601234567', text: 'Hello', from: '={{ $json.written }}' },
		items: senders,
		credential,
	});
	expect(error).toBeUndefined();
	const sent = sandbox.messages.map(({ from }) => from);
	expect(sent).toEqual(senders.map(({ meant }) => meant));
	expect(
		task(SMS)!
			.hints!.map(({ message }) => message)
			.join(),
	).not.toContain('From:');
	for (const { meant, written } of senders.slice(0, 10)) {
		const logs = await runSms({
			parameters: { resource: 'delivery', operation: 'getLogs', returnAll: true, filters: { from: written } },
			credential,
		});
		expect(logs.json.length).toBe(sent.filter((from) => from === meant).length);
	}
});

test.each(['+44 7491 163443', '0044 7491*', '447491163443; MyShop', 'Acme 24\n447491163443'])(
	'the trigger compares senders that are numbers as numbers: %p',
	async (from) => {
		const trigger = await startTrigger({ startOn: 'received', options: { from } });
		const results = TYPED.map((way, index) => received(`${index}`, { from: way(NUMBERS[0]!) }));
		const others = [received('other', { from: NUMBERS[1] }), received('name', { from: 'Nobody' })];
		await fetch(trigger.url, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ results: [...results, ...others] }),
		});
		expect(trigger.executions.flat().map((item) => item.from)).toEqual(TYPED.map(() => NUMBERS[0]));
		await trigger.close();
	},
);

test.each([
	{ from: '4.36601E+11' },
	{ messageOptions: { bulkId: 'Spring, 2026' } },
	{ messageOptions: { bulkId: ' b1' } },
	{ messageOptions: { messageId: '={{ 12345678901234567891 }}' } },
	{ messageOptions: { messageId: '={{ $execution.id }}-{{ $itemIndex }}' } },
	{ messageOptions: { messageId: '={{ $itemIndex + "-" + (+new Date) }}' } },
	{ messageOptions: { messageId: '={{ "o\'clock " + $today.toISODate() }}' } },
	{ to: '={{ [{ to: "436601234567", messageId: $now.toMillis() }] }}' },
	{ messageOptions: { messageId: '={{ "x-" + DateTime.local({ zone: "UTC" }).toMillis() }}' } },
	{ messageOptions: { messageId: '={{ "inv-" + $json.id }}' } },
	{ to: '={{ { to: "436601234567", messageId: ($json.id ?? null) + "-ready" } }}' },
	{ messageOptions: { messageId: '=order-{{ $json.order?.id }}' } },
	{ to: '={{ [{ to: "436601234567", messageId: ["a", $now.toMillis()].join("-") }] }}' },
	{ to: '={{ [{ to: "436601234567", messageId: "inv-" + $json.id }] }}' },
	{ to: '=[{"to": "436601234567", "messageId": "a-{{ $now.toMillis() }}"}]' },
	{ to: '={{ [{ to: "436601234567", messageId: "job)" + /[)]/.source + $now.toMillis() }] }}' },
	{ messageOptions: { messageId: '={{ [1].map(Math.random)[0] }}' } },
	{ messageOptions: { messageId: '=appt-{{ $json.Date }}' } },
	{ to: '={{ (() => { const id = $now.toMillis(); return [{ to: "436601234567", messageId: id }] })() }}' },
])('%j is another one later, or cannot be found: nothing is sent', async (parameters) => {
	const { json } = await runSms({
		parameters: { operation: 'sendText', to: '436601234567', text: 'Hello', ...parameters },
		credential: credentialFor(sandbox),
		settings: CONTINUE,
	});
	expect(json).toMatchObject([{ details: { faults: [expect.anything()] } }]);
	expect(sandbox.requests).toEqual([]);
});

test.each([
	{ messageOptions: { messageId: '={{ $json.uuid }}' } },
	{ messageOptions: { messageId: '={{ $("Input").first().json.uuid + "-random" }}' } },
	{ messageOptions: { messageId: '={{ "appt-" + $json["New date"] }}' } },
	{ messageOptions: { messageId: 'Infinity 4711' } },
	{ messageOptions: { messageId: '={{ $json.uuid.split("").sort().reverse().join("-") }}' } },
	{ to: '={{ [{ to: "436601234567", messageId: "inv(" + $json.uuid, note: $now.toISO() }] }}' },
	{ to: '=[{"to": "{{ $now.hour < 24 ? 436601234567 : 0 }}", "messageId": "alert-7"}]' },
	{ messageOptions: { messageId: '=order-{{ $json.uuid }}{{ $json.again ? "-reminder" : "" }}' } },
	{ to: '={{ [{ messageId: "a-" + $json.uuid, to: ["436601234567"][$now.weekday % 1] }] }}' },
	{ messageOptions: { messageId: '={{ "random " + new Date("2026-12-24").getTime() }}' } },
	{ to: '={{ $now.hour < 24 ? "436601234567" : "" }}', messageOptions: { messageId: 'alert-7' } },
	{
		to: '={{ [1].filter(() => new Date(0) < new Date()).map(() => ({ to: "436601234567", messageId: $json.uuid })) }}',
	},
])('%j is the same in each try, and is sent', async (parameters) => {
	await runSms({
		parameters: { operation: 'sendText', to: '436601234567', text: 'Hello', ...parameters },
		items: [{ uuid: 'b0a7', 'New date': '2030-01-31' }],
		credential: credentialFor(sandbox),
	});
	expect(sandbox.messages).toHaveLength(1);
});

test.each(['A very long name', 'Магазин', '名前'])('%p as a sender has a hint, in a dry run too', async (from) => {
	for (const dryRun of [true, false]) {
		const { task } = await runSms({
			parameters: { operation: 'sendText', to: '436601234567', text: 'Hello', from, safeguards: { dryRun } },
			credential: credentialFor(sandbox),
			settings: CONTINUE,
		});
		expect(
			task(SMS)!
				.hints!.map(({ message }) => message)
				.join(),
		).toContain(from);
	}
});
