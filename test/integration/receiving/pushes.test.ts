import * as fc from 'fast-check';

import { startTrigger, type TriggerServer } from '../trigger/triggerServer';
import { event, mms, received, report } from './entries';

let trigger: TriggerServer;
afterEach(async () => {
	const { thrown } = trigger;
	await trigger.close();
	expect(thrown).toEqual([]);
});

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
		trigger = await startTrigger({ startOn });
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
	trigger = await startTrigger({ startOn: 'received' });
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
	trigger = await startTrigger({ startOn: 'received' });
	await trigger.push([message]);
	expect(trigger.executions).toEqual([[flat]]);
	await trigger.close();
	trigger = await startTrigger({ startOn: 'received', simplify: false });
	await trigger.push([message]);
	expect(trigger.executions).toEqual([[{ ...flat, received: message }]]);
});

test.each([
	['keyword', 'stop', ['Stop!', 'STOP now please'], ['Stopp', 'Please stop', '']],
	['keyword', '预约, หยุด, ストップ', ['预约明天', 'หยุดส่ง', 'ｽﾄｯﾌﾟして', 'ストップ1'], ['明天预约', '停']],
	['onlyOptOuts', true, ['STOPしてください', 'STOP请', 'stopค่ะ'], ['停']],
	['keyword', 'arrêt; stop all\nno', ['ARRE\u0302T', 'arret', 'stop  ALL of it', 'No!'], ['stop']],
	['to', '+43 660 1234567, 12345', ['436601234567', '12345', '+436601234567'], ['436601234568', '1234']],
	['to', '４３６６０１２３４５６７\n4.3661234567E+10; 43660.0', ['436601234567', '43661234567', '43660'], []],
	['from', '0043 66*, MTN', ['436601234567', 'MTN', '+43 660 1234567'], ['4917012345', 'mtn', '']],
	['onlyOptOuts', true, ['STOP', 'stop it', 'Start', 'YES', 'opt-out'], ['Hello', 'Cancel my order', 'yes please']],
	['moreOptOutWords', 'aus, Schluß', ['Aus!', 'SCHLUSS', 'schluß jetzt'], []],
])('filter %s: %s', async (name, filter, matching, others) => {
	trigger = await startTrigger({ startOn: 'received', options: { [name]: filter } });
	const field = name === 'to' || name === 'from' ? name : 'text';
	const all = [...matching, ...others].map((value) => received(`message ${value}`, { keyword: '', [field]: value }));
	await trigger.push(all);
	expect(idsStarted()).toEqual(matching.map((value) => `message ${value}`));
});

test.each([
	['Quiz: Paris, I think', 'Paris, I think'],
	['QU\u00adIZ  👨‍👩‍👧!', '👨‍👩‍👧!'],
	['quiz', ''],
])(
	'the keyword of %s is filled in where the service leaves it empty, with the text behind it',
	async (text, cleanText) => {
		trigger = await startTrigger({ startOn: 'received', options: { keyword: 'quiz' } });
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
		trigger = await startTrigger({ startOn: 'received', options: { moreOptOutWords: 'İPTAL' } });
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
		trigger = await startTrigger({ startOn: 'received', options: { keyword: 'ACME, Acme stop', onlyOptOuts: true } });
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
		trigger = await startTrigger({ startOn: 'received' });
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
