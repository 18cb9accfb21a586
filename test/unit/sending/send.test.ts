import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { TEXT_MESSAGE } from '../../../nodes/SmsMessaging/operations/sendText';
import type { ErrorMode } from '../../../nodes/SmsMessaging/output/errorItems';
import type { FixedSettings } from '../../../nodes/SmsMessaging/sending/prepare';
import { sendItems, sendMessages } from '../../../nodes/SmsMessaging/sending/send';
import { TEXT_PATH } from '../../../nodes/SmsMessaging/service/paths';
import { contextOf, type Execution } from './contexts';
import { countedTime } from './parts';

beforeEach(() => void countedTime());
afterEach(() => jest.restoreAllMocks());

const STATUSES: Record<string, object> = {
	accepted: { groupId: 1, groupName: 'PENDING' },
	refused: { groupId: 5, groupName: 'REJECTED' },
};

type Parameters = IDataObject & { to?: string; name?: string };
interface Run extends Execution {
	items: Parameters[];
	options?: IDataObject;
	/** Of all items. */
	parameters?: IDataObject;
	mode?: ErrorMode;
	/** What becomes of each number: of those that are not named, all are accepted. */
	answers?: Record<string, 'accepted' | 'refused' | 'unclear' | 'down'>;
}

/** The node in an n8n that has only what sending uses, and what reaches the service. */
function nodeOf({ items, options = {}, parameters = {}, answers = {}, ...execution }: Run) {
	const bodies: Array<{ bulkId: string; messages: Array<IDataObject & { destinations: IDataObject[] }> }> = [];
	const hints: unknown[] = [];
	const text = 'Hello {{ $json.name }}';
	const context = {
		...contextOf({ token: 'secret', ...execution }),
		getInputData: () => items.map((json) => ({ json })),
		getTimezone: () => 'UTC',
		getExecutionCancelSignal: () => undefined,
		getCredentials: async () => ({ baseUrl: 'https://sms.example' }),
		addExecutionHints: (hint: unknown) => void hints.push(hint),
		evaluateExpression: (marked: string, item: number) =>
			marked.replace('{{ $json.name }}', items[item]!.name ?? '').replace(/^=/, ''),
		getNodeParameter: (name: string, item: number, fallback: unknown, more?: { rawExpressions?: boolean }) => {
			if (more?.rawExpressions === true) return name === 'text' ? `=${text}` : '={{ $json.value }}';
			if (name === 'options') return options;
			if (name === 'text') return text.replace('{{ $json.name }}', items[item]!.name ?? '');
			return items[item]?.[name] ?? parameters[name] ?? fallback ?? (name === 'simplify' ? true : '');
		},
		helpers: {
			httpRequestWithAuthentication: async (_: string, { body }: { body?: never }) => {
				const result = (statusCode: number, said: object) => ({
					statusCode,
					headers: {},
					body: [Buffer.from(JSON.stringify(said))],
				});
				if (body === undefined) return result(401, {});
				const { messages } = bodies[bodies.push(body) - 1]!;
				const all = messages.flatMap(({ destinations }) => destinations);
				const of = ({ to }: IDataObject) => answers[String(to)] ?? 'accepted';
				if (all.some((one) => of(one) === 'down')) return result(401, {});
				const known = all.filter((one) => of(one) !== 'unclear');
				return result(200, { messages: known.map((one) => ({ ...one, status: STATUSES[of(one)] })) });
			},
		},
	} as unknown as IExecuteFunctions;
	return { context, bodies, hints };
}

async function send(run: Run) {
	const { context, ...seen } = nodeOf(run);
	const found = await sendMessages(context, run.mode ?? 'continue', TEXT_PATH, TEXT_MESSAGE).then(
		(items) => ({ items, json: items.map(({ json }) => json), error: undefined }),
		(error: Error) => ({ items: [], json: [], error }),
	);
	return { ...seen, ...found, numbers: seen.bodies.flatMap(({ messages }) => messages.flatMap(numbersOf)) };
}

