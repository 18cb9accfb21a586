import { connect } from 'node:net';
import * as fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { host } from '../../../nodes/SmsMessaging/n8n/host';
import { DELIVERED } from '../../unit/notifications/bodies';
import { startTrigger, type TriggerServer } from './triggerServer';
import { event, mms, received, report } from './entries';

let trigger: TriggerServer;
const start = async (...args: Parameters<typeof startTrigger>) => {
	trigger = await startTrigger(...args);
};
afterEach(async () => {
	const { thrown } = trigger;
	await trigger.close();
	expect(thrown).toEqual([]);
});

test('while a workflow is being built, the same report may come time and again', async () => {
	await start({}, { mode: 'manual' });
	for (let time = 0; time < 2; time++) await trigger.push([DELIVERED]);
	expect(trigger.executions).toHaveLength(2);
});

describe('warnings in n8n’s log', () => {
	const line = expect.stringMatching(/^'SMS Messaging Trigger' .*\(401\).* token (?!.*4711)/);
	const refuse = async (times: number) => {
		for (let time = 0; time < times; time++)
			expect((await trigger.push([DELIVERED], '?token=guess-4711')).status).toBe(401);
	};

	test('one warning a minute, with no content of the pushes', async () => {
		const elapsed = jest.spyOn(host, 'elapsed').mockReturnValue(1_000_000);
		try {
			await start({ authentication: 'token', token: 'secret-0815' });
			await refuse(3);
			expect(trigger.logged).toEqual([line]);
			elapsed.mockReturnValue(1_059_999);
			await refuse(1);
			expect(trigger.logged).toHaveLength(1);
			elapsed.mockReturnValue(1_060_000);
			await refuse(2);
			expect(trigger.logged).toEqual([line, line]);
		} finally {
			elapsed.mockRestore();
		}
	});

	test('warn about entries that are not reports, among reports', async () => {
		await start();
		const { answer } = await trigger.push([DELIVERED, { messageId: '2', status: 'DELIVERED' }]);
		expect(answer).toMatchObject({ started: 1, unreadable: 1 });
		expect(trigger.logged).toEqual([expect.stringContaining('1 of 2 entries')]);
	});
});

test('300 slow senders do not keep others waiting', async () => {
	await start();
	const { port, pathname } = new URL(trigger.url);
	const sockets = Array.from({ length: 300 }, () => {
		const socket = connect(Number(port), '127.0.0.1');
		socket.write(`POST ${pathname} HTTP/1.1\r\nHost: n8n\r\nContent-Length: 2000\r\n\r\n{"results":[`);
		return socket;
	});
	expect((await trigger.push([DELIVERED])).status).toBe(200);
	for (const socket of sockets) socket.destroy();
});

test.each([
	['authentication', { authentication: '={{ $("Missing").first().json.kind }}' }],
	['the token', { authentication: 'token', token: '={{ $("Missing").first().json.token }}' }],
	['the status groups', { startOn: 'groups', statusGroups: '={{ $("Missing").first().json.groups }}' }],
	...[[], [null]].map((list): [string, INodeParameters] => [
		`a filter that gives ${JSON.stringify(list)}`,
		{ options: { from: `={{ ${JSON.stringify(list)} }}` } },
	]),
	['a sender as it is dialled at home', { startOn: 'received', options: { from: '07700*' } }],
	['a group that there is not', { startOn: 'groups', statusGroups: '={{ ["FAILED"] }}' }],
])('a mistake in %s: the sender is told to retry, and n8n’s log says why', async (_, parameters) => {
	await start(parameters);
	expect(await trigger.push([DELIVERED])).toEqual({
		status: 500,
		answer: { message: expect.stringContaining('n8n log') },
	});
	expect(trigger.executions).toEqual([]);
	expect(trigger.logged).toEqual([expect.stringContaining("'SMS Messaging Trigger' could not process a notification")]);
});

/** What is pushed: reports, received messages and others. */

const idsStarted = () => trigger.executions.flat().map(({ messageId }) => messageId);

const KINDS = { report, received, mms, event };
const entries = fc.array(fc.tuple(fc.constantFrom(...(Object.keys(KINDS) as Array<keyof typeof KINDS>)), fc.nat(20)), {
	maxLength: 4,
});

