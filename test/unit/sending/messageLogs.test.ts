import { openLedger } from '../../../nodes/SmsMessaging/kept/ledger';
import type { Outcome } from '../../../nodes/SmsMessaging/sending/plan/target';
import type { Run } from '../../../nodes/SmsMessaging/sending/run';
import { lookUp } from '../../../nodes/SmsMessaging/sending/submit/messageLogs';
import { countedTime, logsWith, PENDING, runOf, targetOf, transportOf } from './parts';
import type { JsonObject } from '../../../nodes/SmsMessaging/text/json';

const isoOf = (ms: number) => new Date(ms).toISOString();

beforeEach(() => void countedTime());
afterEach(() => jest.restoreAllMocks());

const nameOf = (nth: number) => nth.toString(16).padStart(24, '0');
const entryOf = (messageId: string, more: JsonObject = {}): JsonObject => ({
	messageId,
	sentAt: isoOf(Date.now()),
	status: PENDING,
	...more,
});

async function lookedUp(run: Run, ids: string[]): Promise<Map<string, 'there' | 'absent' | 'unproven'>> {
	const targets = ids.map((id) => targetOf(id, { hasOwnId: run.options.messageIds === 'own' }));
	const findings = await lookUp(run, targets, 'beforeSending', () => false);
	return new Map(
		[...findings].map(([{ key }, { entries, gap }]) => [
			key,
			entries.length > 0 ? 'there' : gap ? 'unproven' : 'absent',
		]),
	);
}

test('Retry of 2,000 messages, half of them sent, looks up about 75 per call', async () => {
	const ids = Array.from({ length: 2000 }, (_, nth) => nameOf(nth));
	const read = logsWith(() => ids.slice(0, 1000).map((id) => entryOf(id)));
	const { transport, requests } = transportOf((request) => ({ results: read(request) }));
	const findings = await lookedUp(runOf({ transport, isRetry: true }), ids);
	expect(ids.map((id) => findings.get(id))).toEqual(ids.map((_, nth) => (nth < 1000 ? 'there' : 'absent')));
	expect(requests.length).toBeLessThan(35);
});

test('a large account without a known ID is read up to a limit; above it, absence is not proven', async () => {
	const entries = Array.from({ length: 8000 }, (_, nth) =>
		entryOf(`other-${nth}`, { sentAt: isoOf(Date.now() - 8000 * nth) }),
	);
	const read = logsWith(() => entries, 50);
	const { transport, requests } = transportOf((request) => ({ results: read(request) }));
	const findings = await lookedUp(runOf({ transport, isRetry: true }), [nameOf(1)]);
	expect(findings.get(nameOf(1))).toBe('unproven');
	expect(requests.length).toBeLessThan(110);
});

test('an entry without an ID belongs to no message, and proves nothing about others', async () => {
	const [one, two] = [nameOf(1), nameOf(2)];
	const { transport } = transportOf(({ query = [] }) => {
		if (!query.some(([name]) => name === 'messageId')) return 500;
		return { results: [{ status: PENDING, sentAt: isoOf(Date.now()) }] };
	});
	const run = runOf({ transport, options: { patienceMs: 0 } });
	const findings = await lookedUp(run, [one, two]);
	expect([findings.get(one), findings.get(two)]).toEqual(['unproven', 'unproven']);
	expect(run.kept.known).toBeUndefined();
});

describe('what a window of time shows, if a list of IDs shows nothing', () => {
	const known = { knownId: 'known' };
	test.each<[string, JsonObject[], { isRetry?: boolean; knownId?: string }, string]>([
		['nothing', [], {}, 'absent'],
		['the message', [{ messageId: nameOf(1) }], {}, 'there'],
		['an entry without a time', [{ messageId: 'other', sentAt: null }], {}, 'unproven'],
		['another message', [{ messageId: 'other' }], {}, 'absent'],
		['the same on Retry', [{ messageId: 'other' }], { isRetry: true }, 'absent'],
		['not what is known to be there', [], known, 'unproven'],
		['what is known to be there', [{ messageId: 'known' }], known, 'absent'],
	])('%s', async (_, entries, { isRetry = false, knownId }, is) => {
		const read = logsWith(() => entries.map(({ messageId, ...more }) => entryOf(String(messageId), more)));
		const { transport, requests } = transportOf((request) => {
			const isList = request.query!.some(([name]) => name === 'messageId');
			return { results: isList ? [] : read(request) };
		});
		const run = runOf({ transport, isRetry });
		if (knownId !== undefined) run.kept.known = { id: knownId, at: Date.now() };
		const findings = await lookedUp(run, [nameOf(1)]);
		expect(findings.get(nameOf(1))).toBe(is);
		// Nobody knows when the first try of a Retry began
		expect(requests.at(-1)!.query!.some(([name]) => name === 'sentSince')).toBe(!isRetry);
	});
});

test.each([
	[47, 'absent'],
	[48, 'unproven'],
])(
	'%i hours after a run began, its Retry finds a missing message %s, however old the execution is',
	async (hours, is) => {
		const read = logsWith(() => [entryOf('known')]);
		const { transport } = transportOf((request) => ({ results: read(request) }));
		const began = Date.now() - 3_600_000 * hours;
		const first = began - 3_600_000 * 100;
		const known = { id: 'known', at: Date.now() };
		const ledger = openLedger<Outcome>({ beganAt: began }, 0);
		const run = runOf({ transport, isRetry: true, ledger, kept: { recordedAt: first, beganAt: first, known } });
		expect((await lookedUp(run, [nameOf(1)])).get(nameOf(1))).toBe(is);
	},
);

test('rejections are known whole, even if there are more than an answer surely holds', async () => {
	const ids = Array.from({ length: 120 }, (_, nth) => nameOf(nth));
	const rejected = { status: { groupName: 'REJECTED', name: 'REJECTED_NOT_ENOUGH_CREDITS' } };
	const read = logsWith(() => ids.map((id) => entryOf(id, rejected)));
	const { transport } = transportOf((request) => ({ results: read(request) }));
	const targets = ids.map((id) => targetOf(id));
	const findings = await lookUp(runOf({ transport, isRetry: true }), targets, 'beforeSending', () => false);
	expect([...findings.values()].filter(({ entries, gap }) => entries.length !== 1 || gap !== undefined)).toEqual([]);
});
