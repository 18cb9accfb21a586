import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { openLedger } from '../../../nodes/SmsMessaging/kept/ledger';
import { openQuota } from '../../../nodes/SmsMessaging/kept/quota';
import { runIdentityOf } from '../../../nodes/SmsMessaging/sending/plan/identity';
import type { Outcome } from '../../../nodes/SmsMessaging/sending/plan/target';
import { planTargets } from '../../../nodes/SmsMessaging/sending/plan/targets';
import type { Run } from '../../../nodes/SmsMessaging/sending/run';
import { submit } from '../../../nodes/SmsMessaging/sending/submit/submit';
import type { Transport, TransportResult } from '../../../nodes/SmsMessaging/service/client';
import type { JsonObject } from '../../../nodes/SmsMessaging/service/types';
import { contextOf, type Execution } from './contexts';
import { countedTime } from './parts';

afterEach(() => jest.restoreAllMocks());

const PENDING = { groupId: 1, groupName: 'PENDING' };
const REJECTED = { groupId: 5, groupName: 'REJECTED' };
const LOST: TransportResult = { answered: false, code: 'ECONNRESET', reason: 'socket hang up', sent: 'maybe' };
const json = (body: object, status = 200): TransportResult => ({ answered: true, status, body: JSON.stringify(body) });

type Request = { bulkId: string; messages: Array<JsonObject & { destinations: JsonObject[] }> };
type Fault = 'none' | 'lostBefore' | 'lostAfter';

/** A service that delivers whatever it gets, and shows it in its logs at once. */
class Service {
	readonly logs: JsonObject[] = [];
	/** Everything it was asked, in order: the texts of a request, or a query of the logs. */
	readonly asked: string[] = [];
	/** Of the next requests. */
	faults: Fault[] = [];
	answers: ((request: Request) => TransportResult | undefined) | undefined;
	answersQuery: (() => TransportResult | undefined) | undefined;

	take({ bulkId, messages }: Request): JsonObject[] {
		const taken = messages.flatMap(({ destinations, ...message }) =>
			destinations.map(({ to, messageId }) => ({ to, messageId, message })),
		);
		for (const { message, ...entry } of taken)
			this.logs.push({ ...entry, bulkId, text: message.text, sentAt: new Date().toISOString(), status: PENDING });
		return taken.map(({ to, messageId }) => ({ to, messageId, status: PENDING }) as JsonObject);
	}

	readonly transport: Transport = async ({ method, body, query = [] }) => {
		if (method === 'POST') {
			const request = body as unknown as Request;
			this.asked.push(request.messages.map(({ text }) => text).join(','));
			const own = this.answers?.(request);
			if (own !== undefined) return own;
			const fault = this.faults.shift() ?? 'none';
			if (fault === 'lostBefore') return LOST;
			const messages = this.take(request);
			return fault === 'lostAfter' ? LOST : json({ messages });
		}
		const { messageId, bulkId } = Object.fromEntries(query) as Record<string, string | undefined>;
		this.asked.push('logs');
		const results = this.logs.filter(
			(log) =>
				(messageId === undefined || messageId.split(',').includes(String(log.messageId))) &&
				(bulkId === undefined || log.bulkId === bulkId),
		);
		return this.answersQuery?.() ?? json({ results });
	};

	get posted(): string[] {
		return this.asked.filter((one) => one !== 'logs').flatMap((one) => one.split(','));
	}

	countOf(text: unknown): number {
		return this.logs.filter((log) => log.text === text).length;
	}
}

interface Sent {
	text: string;
	to?: string;
	messageId?: string;
	sendAt?: string;
}

/** A try of an execution: what is planned from what is kept, and what it does. */
function tryOf(
	service: Service,
	messages: Sent[],
	{
		options = {},
		mode = 'continue',
		...execution
	}: Execution & { options?: Partial<Run['options']>; mode?: string } = {},
) {
	const { kept = {}, runIndex = 0, isRetry = false } = execution;
	const context = contextOf({ token: 'secret', ...execution, kept });
	const part = (name: string) => (kept[name] ??= {}) as IDataObject;
	const run = {
		path: '/sms/1/text/advanced',
		mode,
		options: {
			messagesPerRequest: 1,
			requestsAtOnce: 1,
			patienceMs: 60_000,
			lookUpMs: 15_000,
			messageIds: 'node',
			ifUnclear: 'sendAgain',
			skipSent: false,
			sameNumber: 'send',
			...options,
		},
		identity: runIdentityOf(context, []),
		ledger: openLedger<Outcome>(part('sending'), runIndex),
		quota: openQuota(part('quota'), options.maxMessages),
		transport: service.transport,
		isRetry,
	} as unknown as Run;
	const planned = planTargets(
		messages.map(({ text, to = '43660', messageId, sendAt }, itemIndex) => ({
			itemIndex,
			message: { text, ...(sendAt !== undefined && { sendAt }) },
			destinations: [{ to, ...(messageId !== undefined && { messageId }) }],
			facts: {},
			settings: {},
		})),
		run,
	);
	const ofAll = async () => {
		const outcomes = await submit(context, run, planned);
		return planned.all.map((target) => outcomes.get(target));
	};
	return {
		run,
		planned,
		ofAll,
		states: async () => (await ofAll()).map((outcome) => outcome?.state),
		/** The run outputs its items. */
		end: () => run.ledger.close(planned.firstKeys),
	};
}