test.each([
	['received', 'received'],
	['all', 'report'],
] as const)(
	'25 mixed and repeated pushes to a trigger on %s: each entry of its kind starts one run, no other does',
	async (startOn, kind) => {
		await start({ startOn });
		const wanted = new Set<string>();
		for (const pushed of fc.sample(entries, { numRuns: 25, seed: 45 })) {
			const { status } = await trigger.push(pushed.map(([name, id]) => KINDS[name](`${name}-${id}`)));
			const own = pushed.filter(([name]) => name === kind);
			expect(status).toBe(own.length === 0 && pushed.length > 0 ? 400 : 200);
			for (const [name, id] of own) wanted.add(`${name}-${id}`);
		}
		expect(wanted.size).toBeGreaterThan(5);
		expect(idsStarted().sort()).toEqual([...wanted].sort());
		const log = trigger.logged.join('\n');
		expect(log).toContain(kind === 'received' ? 'no received message' : 'no delivery report');
	},
);

test('a message needs an ID and two of sender, number and time, whatever its text is', async () => {
	await start({ startOn: 'received' });
	const drawn = fc.record({
		parts: fc.subarray(['from', 'to', 'receivedAt'], { minLength: 2 }),
		text: fc.constantFrom<unknown>(undefined, null, '', 1, 'STOP', ' Hello '),
	});
	const cases = fc.sample(drawn, { numRuns: 25, seed: 58 });
	for (const [index, { parts, text }] of cases.entries()) {
		const whole = received(`message ${index}`) as Record<string, unknown>;
		const message = Object.fromEntries(['messageId', ...parts].map((name) => [name, whole[name]]));
		expect((await trigger.push([{ ...message, text }])).status).toBe(200);
	}
	const expected = cases.map(({ parts, text }, index) => ({
		messageId: `message ${index}`,
		text: String(text ?? ''),
		from: parts.includes('from') ? '385916242493' : undefined,
		optedOut: text === 'STOP' ? true : undefined,
	}));
	expect(
		trigger.executions.flat().map(({ messageId, text, from, optedOut }) => ({ messageId, text, from, optedOut })),
	).toEqual(expected);
});

test('an item has the flat fields; with Simplify off also the original', async () => {
	const { price, callbackData, ...same } = received('817790313235066447');
	const flat = { ...same, receivedAt: '2016-10-06T09:28:39.220Z', ...price };
	const message = { ...received(flat.messageId), networkId: 7 };
	await start({ startOn: 'received' });
	await trigger.push([message]);
	expect(trigger.executions).toEqual([[flat]]);
	await trigger.close();
	await start({ startOn: 'received', simplify: false });
	await trigger.push([message]);
	expect(trigger.executions).toEqual([[{ ...flat, received: message }]]);
});

test('the sender of a message is output as destinations are written', async () => {
	await start({ startOn: 'received' });
	const written = ['+44 7491 163443', '00447491163443', '4474-91163443', 'My Shop'];
	await trigger.push(written.map((from, id) => received(`${id}`, { from })));
	const digits = '447491163443';
	expect(trigger.executions.flat().map(({ from }) => from)).toEqual([digits, digits, digits, 'My Shop']);
});

test.each([
	['keyword', 'stop', ['Stop!', 'STOP now please'], ['Stopp', 'Please stop', '']],
	['keyword', '预约, หยุด, ストップ', ['预约明天', 'หยุดส่ง', 'ｽﾄｯﾌﾟして', 'ストップ1'], ['明天预约', '停']],
	['onlyOptOuts', true, ['STOPしてください', 'STOP请', 'stopค่ะ'], ['停']],
	['keyword', 'arrêt; stop all\nno', ['ARRE\u0302T', 'arret', 'stop  ALL of it', 'No!'], ['stop']],
	['to', '+43 660 1234567, 12345', ['436601234567', '12345', '+436601234567'], ['436601234568', '1234']],
	['to', '４３６６０１２３４５６７\n4.3661234567E+10; 43660.0', ['436601234567', '43661234567', '43660'], []],
	['from', '0043 66*, MTN', ['436601234567', 'MTN', '+43 660 1234567'], ['4917012345', 'mtn', '']],
	['from', 'MyShop; +44 7491 163443\nAcme', ['00447491163443', '4474-91163443', 'MyShop', 'Acme'], ['447491163444']],
	['onlyOptOuts', true, ['STOP', 'stop it', 'Start', 'YES', 'opt-out'], ['Hello', 'Cancel my order', 'yes please']],
	['moreOptOutWords', 'aus, Schluß', ['Aus!', 'SCHLUSS', 'schluß jetzt'], []],
])('filter %s: %s', async (name, filter, matching, others) => {
	await start({ startOn: 'received', options: { [name]: filter } });
	const field = name === 'to' || name === 'from' ? name : 'text';
	const all = [...matching, ...others].map((value) => received(`message ${value}`, { keyword: '', [field]: value }));
	await trigger.push(all);
	expect(idsStarted()).toEqual(matching.map((value) => `message ${value}`));
});

