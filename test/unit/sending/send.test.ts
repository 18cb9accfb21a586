import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { TEXT_MESSAGE } from '../../../nodes/SmsMessaging/operations/sendText';
import type { ErrorMode } from '../../../nodes/SmsMessaging/output/errorItems';
import { n8nOf } from '../../../nodes/SmsMessaging/sending/n8n';
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
	/** The outcome of each number; unlisted numbers are accepted. */
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

test('a repeated call of an agent is not sent twice, whatever the notation of its numbers', async () => {
	const run = { kept: {}, isTool: true, parameters: { defaultCountry: 'AT', maxMessages: 10 } };
	const first = await send({ ...run, items: toAll('0660 1234567') });
	const again = await send({ ...run, items: [{ to: '+43 660 1234567', name: '0660 1234567' }], runIndex: 1 });
	const other = await send({ ...run, items: toAll('0660 1234568'), runIndex: 2 });
	expect([first, again, other].map(({ numbers }) => numbers)).toEqual([['436601234567'], [], ['436601234568']]);
	expect(again.json).toMatchObject([{ messageId: first.json[0]!.messageId, alreadySent: true }]);
	expect(first.json).toMatchObject([{ given: '0660 1234567' }]);
	const bulkIds = [first, other].flatMap(({ bodies }) => bodies.map(({ bulkId }) => bulkId));
	expect(new Set(bulkIds).size).toBe(2);
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
	'Stop ends the run unless all messages are accepted, or one may be if that is enough: %s',
	async (_, answers, all, some) => {
		const isDone = async (fixed: FixedSettings) => {
			const { context } = nodeOf({
				items: toAll('43660000', '43661000'),
				options: { ifUnclear: 'report' },
				...(answers && { answers }),
			});
			return await sendItems(n8nOf(context, 'stop'), TEXT_PATH, TEXT_MESSAGE, fixed).then(
				({ targets }) => targets.length === 2,
				() => false,
			);
		};
		expect([await isDone({}), await isDone({ goesOnWithSome: true })]).toEqual([all, some]);
	},
);

test('settings of the operation have priority over options', async () => {
	const messageOptions = { notifyUrl: 'https://other.example' };
	const run = { items: toAll('43660000'), parameters: { messageOptions } };
	const { context, bodies } = nodeOf({ ...run, answers: { '43660000': 'refused' } });
	const fixed = { notifyUrl: 'https://n8n.example', rejectedAs: 'items' as const };
	const { options } = await sendItems(n8nOf(context, 'stop'), TEXT_PATH, TEXT_MESSAGE, fixed);
	expect(options.rejectedAs).toBe('items');
	expect(bodies[0]!.messages).toMatchObject([{ notifyUrl: 'https://n8n.example' }]);
	expect((await send(run)).bodies[0]!.messages).toMatchObject([messageOptions]);
	const plain = await send({ items: toAll('43660000') });
	expect(Object.keys(plain.bodies[0]!.messages[0]!).sort()).toEqual(['destinations', 'text']);
});

test.each(['from', 'destinations', 'sendAt', 'notifyUrl', 'text'])(
	'an additional field cannot be %s, which has a control',
	async (name) => {
		const messageOptions = { extraFields: { json: { message: JSON.stringify({ [name]: { x: 1 } }) } } };
		const { json, bodies } = await send({ items: toAll('43660000'), parameters: { messageOptions } });
		expect(json).toMatchObject([{ error: expect.stringContaining(`contains '${name}'`) }]);
		expect(bodies).toEqual([]);
	},
);

describe('Dry Run', () => {
	test('shows what an earlier try sent, and what it may have sent', async () => {
		const kept = {};
		const items = toAll('43660000', '43661000');
		const options = { ifUnclear: 'report' };
		const parameters = { safeguards: { maxMessages: 2 } };
		await send({ items, kept, options, parameters, answers: { '43661000': 'unclear' } });
		const before = structuredClone(kept);
		const { json } = await send({ items, kept, parameters, options: { ...options, dryRun: true } });
		expect(json[0]).toMatchObject({ dryRun: true, statusGroup: 'PENDING', to: '43660000' });
		expect(json[1]).toMatchObject({
			dryRun: true,
			to: '43661000',
			warning: expect.stringContaining('may have sent this'),
		});
		const { warning, response, alreadySent } = json[0]!;
		expect([warning, response, alreadySent]).toEqual([undefined, undefined, undefined]);
		expect(kept).toEqual(before);
	});

	test.each([
		['accepted' as const, ['accepted', 'notSent']],
		['refused' as const, ['refused', 'accepted']],
	])('a message of an earlier try counts towards the maximum if it was %s', async (became, states) => {
		const kept = {};
		const [first, second] = toAll('43660000', '43661000');
		await send({ items: [first!, second!], kept, answers: { '43660000': became, '43661000': 'unclear' } });
		const { json } = await send({
			items: [first!, ...toAll('43662000')],
			kept,
			parameters: { safeguards: { maxMessages: 1 } },
			options: { dryRun: true },
		});
		const stateOf = ({ details }: IDataObject) => (details as IDataObject | undefined)?.state ?? 'accepted';
		expect(json.map(stateOf)).toEqual(states);
	});
});