const named = (...texts: string[]): Sent[] => texts.map((text, nth) => ({ text, to: `4366${nth}` }));

/** What an earlier try has done with a message, and what of it is kept. */
const life = fc.record({
	isDelivered: fc.boolean(),
	known: fc.constantFrom('nothing', 'tried', 'accepted', 'unknown'),
});
const fault = fc.constantFrom<Fault>('none', 'none', 'lostBefore', 'lostAfter');

test('a message is never delivered twice, nor said to be accepted if it was not; with no loss all are', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(life, { maxLength: 5 }),
			fc.array(fault, { maxLength: 6 }),
			fc.boolean(),
			fc.constantFrom('sendAgain' as const, 'report' as const),
			async (lives, faults, isRetry, ifUnclear) => {
				countedTime();
				const service = new Service();
				const kept = {};
				const messages = named(...lives.map((_, nth) => `Text ${nth}`));
				const earlier = tryOf(service, messages, { kept });
				const isAccepted = (nth: number) => lives[nth]!.known === 'accepted';
				const isThere = (nth: number) =>
					isAccepted(nth) || (lives[nth]!.isDelivered && (isRetry || lives[nth]!.known !== 'nothing'));
				earlier.planned.all.forEach(({ key, destination, message }, nth) => {
					const bulkId = earlier.run.identity.bulkId(100 + nth);
					const { known } = lives[nth]!;
					if (known !== 'nothing') earlier.run.ledger.tried(key, { isSentAgain: false, wasRefused: false });
					if (known !== 'nothing' && known !== 'tried')
						earlier.run.ledger.settled(key, { state: known, entry: { ...destination }, bulkId } as unknown as Outcome);
					if (isThere(nth)) service.take({ bulkId, messages: [{ ...message, destinations: [destination] } as never] });
				});
				service.faults = [...faults];
				const found = await tryOf(service, messages, { kept, isRetry, options: { ifUnclear } }).ofAll();
				found.forEach((outcome, nth) => {
					const count = service.countOf(`Text ${nth}`);
					expect(count).toBeLessThanOrEqual(1);
					expect(outcome?.state).toBe(count === 1 ? 'accepted' : 'unknown');
					if (isThere(nth)) expect(service.posted).not.toContain(`Text ${nth}`);
				});
				if (faults.every((one) => one === 'none') && ifUnclear === 'sendAgain')
					expect(found.map((outcome) => outcome?.state)).toEqual(messages.map(() => 'accepted'));
				if (ifUnclear === 'report') {
					expect(new Set(service.posted).size).toBe(service.posted.length);
					const mayBe = lives.flatMap(({ known }, nth) =>
						known === 'tried' || known === 'unknown' ? [`Text ${nth}`] : [],
					);
					expect(service.posted.filter((text) => mayBe.includes(text))).toEqual([]);
				}
			},
		),
		{ numRuns: 200 },
	);
});

