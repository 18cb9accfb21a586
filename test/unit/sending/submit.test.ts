import type { Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { submit } from '../../../nodes/SmsMessaging/sending/submit/submit';
import { host } from '../../../nodes/SmsMessaging/n8n/host';
import type { Destination } from '../../../nodes/SmsMessaging/api/message';
import { countedTime, DUPLICATE, logsWith, PENDING, REJECTED, runOf, targetOf, transportOf } from './parts';
import type { JsonObject } from '../../../nodes/SmsMessaging/text/json';

const isoOf = (ms: number) => new Date(ms).toISOString();

beforeEach(() => void countedTime());
afterEach(() => jest.restoreAllMocks());

type Sent = { bulkId: string; messages: Array<{ destinations: Destination[] }> };

interface Scene {
	targets: Target[];
	/** The answer to each send request in turn: a correct one, or a status. Later requests succeed. */
	sends?: Array<(sent: Destination[]) => object | number>;
	/** What the logs have before anything is sent, or the status of their answers. */
	logged?: JsonObject[] | number | (() => never);
	maxMessages?: number;
	more?: Parameters<typeof runOf>[0];
}

const answerTo = (sent: Destination[]) => ({ messages: sent.map((one) => ({ ...one, status: PENDING })) });
const entry = (more: JsonObject): JsonObject => ({ sentAt: isoOf(Date.now()), status: PENDING, ...more });
const own = (name: string) => targetOf(name, { hasOwnId: true });
const lost = () => 503;
const DOUBT = { mayResend: true };

async function live({ targets, sends = [], logged = [], maxMessages, more }: Scene) {
	const requests: Destination[][] = [];
	const lookedUpAt: number[] = [];
	const read = logsWith(() => (typeof logged === 'function' ? logged() : (logged as JsonObject[])));
	const { transport } = transportOf((request) => {
		if (request.method === 'GET') {
			lookedUpAt.push(host.elapsed());
			return typeof logged === 'number' ? logged : { results: read(request) };
		}
		const sent = (request.body as unknown as Sent).messages.flatMap(({ destinations }) => destinations);
		requests.push(sent);
		return (sends[requests.length - 1] ?? answerTo)(sent);
	});
	const run = runOf({ ...more, transport, options: { ...more?.options, maxMessages } });
	const outcomes = await submit(run, { all: targets, settled: new Map() });
	return { requests, lookedUpAt, states: targets.map((target) => outcomes.get(target)!.state) };
}

test.each([
	['of this request', { bulkId: runOf().identity.bulkId(1) }, {}, 'refused'],
	['of another request', { bulkId: runOf().identity.bulkId(2) }, {}, 'unknown'],
	['without a bulk ID', {}, {}, 'unknown'],
	['with a bulk ID of the user', { bulkId: 'campaign' }, { settings: { bulkId: 'campaign' } }, 'unknown'],
])('a rejection in the logs, %s, after a lost answer', async (_, more, settings, state) => {
	const logged = [entry({ messageId: 'a', status: REJECTED, ...more })];
	const { states, requests } = await live({ targets: [targetOf('a', settings)], sends: [lost], logged });
	expect([states, requests.length]).toEqual([[state], 1]);
});

test('a failure of the node itself leaves its messages unknown, and the others as they are', async () => {
	const targets = [targetOf('a'), targetOf('b')];
	const more = { options: { messagesPerRequest: 1 } };
	const fails = () => {
		throw new Error('a bug');
	};
	expect(await live({ targets, sends: [fails], more })).toMatchObject({ states: ['unknown', 'accepted'] });
	// Once its absence is proven, it is sent once more
	expect(await live({ targets: [targetOf('a')], sends: [fails] })).toMatchObject({ states: ['accepted'] });
	expect(await live({ targets, sends: [lost], logged: fails, more })).toMatchObject({
		states: ['unknown', 'accepted'],
	});
});

test('Maximum Messages counts first what may have been sent', async () => {
	const targets = [targetOf('message-a-'), targetOf('message-b-', { doubt: DOUBT })];
	expect(await live({ targets, maxMessages: 1 })).toMatchObject({ states: ['notSent', 'accepted'] });
});

test('a Retry waits once for the logs, and only if something was perhaps sent', async () => {
	const { kept } = runOf({ isRetry: true });
	const at = async (doubt?: Target['doubt']) => {
		const began = host.elapsed();
		const { lookedUpAt } = await live({ targets: [targetOf('a', { doubt })], more: { isRetry: true, kept } });
		return [lookedUpAt.length > 0, (lookedUpAt[0] ?? host.elapsed()) - began];
	};
	expect(await at()).toEqual([false, 0]);
	expect(await at(DOUBT)).toEqual([true, 15_000]);
	expect(await at(DOUBT)).toEqual([true, 0]);
});

describe('your own message ID', () => {
	test.each([
		['an entry of another request', [entry({ messageId: 'a', bulkId: 'campaign' })], 'refused'],
		['an entry without a bulk ID', [entry({ messageId: 'a' })], 'unknown'],
		['an entry with an empty bulk ID', [entry({ messageId: 'a', bulkId: '' })], 'unknown'],
		['both', [entry({ messageId: 'a', bulkId: 'campaign' }), entry({ messageId: 'a' })], 'unknown'],
		['none', [], 'refused'],
	])('rejected as a duplicate on the first try, with %s in the logs', async (_, logged, state) => {
		const rejects = (sent: Destination[]) => ({ messages: sent.map((one) => ({ ...one, status: DUPLICATE })) });
		const { states, requests } = await live({ targets: [own('a')], sends: [rejects], logged });
		expect([states, requests.length]).toEqual([[state], 1]);
		// The node's own are used nowhere else
		expect((await live({ targets: [targetOf('a')], sends: [rejects], logged: [] })).states).toEqual(['unknown']);
	});

	test.each([
		['rejected', REJECTED, 'unknown'],
		['accepted', PENDING, 'accepted'],
	])('after an unclear answer, %s in this request and accepted in another', async (_, status, state) => {
		const ours = entry({ messageId: 'a', bulkId: runOf().identity.bulkId(1), status });
		const logged = [ours, entry({ messageId: 'a', bulkId: 'campaign' })];
		const { states, requests } = await live({ targets: [own('a')], sends: [lost], logged });
		expect([states, requests.length]).toEqual([[state], 1]);
	});

	test('is sent with Yours, Each Sent Once if it was only rejected before', async () => {
		const logged = [entry({ messageId: 'a', bulkId: 'campaign', status: REJECTED })];
		const { states, requests } = await live({ targets: [own('a')], logged, more: { options: { messageIds: 'own' } } });
		expect([states, requests.length]).toEqual([['accepted'], 1]);
	});
});

test('of a service that assigns its own IDs, clear answers stay clear, and unclear messages are never sent again', async () => {
	const replaced = (sent: Destination[]) => ({
		messages: sent.map(({ to }, nth) => ({ to, messageId: `service-${to}-${nth}`, status: PENDING })),
	});
	const targets = ['a', 'b', 'c', 'd'].map((name, nth) => targetOf(name, { to: nth < 2 ? '436601' : '436602' }));
	const { requests, states } = await live({
		targets,
		sends: [replaced, lost],
		more: { options: { messagesPerRequest: 2 } },
	});
	expect(requests.map(({ length }) => length)).toEqual([2, 2]);
	expect(states).toEqual(['accepted', 'accepted', 'unknown', 'unknown']);
});

test('what may not be sent again is looked for until the end; what may, until its absence is proven', async () => {
	const times = async (mayResend: boolean, logged: JsonObject[] = []) => {
		const began = host.elapsed();
		const targets = [targetOf('a', { doubt: { mayResend } })];
		const { lookedUpAt, states, requests } = await live({ targets, logged });
		return [[...new Set(lookedUpAt.map((at) => at - began))], states[0], requests.length];
	};
	expect(await times(false)).toEqual([[0, 1000, 3000, 7000, 15_000], 'unknown', 0]);
	expect(await times(true)).toEqual([[0], 'accepted', 1]);
	for (const mayResend of [true, false]) {
		expect(await times(mayResend, [entry({ messageId: 'a' })])).toEqual([[0], 'accepted', 0]);
		const state = mayResend ? 'accepted' : 'unknown';
		expect((await times(mayResend, [entry({ messageId: 'a', status: REJECTED })]))[1]).toBe(state);
	}
});

test('logs that fail are asked only once more, at the end; then nothing is sent', async () => {
	const began = host.elapsed();
	const targets = [targetOf('a', { doubt: DOUBT })];
	const { lookedUpAt, ...rest } = await live({ targets, logged: 500, more: { options: { patienceMs: 0 } } });
	expect([...new Set(lookedUpAt.map((at) => at - began))]).toEqual([0, 15_000]);
	expect(rest).toEqual({ states: ['unknown'], requests: [] });
});

test('Maximum Messages counts what an earlier try has sent, or may have, and gives back what was rejected', async () => {
	const kept = { recordedAt: Date.now(), beganAt: Date.now() };
	const [one, two, three] = ['message-a-', 'message-b-', 'message-c-'];
	const sent = { targets: [targetOf(one!, { doubt: DOUBT }), targetOf(two!)], maxMessages: 1 };
	expect(await live({ ...sent, logged: [entry({ messageId: one })] })).toMatchObject({
		states: ['accepted', 'notSent'],
	});
	const unproven = { ...sent, targets: [targetOf(one!, { doubt: { mayResend: false } }), targetOf(two!)] };
	expect(await live(unproven)).toMatchObject({ states: ['unknown', 'notSent'] });
	const rejects = (all: Destination[]) => ({ messages: all.map((each) => ({ ...each, status: REJECTED })) });
	const next = async (name: string, sends: Scene['sends']) =>
		(await live({ targets: [targetOf(name)], sends, maxMessages: 1, more: { kept } })).states;
	expect(await next(one!, [rejects])).toEqual(['refused']);
	expect(await next(two!, [])).toEqual(['accepted']);
	expect(await next(three!, [])).toEqual(['notSent']);
});

test('the logs of another API Version prove no absence', async () => {
	const kept = { recordedAt: Date.now(), beganAt: Date.now(), logsAt: '/sms/0/logs' };
	const targets = [targetOf('a', { doubt: DOUBT }), targetOf('b', { doubt: DOUBT })];
	const { states, requests } = await live({ targets, logged: [entry({ messageId: 'a' })], more: { kept } });
	expect([states, requests]).toEqual([['accepted', 'unknown'], []]);
});

test('a scheduled message, or one whose answer is unclear twice, is not sent again', async () => {
	for (const more of [
		{ sendAt: '2100-01-01T00:00:00.000Z' },
		{ message: { content: { text: 'a' }, deliveryTimeWindow: { days: [] } } as unknown as Target['message'] },
	]) {
		const { states, requests } = await live({ targets: [targetOf('a', more)], sends: [lost] });
		expect([states, requests.length]).toEqual([['unknown'], 1]);
	}
	const twice = await live({ targets: [targetOf('a')], sends: [lost, lost] });
	expect([twice.states, twice.requests.length]).toEqual([['unknown'], 2]);
});

test('what an earlier request may have brought stays unknown if this one is refused or cannot be sent', async () => {
	for (const status of [400, 401]) {
		const { states } = await live({ targets: [targetOf('a', { doubt: DOUBT })], sends: [() => status] });
		expect(states).toEqual(['unknown']);
	}
});
