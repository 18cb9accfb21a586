import fc from 'fast-check';

import { MessageLogs } from '../../../nodes/SmsMessaging/sending/submit/messageLogs';
import { fromInstant } from '../../../nodes/SmsMessaging/service/dateTime';
import type { JsonObject } from '../../../nodes/SmsMessaging/service/types';
import { countedTime, logsWith, PENDING, runOf, transportOf } from './parts';

beforeEach(() => void countedTime());
afterEach(() => jest.restoreAllMocks());

const nameOf = (nth: number) => nth.toString(16).padStart(24, '0');
const entryOf = (messageId: string, more: JsonObject = {}): JsonObject => ({
	messageId,
	sentAt: fromInstant(Date.now()),
	status: PENDING,
	...more,
});

/** Which of the messages are in the logs, and what the logs do. */
const scene = fc.record({
	shown: fc.array(fc.boolean(), { minLength: 1, maxLength: 130 }),
	/** Messages of others. */
	others: fc.constantFrom(0, 3, 60, 400),
	cap: fc.constantFrom(1000, 100, 50),
	knowsLists: fc.boolean(),
	known: fc.constantFrom('none', 'there', 'not there yet'),
	fails: fc.boolean(),
});

test('what the logs show is there; absence is only said of what is absent, and always where the contract proves it', async () => {
	await fc.assert(
		fc.asyncProperty(scene, async ({ shown, others, cap, knowsLists, known, fails }) => {
			const ids = shown.map((_, nth) => nameOf(nth));
			const ofOthers = Array.from({ length: others }, (_, nth) =>
				entryOf(`other-${nth}`, { sentAt: fromInstant(Date.now() - 1000 * nth) }),
			);
			const entries = [
				...ofOthers,
				...ids.flatMap((id, nth) => (shown[nth] ? [entryOf(id)] : [])),
				...(known === 'there' ? [entryOf('known')] : []),
			];
			const read = logsWith(() => entries, cap);
			let calls = 0;
			const { transport } = transportOf((request) => {
				const isList = request.query?.some(([name, value]) => name === 'messageId' && value.includes(',')) === true;
				if (fails && ++calls > 2) return 500;
				return { results: isList && !knowsLists ? [] : read(request) };
			});
			const run = runOf({ transport, ...(known !== 'none' && { service: { knownId: 'known' } }) });
			const findings = await new MessageLogs(run, new Set(ids), false).find(ids, true, false);
			ids.forEach((id, nth) => {
				const { is } = findings.get(id)!;
				if (is !== 'unproven') expect(is).toBe(shown[nth] ? 'there' : 'absent');
				// An instant with more entries than an answer holds cannot be read whole
				const isCrowded = shown.filter(Boolean).length + others >= cap;
				const isProven = known === 'there' ? knowsLists || !isCrowded : known === 'none' && !isCrowded;
				if (!fails && isProven) expect(is).not.toBe('unproven');
			});
		}),
		{ numRuns: 150 },
	);
});

test('on Retry of 10,000 messages, half of them sent, one call asks for some 75', async () => {
	const ids = Array.from({ length: 10_000 }, (_, nth) => nameOf(nth));
	const read = logsWith(() => ids.slice(0, 5000).map((id) => entryOf(id)));
	const { transport, requests } = transportOf((request) => ({ results: read(request) }));
	const findings = await new MessageLogs(runOf({ transport, isRetry: true }), new Set(ids), false).find(
		ids,
		true,
		false,
	);
	expect(ids.map((id) => findings.get(id)!.is)).toEqual(ids.map((_, nth) => (nth < 5000 ? 'there' : 'absent')));
	expect(requests.length).toBeLessThan(140);
});

test('a large account without any known ID is read within a bound; beyond it nothing is absent', async () => {
	const entries = Array.from({ length: 200_000 }, (_, nth) =>
		entryOf(`other-${nth}`, { sentAt: fromInstant(Date.now() - 800 * nth) }),
	);
	const read = logsWith(() => entries, 1000);
	const { transport, requests } = transportOf((request) => ({ results: read(request) }));
	const findings = await new MessageLogs(runOf({ transport, isRetry: true }), new Set([nameOf(1)]), false).find(
		[nameOf(1)],
		true,
		false,
	);
	expect(findings.get(nameOf(1))).toMatchObject({ is: 'unproven' });
	expect(requests.length).toBeLessThan(110);
});

test.each([
	['under an ID of the service', { messageId: 'service-1' }, true],
	['under another ID that the node made', { messageId: nameOf(2) }, false],
	['of another execution', { messageId: 'service-1', bulkId: 'n8n-000000-e1-0123456789-0-1' }, false],
])('an entry of this execution %s tells whether the service replaces IDs: %o', async (_, entry, isReplaced) => {
	const run = runOf();
	const logged = entryOf('', { bulkId: run.identity.bulkId(1), ...entry });
	const { transport } = transportOf((request) => ({ results: logsWith(() => [logged])(request) }));
	const findings = await new MessageLogs({ ...run, transport }, new Set([nameOf(1)]), false).find(
		[nameOf(1)],
		true,
		false,
	);
	expect(findings.get(nameOf(1))!.is).toBe(isReplaced ? 'unproven' : 'absent');
	expect(run.service.replacesIds === true).toBe(isReplaced);
});

test('an entry without an ID is nobody’s, and proves nothing of others', async () => {
	const [one, two] = [nameOf(1), nameOf(2)];
	const { transport } = transportOf(({ query = [] }) => {
		if (!query.some(([name]) => name === 'messageId')) return 500;
		return { results: [{ status: PENDING, sentAt: fromInstant(Date.now()) }] };
	});
	const run = runOf({ transport, options: { patienceMs: 0 } });
	const findings = await new MessageLogs(run, new Set([one, two]), false).find([one, two], true, false);
	expect([findings.get(one)!.is, findings.get(two)!.is]).toEqual(['unproven', 'unproven']);
	expect(run.service.knownId).toBeUndefined();
});

test('what any execution has sent is absent if a list brings an ID of any message, or all that the logs have was read', async () => {
	const longAgo = fromInstant(Date.now() - 40 * 3_600_000);
	const entries = [...Array(3000).keys()].map((nth) => entryOf(`other-${nth}`, { sentAt: longAgo }));
	const [one, two] = [nameOf(1), nameOf(2)];
	for (const [knowsLists, others] of [
		[true, entries],
		[false, entries.slice(0, 30)],
	] as const) {
		const read = logsWith(() => [...others, entryOf(one, { sentAt: longAgo })]);
		const { transport, requests } = transportOf((request) => {
			const isList = request.query?.some(([name, value]) => name === 'messageId' && value.includes(',')) === true;
			return { results: isList && !knowsLists ? [] : read(request) };
		});
		const findings = await new MessageLogs(runOf({ transport }), new Set([one, two]), true).find(
			[one, two],
			true,
			true,
		);
		expect([findings.get(one)!.is, findings.get(two)!.is]).toEqual(['there', 'absent']);
		expect(requests.length).toBeLessThan(5);
	}
});