test.each([
	['Quiz: Paris, I think', 'Paris, I think'],
	['QU\u00adIZ  👨‍👩‍👧!', '👨‍👩‍👧!'],
	['quiz', ''],
	['Quiz !', ''],
	['QUIZ :B', 'B'],
	['quiz: -5', '-5'],
	['quiz .5', '.5'],
])(
	'the keyword of %s is filled in where the service leaves it empty, with the text behind it',
	async (text, cleanText) => {
		await start({ startOn: 'received', options: { keyword: 'quiz' } });
		const ofService = received('2', { text, keyword: 'QUIZ', cleanText: 'By the service' });
		await trigger.push([received('1', { text, keyword: '', cleanText: null }), ofService]);
		expect(trigger.executions).toMatchObject([
			[
				{ keyword: 'quiz', cleanText },
				{ keyword: 'QUIZ', cleanText: 'By the service' },
			],
		]);
	},
);

describe('opt-outs', () => {
	const OUT = [
		...['STOP', 'Stop all', 'UNSUBSCRIBE', 'opt out', 'Revoke', 'remove me', 'Arrêt', 'iptal', 'END', 'quit'],
		'cancel',
	];
	const disguises: Array<(text: string) => string> = [
		(text) => text.toUpperCase(),
		(text) => text.toLowerCase(),
		(text) => text.normalize('NFD'),
		(text) => text.replaceAll('i', 'İ'),
		(text) => text.replaceAll('i', 'ı'),
		(text) => text.replace(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
		(text) => [...text].join('\u00ad'),
		(text) => `${text}\ufe0f`,
		(text) => `\u2764\ufe0f ${text} !!`,
		(text) => `\u3164 ${text}`,
		(text) => ` \u200b${text.replaceAll(' ', '  ')}.`,
	];

	test('whatever a person writes, an opt-out is one', async () => {
		await start({ startOn: 'received', options: { moreOptOutWords: 'İPTAL' } });
		const drawn = fc.sample(
			fc.tuple(fc.constantFrom(...OUT), fc.array(fc.constantFrom(...disguises), { maxLength: 3 })),
			{ numRuns: 300, seed: 57 },
		);
		const texts = drawn.map(([text, ways]) => ways.reduce((written, disguise) => disguise(written), text));
		await trigger.push(texts.map((text, index) => received(`message ${index}`, { text })));
		const missed = trigger.executions.flat().flatMap(({ optedOut, text }) => (optedOut === true ? [] : [text]));
		expect(missed).toEqual([]);
		expect(trigger.executions.flat()).toHaveLength(300);
	});

	test('behind a keyword, STOP opts out, and YES is an answer', async () => {
		await start({ startOn: 'received', options: { keyword: 'ACME, Acme stop', onlyOptOuts: true } });
		const ofService = { keyword: 'ACME', cleanText: 'Stop' };
		await trigger.push([
			received('by the service', { text: 'ACME Stop', ...ofService }),
			received('by the node', { text: 'acme: STOP', keyword: '', cleanText: null }),
			received('longer', { text: 'ACME info stop', keyword: 'ACME info', cleanText: 'stop' }),
			received('whole', { text: 'Acme stop', keyword: '', cleanText: 'Acme stop' }),
			...['YES', 'CANCEL'].map((word) => received(word, { text: `ACME ${word}`, ...ofService, cleanText: word })),
		]);
		expect(trigger.executions.flat().map(({ messageId, optedOut }) => [messageId, optedOut])).toEqual([
			['by the service', true],
			['by the node', true],
			['longer', true],
			['whole', true],
		]);
	});

	test('an answer is no opt-out; a message without text or sender is output', async () => {
		await start({ startOn: 'received' });
		const { text: _, ...without } = received('without');
		const { from: __, ...anonymous } = received('anonymous', { text: 1 });
		const texts = ['Cancel my appointment', 'Start time?', 'yes, gladly', 'Please stop', 'unstoppable', 'The end'];
		await trigger.push([without, anonymous, ...texts.map((text) => received(text, { text }))]);
		const items = trigger.executions.flat();
		expect(items.map(({ optedOut }) => optedOut)).toEqual(items.map(() => undefined));
		expect(items.slice(0, 2)).toMatchObject([{ text: '' }, { text: '1' }]);
		expect(items).toHaveLength(8);
	});
});