const numbersOf = ({ destinations }: { destinations: IDataObject[] }) => destinations.map(({ to }) => to);
const toAll = (...numbers: string[]) => numbers.map((to) => ({ to, name: to }));

describe('the ledger', () => {
	const kept = () => ({}) as { sending?: { targets: unknown[] } } & IDataObject;

	test.each<[string, Partial<Run>, number]>([
		['is dropped when all is done', {}, 0],
		['is kept if one was refused', { answers: { '43661000': 'refused' } }, 2],
		[
			'is dropped if rejections come out as items',
			{ answers: { '43661000': 'refused' }, options: { rejectedAs: 'items' } },
			0,
		],
		['is kept if one is unclear', { answers: { '43661000': 'unclear' }, options: { ifUnclear: 'report' } }, 2],
		['is kept if an item is faulty', { items: [...toAll('43660000'), { to: 'home', name: 'x' }] }, 1],
	])('%s', async (_, more, count) => {
		const one = kept();
		await send({ items: toAll('43660000', '43661000'), kept: one, ...more });
		expect(one.sending!.targets).toHaveLength(count);
	});

	test('of an agent stays: the same call is not sent twice, however its numbers are written', async () => {
		const run = { kept: {}, isTool: true, options: { defaultCountry: 'AT' }, parameters: { maxMessages: 10 } };
		const first = await send({ ...run, items: toAll('0660 1234567') });
		const again = await send({ ...run, items: [{ to: '+43 660 1234567', name: '0660 1234567' }], runIndex: 1 });
		const other = await send({ ...run, items: toAll('0660 1234568'), runIndex: 2 });
		expect([first, again, other].map(({ numbers }) => numbers)).toEqual([['436601234567'], [], ['436601234568']]);
		expect(again.json).toMatchObject([{ messageId: first.json[0]!.messageId, alreadySent: true }]);
		expect(first.json).toMatchObject([{ given: '0660 1234567' }]);
		const more = await send({
			...run,
			items: [{ to: '0660 1234567, +43 661 1000', name: '0660 1234567' }],
			runIndex: 3,
		});
		const same = await send({
			...run,
			items: [{ to: '0043 660 1234567, 0661 1000', name: '0660 1234567' }],
			runIndex: 4,
		});
		expect([more, same].map(({ numbers }) => numbers)).toEqual([['436601234567', '436611000'], []]);
		const bulkIds = [first, other].flatMap(({ bodies }) => bodies.map(({ bulkId }) => bulkId));
		expect(new Set(bulkIds).size).toBe(2);
	});
});

test.each<[string, Run['answers'], boolean, boolean]>([
	['all accepted', {}, true, true],
	['one refused', { '43661000': 'refused' }, false, true],
	['one unclear', { '43661000': 'unclear' }, false, true],
	['all unclear', { '43660000': 'unclear', '43661000': 'unclear' }, false, true],
	['all refused', { '43660000': 'refused', '43661000': 'refused' }, false, false],
	['one refused, one unclear', { '43660000': 'refused', '43661000': 'unclear' }, false, true],
	['nothing gets through', { '43660000': 'down', '43661000': 'down' }, false, false],
])(
	'Stop ends the run unless all are accepted, or at least one may be where that is enough: %s',
	async (_, answers, all, some) => {
		const isDone = async (fixed: FixedSettings) => {
			const { context } = nodeOf({
				items: toAll('43660000', '43661000'),
				options: { ifUnclear: 'report' },
				...(answers && { answers }),
			});
			return await sendItems(context, 'stop', TEXT_PATH, TEXT_MESSAGE, fixed).then(
				({ targets }) => targets.length === 2,
				() => false,
			);
		};
		expect([await isDone({}), await isDone({ goesOnWithSome: true })]).toEqual([all, some]);
	},
);

test('a run without items sends nothing, and is done', async () => {
	const { context, bodies } = nodeOf({ items: [] });
	const { targets } = await sendItems(context, 'stop', TEXT_PATH, TEXT_MESSAGE, { goesOnWithSome: true });
	expect([targets, bodies]).toEqual([[], []]);
});