describe('Retry', () => {
	test('waits for the logs once in an execution, and only if something is to be sent', async () => {
		const elapsed = countedTime();
		const service = new Service();
		const kept = {};
		const retry = { kept, isRetry: true, id: '8' };
		const first = tryOf(service, named('a'), { kept });
		expect(await first.states()).toEqual(['accepted']);
		expect(await tryOf(service, named('a'), retry).states()).toEqual(['accepted']);
		expect([elapsed(), service.asked]).toEqual([0, ['a']]);
		service.asked.length = 0;
		expect(await tryOf(service, named('a', 'b'), retry).states()).toEqual(['accepted', 'accepted']);
		expect([elapsed(), service.asked]).toEqual([15_000, ['logs', 'b']]);
		expect(await tryOf(service, named('c'), retry).states()).toEqual(['accepted']);
		expect(elapsed()).toBe(15_000);
		expect(await tryOf(service, named('d'), { ...retry, id: '9' }).states()).toEqual(['accepted']);
		expect(elapsed()).toBe(30_000);
	});

	test('of an execution of which nothing is known sends only what has an ID of the user, and asks for nothing else', async () => {
		const elapsed = countedTime();
		const service = new Service();
		const retry = { token: undefined as never, isRetry: true };
		const [plain] = await tryOf(service, named('a'), retry).ofAll();
		expect(plain).toMatchObject({
			state: 'unknown',
			failure: { kind: 'unclear', description: expect.stringContaining('Retry did not send it') },
		});
		expect([elapsed(), service.asked]).toEqual([0, []]);
		const messages = [...named('a'), { text: 'b', messageId: 'own' }];
		expect(await tryOf(service, messages, retry).states()).toEqual(['unknown', 'accepted']);
		expect(service.posted).toEqual(['b']);
	});

	test.each(['report' as const, 'sendAgain' as const])('of what is scheduled: %s', async (ifUnclear) => {
		countedTime();
		const service = new Service();
		const messages = [{ text: 'later', sendAt: '2099-01-01T00:00:00.000+0000' }, { text: 'now' }];
		const [later, now] = await tryOf(service, messages, { isRetry: true, options: { ifUnclear } }).ofAll();
		expect(now).toMatchObject({ state: 'accepted' });
		expect(later).toMatchObject(
			ifUnclear === 'sendAgain'
				? { state: 'accepted' }
				: { state: 'unknown', failure: { kind: 'unclear', message: expect.stringContaining('scheduled message') } },
		);
		expect(service.posted).toEqual(ifUnclear === 'sendAgain' ? ['later', 'now'] : ['now']);
	});

	test.each([
		[
			'show other messages',
			json({ results: [{ messageId: 'other', to: '1', text: 'other' }] }),
			'not certain that this message is missing',
		],
		['may not be read', json({}, 401), 'does not accept the credential'],
	])('sends nothing if the logs %s', async (_, answer, why) => {
		const elapsed = countedTime();
		const service = new Service();
		service.answersQuery = () => answer;
		const found = await tryOf(service, named('a', 'b'), { isRetry: true }).ofAll();
		for (const outcome of found)
			expect(outcome).toMatchObject({ state: 'unknown', failure: { message: expect.stringContaining(why) } });
		expect(service.posted).toEqual([]);
		if (why.includes('credential')) expect(elapsed()).toBe(15_000);
	});

	test.each(['report' as const, 'sendAgain' as const])(
		'of more messages than can be asked for one by one: what was sent proves the rest to be absent (%s)',
		async (ifUnclear) => {
			countedTime();
			const service = new Service();
			const texts = Array.from({ length: 23 }, (_, nth) => `Text ${nth}`);
			const retry = tryOf(service, named(...texts), { isRetry: true, options: { ifUnclear } });
			expect(new Set(await retry.states())).toEqual(new Set(['accepted']));
			expect(service.posted).toEqual(texts);
		},
	);

	test('goes on once the logs have time', async () => {
		countedTime();
		const service = new Service();
		const retry = { isRetry: true, options: { requestsAtOnce: 1 } };
		const [, sent] = tryOf(service, named('a', 'b'), retry).planned.all;
		service.take({ bulkId: 'bulk', messages: [{ text: 'b', destinations: [{ ...sent!.destination }] }] });
		let busy = 2;
		service.answersQuery = () => (busy-- > 0 ? json({}, 429) : undefined);
		expect(await tryOf(service, named('a', 'b'), retry).states()).toEqual(['accepted', 'accepted']);
		expect(service.posted).toEqual(['a']);
	});

	test('sends what is scheduled if it is known that no earlier try sent it, also with Report', async () => {
		countedTime();
		const service = new Service();
		const kept = {};
		const messages = [{ text: 'later', sendAt: '2099-01-01T00:00:00.000+0000' }];
		service.answers = () => json({}, 401);
		expect(await tryOf(service, messages, { kept }).states()).toEqual(['notSent']);
		service.answers = undefined;
		const options = { ifUnclear: 'report' as const };
		expect(await tryOf(service, messages, { kept, options, isRetry: true }).states()).toEqual(['accepted']);
		expect(service.countOf('later')).toBe(1);
	});

	test('sends what the logs show as rejected', async () => {
		countedTime();
		const service = new Service();
		const retry = tryOf(service, named('a'), { isRetry: true });
		const { destination } = retry.planned.all[0]!;
		service.logs.push({ ...destination, text: 'a', status: REJECTED });
		expect(await retry.states()).toEqual(['accepted']);
		expect(service.posted).toEqual(['a']);
	});
});

