import { readCommandLine, UsageError } from '../../../bench/commandLine';
import { SentMessages } from '../../../bench/gateway/sentMessages';
import { alternate, type Way } from '../../../bench/measuring/alternate';
import { isReached, ratioOf, resultsOf } from '../../../bench/measuring/result';
import { SENDER, textOf, toOf } from '../../../bench/messages';

const message = (index: number, fields: object = {}) => ({
	from: SENDER,
	text: textOf(index),
	destinations: [{ to: toOf(index) }],
	...fields,
});
const request = (...messages: object[]) => JSON.stringify({ messages });

test('a run counts when each message came once, as it is meant to be', () => {
	const sent = new SentMessages({ count: 3, withFurther: false });
	const answer = JSON.parse(sent.take(request(message(0), message(2)), 1)) as {
		messages: Array<{ to: string; messageId: string }>;
	};
	sent.take(request(message(1)), 2);
	expect(sent.report()).toEqual([]);
	expect(answer.messages.map(({ to }) => to)).toEqual([toOf(0), toOf(2)]);
	expect(new Set(answer.messages.map(({ messageId }) => messageId)).size).toBe(2);
});

test.each<[string, object[], string]>([
	['a message that did not come', [message(0)], '1 of 2 messages did not come'],
	['a message that came twice', [message(0), message(1), message(0)], `${toOf(0)} came twice`],
	[
		'a message to nobody on the list',
		[message(0), message(1), message(2)],
		`${toOf(2)} is not one of the destinations`,
	],
	['the text of another', [message(0), message(1, { text: textOf(0) })], `${toOf(1)} has the text ${textOf(0)}`],
	['another sender', [message(0), message(1, { from: 'X' })], `${toOf(1)} has the sender X`],
	['an option that nobody set', [message(0), message(1, { flash: true })], `${toOf(1)} has flash true`],
])('a run does not count: %s', (_, messages, fault) => {
	const sent = new SentMessages({ count: 2, withFurther: false });
	sent.take(request(...messages), 1);
	expect(sent.report()).toContain(fault);
});

test('ways take turns, every other round in reverse, and a ratio is one median over another', async () => {
	const order: string[] = [];
	const times: Record<string, number[]> = { a: [30, 10, 50, 20, 40], b: [100, 7, 100, 100, 9000] };
	const way = (key: string): Way => ({
		key,
		name: key.toUpperCase(),
		run: async () => {
			order.push(key);
			return { ms: times[key]!.shift()! };
		},
	});
	const ways = [way('a'), way('b')];
	const results = resultsOf(ways, await alternate(ways, 5, () => {}));
	expect(order.join('')).toBe('abbaabbaab');
	expect(results.map(({ time }) => time)).toEqual([
		{ median: 30, min: 10, max: 50 },
		{ median: 100, min: 7, max: 9000 },
	]);
	const value = ratioOf(results, 'a', 'b');
	expect(value).toBe(0.3);
	expect(
		[{ atMost: 0.3 }, { atMost: 0.29 }, { atLeast: 0.3 }, { atLeast: 0.31 }].map((target) =>
			isReached({ name: '', value, target }),
		),
	).toEqual([true, false, true, false]);
});

test('the command line', () => {
	expect(readCommandLine(['logs', 'bulk', '--runs', '2', '--items', '500'])).toMatchObject({
		parts: [{ name: 'bulk' }, { name: 'logs' }],
		runs: 2,
		items: 500,
		profile: false,
	});
	expect(readCommandLine([])).toMatchObject({
		parts: ['bulk', 'growth', 'latency', 'trigger', 'logs'].map((name) => ({ name })),
	});
	expect(readCommandLine(['--help'])).toBe('help');
	for (const wrong of [['log'], ['--runs', '0'], ['--items', 'many'], ['--fast']])
		expect(() => readCommandLine(wrong)).toThrow(UsageError);
});
