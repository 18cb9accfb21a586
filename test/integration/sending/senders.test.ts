import fc from 'fast-check';

import { received } from '../receiving/entries';
import { hintsOf, sandboxForEach } from '../smsNode';
import { startTrigger } from '../trigger/triggerServer';

const node = sandboxForEach();
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

test.each(['+44 7491 163443', '0044 7491*', '447491163443; MyShop', 'Acme 24\n447491163443'])(
	'the trigger compares senders that are numbers as numbers: %p',
	async (from) => {
		const trigger = await startTrigger({ startOn: 'received', options: { from } });
		const results = TYPED.map((way, index) => received(`${index}`, { from: way(NUMBERS[0]!) }));
		const others = [received('other', { from: NUMBERS[1] }), received('name', { from: 'Nobody' })];
		await trigger.push([...results, ...others]);
		expect(trigger.executions.flat().map((item) => item.from)).toEqual(TYPED.map(() => NUMBERS[0]));
		await trigger.close();
	},
);

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