test('what an operation sets itself counts, whatever the options say', async () => {
	const messageOptions = { notifyUrl: 'https://other.example' };
	const run = { items: toAll('43660000'), parameters: { messageOptions } };
	const { context, bodies } = nodeOf({ ...run, answers: { '43660000': 'refused' } });
	const fixed = { notifyUrl: 'https://n8n.example', rejectedAs: 'items' as const };
	const { options } = await sendItems(context, 'stop', TEXT_PATH, TEXT_MESSAGE, fixed);
	expect(options.rejectedAs).toBe('items');
	expect(bodies[0]!.messages).toMatchObject([{ notifyUrl: 'https://n8n.example' }]);
	expect((await send(run)).bodies[0]!.messages).toMatchObject([messageOptions]);
	const plain = await send({ items: toAll('43660000') });
	expect(Object.keys(plain.bodies[0]!.messages[0]!).sort()).toEqual(['destinations', 'text']);
});

test.each(['from', 'destinations', 'sendAt', 'notifyUrl', 'text'])(
	'an extra field cannot be %s, which has a control',
	async (name) => {
		const messageOptions = { extraFields: JSON.stringify({ [name]: { x: 1 } }) };
		const { json, bodies } = await send({ items: toAll('43660000'), parameters: { messageOptions } });
		expect(json).toMatchObject([{ error: expect.stringContaining(`contains '${name}'`) }]);
		expect(bodies).toEqual([]);
	},
);

describe('what is not sent', () => {
	test('a text with an empty expression, unless it is to be sent anyway', async () => {
		const items = [{ to: '43660000', name: 'Ann' }, { to: '43661000' }];
		expect((await send({ items, options: { blankValues: 'send' } })).numbers).toEqual(['43660000', '43661000']);
		const { numbers, json } = await send({ items });
		expect(numbers).toEqual(['43660000']);
		expect(json[1]).toMatchObject({ error: expect.stringContaining('gave nothing') });
	});

	test.each<[string, string[]]>([
		['send', ['43660000', '43660000', '43663000', '43661000', '43661000', '43663000']],
		['skip', ['43660000', '43663000', '43661000']],
		['report', ['43660000', '43663000']],
	])('a repeated number: %s', async (sameNumber, expected) => {
		const items = toAll('43660000', '43660000, 43663000', '43661000, 43661000', '43663000', 'home');
		const { numbers, json } = await send({ items, options: { sameNumber } });
		expect(numbers).toEqual(expected);
		expect(json.at(-1)).toMatchObject({ error: expect.stringContaining("'to' is 'home'") });
		if (sameNumber !== 'report') return;
		expect(json[1]).toMatchObject({ error: expect.stringContaining('43660000 already appears in item 0') });
		expect(json[2]).toMatchObject({ error: expect.stringContaining('43661000 appears twice in this item') });
	});

	test('anything, if an option is empty that each item reads too', async () => {
		const options = { defaultCountry: 'AT', patience: undefined };
		const { bodies, json } = await send({ items: toAll('43660000', '43661000'), options });
		expect(bodies).toEqual([]);
		expect(json.map(({ details }) => (details as { faults: unknown[] }).faults.length)).toEqual([1, 1]);
	});

	test('anything, if an option is faulty; each item says so once, beside its own faults', async () => {
		const run = { items: [...toAll('43660000'), { to: 'home', name: 'x' }], options: { messagesPerRequest: 0 } };
		const { bodies, json } = await send(run);
		expect(bodies).toEqual([]);
		const fieldsOf = ({ details }: IDataObject) =>
			((details as IDataObject).faults as IDataObject[]).map(({ field }) => field);
		expect(json.map(fieldsOf)).toEqual([['messagesPerRequest'], ['to', 'messagesPerRequest']]);
		expect((await send({ ...run, mode: 'stop' })).error?.message).toContain('messagesPerRequest');
	});

	test('anything with Stop, if an item is faulty', async () => {
		const { bodies, error } = await send({ items: [...toAll('43660000'), { to: 'home', name: 'x' }], mode: 'stop' });
		expect([bodies, error?.message]).toEqual([[], expect.stringContaining("'to' is 'home'")]);
	});
});

