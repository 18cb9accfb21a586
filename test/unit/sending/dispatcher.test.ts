import type { Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { Dispatcher } from '../../../nodes/SmsMessaging/sending/submit/dispatcher';
import type { LogSearch } from '../../../nodes/SmsMessaging/sending/submit/logSearch';
import { NOT_MENTIONED } from '../../../nodes/SmsMessaging/sending/submit/unresolved';
import type { Transport } from '../../../nodes/SmsMessaging/service/client';
import { batchOf, countedTime, numberOf, runOf, statesOf, targetOf } from './parts';

beforeEach(() => void countedTime());
afterEach(() => jest.restoreAllMocks());

const PENDING = { id: 26, groupId: 1, groupName: 'PENDING', name: 'PENDING_ACCEPTED' };
const entry = (name: string, more: object = {}) => ({ to: numberOf(name), messageId: name, status: PENDING, ...more });
const json = (status: number, body: object) => ({ answered: true as const, status, body: JSON.stringify(body) });

/** Sends through a service that answers so, by the IDs in the request. */
function dispatcherWith(answer: (ids: string[]) => ReturnType<typeof json>, signal?: AbortSignal) {
	const sent: string[][] = [];
	const { run, outcomes } = runOf();
	const transport: Transport = async ({ body }) => {
		const messages = (body as { messages: Array<{ destinations: Array<{ messageId: string }> }> }).messages;
		const ids = messages.flatMap(({ destinations }) => destinations.map(({ messageId }) => messageId));
		sent.push(ids);
		// A later try must know of a request from the moment it leaves
		expect(ids.map((id) => run.ledger.find(id))).toEqual(ids.map(() => 'tried'));
		return answer(ids);
	};
	const logs = { accepted: () => undefined } as unknown as LogSearch;
	return { sent, outcomes, dispatcher: new Dispatcher({ ...run, transport, signal }, outcomes, logs, new Set()) };
}

const accepting = (ids: string[]) => json(200, { messages: ids.map((id) => entry(id)) });
const refusing = (isBad: (id: string) => boolean) => (ids: string[]) =>
	ids.some(isBad) ? json(400, { requestError: { serviceException: { text: 'Blocked' } } }) : accepting(ids);
const named = (count: number) => Array.from({ length: count }, (_, index) => targetOf(`${index}`));

test('what an answer leaves open, and why', async () => {
	const [told, unnamed, missing, known, twin, other] = ['told', 'unnamed', 'missing', 'known', 'twin', 'other'].map(
		(name) => targetOf(name, name === 'twin' || name === 'other' ? { to: numberOf('twins') } : {}),
	) as Target[] as [Target, Target, Target, Target, Target, Target];
	const duplicate = entry('known', { status: { id: 23, groupId: 5, groupName: 'REJECTED' } });
	const { outcomes, dispatcher } = dispatcherWith(() =>
		json(200, {
			messages: [
				entry('told'),
				entry('unnamed', { messageId: undefined }),
				duplicate,
				entry('', { to: numberOf('twins'), messageId: undefined }),
			],
		}),
	);
	const targets = [told, unnamed, missing, known, twin, other];
	const batch = batchOf('one', targets);
	const noAnswer = { kind: 'noAnswer', failure: NOT_MENTIONED };
	expect(await dispatcher.send([batch])).toEqual([
		{
			request: batch,
			reasons: new Map<Target, object>([
				[missing, noAnswer],
				[known, { kind: 'duplicate', entry: duplicate }],
				[twin, { kind: 'ambiguous' }],
				[other, noAnswer],
			]),
			isOfEarlierTry: false,
		},
	]);
	expect(statesOf(outcomes, targets)).toEqual(['accepted', 'accepted', ...Array(4).fill(undefined)]);
	// A known ID says nothing about this request
	expect(targets.filter((target) => outcomes.mayHaveBeenSent(target))).toEqual([missing, twin, other]);
});

test('four bad messages that come first, all refused with the same text: the others are sent', async () => {
	const targets = named(20);
	const large = [1, 2, 3].map((number) =>
		Array.from({ length: 30 }, (_, index) => targetOf(`${100 * number + index}`)),
	);
	const { outcomes, dispatcher } = dispatcherWith(refusing((id) => Number(id) < 4));
	expect(await dispatcher.send([targets, ...large].map((some) => batchOf('one', some)))).toEqual([]);
	expect(statesOf(outcomes, targets)).toEqual([...Array(4).fill('refused'), ...Array(16).fill('accepted')]);
});

test('a message that is tried on its own and refused is refused, however many were before it', async () => {
	const targets = named(4);
	const { outcomes, dispatcher } = dispatcherWith(refusing(() => true));
	await dispatcher.send([batchOf('one', targets)]);
	expect(statesOf(outcomes, targets)).toEqual(Array(4).fill('refused'));
});

test('a message that is refused to all its numbers costs no other message', async () => {
	const message = { text: 'Bad' };
	const many = Array.from({ length: 16 }, (_, index) => targetOf(`bad${index}`, { message }));
	const others = [targetOf('bad'), targetOf('bad too'), targetOf('good')];
	const { outcomes, dispatcher } = dispatcherWith(refusing((id) => id.startsWith('bad')));
	await dispatcher.send([batchOf('one', [...many, ...others])]);
	expect(statesOf(outcomes, others)).toEqual(['refused', 'refused', 'accepted']);
});

test('429 throughout: the pauses become longer, until patience ends', async () => {
	const targets = named(2);
	const { sent, outcomes, dispatcher } = dispatcherWith(() => json(429, {}));
	await dispatcher.send([batchOf('one', targets)]);
	expect(sent.length).toBeGreaterThan(4);
	expect(sent.length).toBeLessThan(10);
	expect(statesOf(outcomes, targets)).toEqual(['notSent', 'notSent']);
});

test('a mistake of the node itself while it sends: its messages are unknown, and the others are sent', async () => {
	const targets = named(2);
	const { outcomes, dispatcher } = dispatcherWith((ids) => {
		if (ids.includes('0')) throw new Error('a bug');
		return accepting(ids);
	});
	await dispatcher.send(targets.map((target) => batchOf('one', [target])));
	expect(statesOf(outcomes, targets)).toEqual(['unknown', 'accepted']);
});

test('after Stop nothing is sent, and everything says so', async () => {
	const targets = named(2);
	const { sent, outcomes, dispatcher } = dispatcherWith(accepting, AbortSignal.abort());
	await dispatcher.send([batchOf('one', targets)]);
	expect(sent).toEqual([]);
	for (const target of targets)
		expect(outcomes.all.get(target)).toMatchObject({
			state: 'notSent',
			failure: { kind: 'unclear', message: expect.stringContaining('stopped before this message was sent') },
		});
});