test('what an earlier try may have sent, and the logs do not show: with Report it is unknown, under the request of that try', async () => {
	countedTime();
	const service = new Service();
	const kept = {};
	service.faults = ['lostBefore'];
	const options = { ifUnclear: 'report' as const };
	const [first] = await tryOf(service, named('a'), { kept, options }).ofAll();
	const [second] = await tryOf(service, named('a'), { kept, options }).ofAll();
	expect(first).toMatchObject({ state: 'unknown', bulkId: expect.stringContaining('n8n-') });
	expect(second).toMatchObject({
		state: 'unknown',
		bulkId: first!.bulkId,
		failure: { kind: 'unclear', message: expect.stringContaining('may have sent this message') },
	});
	expect(service.posted).toEqual(['a']);
});

describe('an ID of the user', () => {
	const own = { text: 'Hello', messageId: 'own' };

	test('is one message in each round of a loop: the log of an earlier round is not of this one', async () => {
		countedTime();
		const service = new Service();
		const kept = {};
		const first = tryOf(service, [own], { kept });
		expect(await first.states()).toEqual(['accepted']);
		first.end();
		service.faults = ['lostBefore'];
		expect(await tryOf(service, [own], { kept, runIndex: 1 }).states()).toEqual(['accepted']);
		expect(service.countOf('Hello')).toBe(2);
	});

	test('of which an earlier try has sent one message: its log is not of another with the same ID', async () => {
		countedTime();
		const service = new Service();
		const kept = {};
		service.faults = ['none', 'lostBefore'];
		service.answersQuery = () => json({}, 401);
		expect(await tryOf(service, [own, own], { kept }).states()).toEqual(['accepted', 'unknown']);
		service.answersQuery = undefined;
		expect(await tryOf(service, [own, own], { kept }).states()).toEqual(['accepted', 'accepted']);
		expect(service.countOf('Hello')).toBe(2);
	});

	test.each([
		[false, ['Hello', 'Hello']],
		[true, []],
	])(
		'with Skip Messages Already Sent (%p), what another execution sent counts, however often',
		async (skipSent, posted) => {
			countedTime();
			const service = new Service();
			expect(await tryOf(service, [own], { token: 'other', id: '3' }).states()).toEqual(['accepted']);
			service.asked.length = 0;
			service.faults = ['lostBefore'];
			const [outcome] = await tryOf(service, [own], { options: { skipSent } }).ofAll();
			expect(outcome?.state).toBe('accepted');
			expect(service.posted).toEqual(posted);
		},
	);

	test('with Skip Messages Already Sent, a message that has no such ID is sent without asking', async () => {
		countedTime();
		const service = new Service();
		expect(await tryOf(service, named('a'), { options: { skipSent: true } }).states()).toEqual(['accepted']);
		expect(service.asked).toEqual(['a']);
		expect(await tryOf(service, [own], {}).states()).toEqual(['accepted']);
		expect(service.asked).toEqual(['a', 'Hello']);
	});
});

test('an answer with the ID of another message of the run says nothing about this one', async () => {
	countedTime();
	const service = new Service();
	const two = tryOf(service, [{ text: 'a' }, { text: 'b' }], { options: { ifUnclear: 'report' } });
	const [, other] = two.planned.all;
	service.answers = ({ messages }) =>
		messages[0]?.text === 'a' ? json({ messages: [{ ...other!.destination, status: PENDING }] }) : undefined;
	expect(await two.states()).toEqual(['unknown', 'accepted']);
});

test('what is refused leaves its room to later runs', async () => {
	countedTime();
	const service = new Service();
	const kept = {};
	const options = { maxMessages: 1 };
	service.answers = ({ messages }) =>
		messages[0]?.text === 'bad'
			? json({ messages: [{ ...messages[0].destinations[0], status: REJECTED }] })
			: undefined;
	const first = tryOf(service, named('bad'), { kept, options });
	expect(await first.states()).toEqual(['refused']);
	first.end();
	const second = tryOf(service, named('a'), { kept, options, runIndex: 1 });
	expect(await second.states()).toEqual(['accepted']);
	second.end();
	expect(await tryOf(service, named('b'), { kept, options, runIndex: 2 }).states()).toEqual(['notSent']);
});