describe('Dry Run', () => {
	const dry = { parameters: { dryRun: true } };

	test('says what would be sent, with what is set and nothing else, and keeps nothing', async () => {
		const kept = {};
		const schedule = {
			validityPeriod: { period: { amount: 1, unit: 'hours' } },
			sendAt: { at: { time: '2020-01-31T08:30:00Z' } },
			deliveryTimeWindow: { window: { days: 'MONDAY' } },
		};
		const full = { from: 'Shop', schedule };
		const { json, bodies, hints } = await send({
			...dry,
			kept,
			items: [...toAll('43660000'), { ...toAll('43661000')[0], ...full }],
		});
		expect(bodies).toEqual([]);
		const plain = {
			dryRun: true,
			messageId: expect.stringMatching(/^[0-9a-f]{24}$/),
			to: '43660000',
			text: 'Hello 43660000',
			segments: 1,
			encoding: 'GSM-7',
			bulkId: expect.stringMatching(/-1$/),
			request: 1,
			requests: 1,
		};
		expect(json[0]).toStrictEqual(plain);
		expect(json[1]).toStrictEqual({
			...plain,
			to: '43661000',
			text: 'Hello 43661000',
			from: 'Shop',
			validityPeriod: 60,
			sendAt: '2020-01-31T08:30:00.000+00:00',
			deliveryTimeWindow: { days: ['MONDAY'] },
			warning: expect.stringContaining('in the past'),
		});
		expect(hints).toEqual([
			expect.objectContaining({ type: 'warning', location: 'outputPane' }),
			{
				message: 'Dry run: nothing was sent. It would be 2 messages with 2 segments in 1 request.',
				type: 'info',
				location: 'outputPane',
			},
		]);
		expect(kept).toEqual({});
	});

	test('says what an earlier try has sent, and what it may have sent', async () => {
		const kept = {};
		const items = toAll('43660000', '43661000');
		const options = { ifUnclear: 'report', maxMessages: 2 };
		await send({ items, kept, options, answers: { '43661000': 'unclear' } });
		const before = structuredClone(kept);
		const { json } = await send({ ...dry, items, kept, options });
		expect(json[0]).toMatchObject({ dryRun: true, statusGroup: 'PENDING', to: '43660000' });
		expect(json[1]).toMatchObject({
			dryRun: true,
			to: '43661000',
			warning: expect.stringContaining('may have sent it'),
		});
		const { warning, response, alreadySent } = json[0]!;
		expect([warning, response, alreadySent]).toEqual([undefined, undefined, undefined]);
		expect(kept).toEqual(before);
	});

	test.each([
		['accepted' as const, 'notSent', false],
		['refused' as const, undefined, true],
	])('what an earlier try has sent takes its room if it was %s', async (became, state, isRejection) => {
		const kept = {};
		const [first, second] = toAll('43660000', '43661000');
		const options = { rejectedAs: 'items' };
		await send({ items: [first!, second!], kept, options, answers: { '43660000': became, '43661000': 'unclear' } });
		const { json } = await send({
			...dry,
			items: [first!, ...toAll('43662000')],
			kept,
			options: { ...options, maxMessages: 1 },
		});
		expect(json[0]).toMatchObject({ statusGroup: isRejection ? 'REJECTED' : 'PENDING' });
		expect((json[1]!.details as IDataObject | undefined)?.state).toBe(state);
	});

	test('with Stop, one error names what would not be sent', async () => {
		const run = { ...dry, items: toAll('43660000', '43661000', '43662000'), options: { maxMessages: 1 } };
		const { error } = await send({ ...run, mode: 'stop' });
		expect(error?.message).toContain('Dry run: 2 of 3 messages would not be sent');
		const { destinations } = (error as unknown as { context: { data: IDataObject } }).context.data;
		expect(destinations).toMatchObject([{ to: '43661000' }, { to: '43662000' }]);
		expect((await send(run)).json).toMatchObject([
			{ to: '43660000' },
			{ details: { state: 'notSent', to: '43661000' } },
			{ details: { state: 'notSent', to: '43662000' } },
		]);
	});
});
