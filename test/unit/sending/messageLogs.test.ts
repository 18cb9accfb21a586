import type { Run } from '../../../nodes/SmsMessaging/sending/run';
import { MessageLogs, type Finding } from '../../../nodes/SmsMessaging/sending/submit/messageLogs';
import { fromInstant } from '../../../nodes/SmsMessaging/service/dateTime';
import type { JsonObject } from '../../../nodes/SmsMessaging/service/types';
import { countedTime, logsWith, PENDING, runOf, targetOf, transportOf } from './parts';

beforeEach(() => void countedTime());
afterEach(() => jest.restoreAllMocks());

const nameOf = (nth: number) => nth.toString(16).padStart(24, '0');
const entryOf = (messageId: string, more: JsonObject = {}): JsonObject => ({
	messageId,
	sentAt: fromInstant(Date.now()),
	status: PENDING,
	...more,
});

async function lookedUp(run: Run, ids: string[]): Promise<Map<string, Finding>> {
	const isOwn = run.options.messageIds === 'own';
	const targets = ids.map((id) => targetOf(id, { hasOwnId: isOwn }));
	const findings = await new MessageLogs(run, targets).lookUp(targets, 'beforeSending', () => false);
	return new Map([...findings].map(([{ key }, finding]) => [key, finding]));
}

test('Retry of 10,000 messages, half of them sent, looks up about 75 per call', async () => {
	const ids = Array.from({ length: 10_000 }, (_, nth) => nameOf(nth));
	const read = logsWith(() => ids.slice(0, 5000).map((id) => entryOf(id)));
	const { transport, requests } = transportOf((request) => ({ results: read(request) }));
	const findings = await lookedUp(runOf({ transport, isRetry: true }), ids);
	expect(ids.map((id) => findings.get(id)!.is)).toEqual(ids.map((_, nth) => (nth < 5000 ? 'there' : 'absent')));
	expect(requests.length).toBeLessThan(140);
});

test('a large account without a known ID is read up to a limit; above it, absence is not proven', async () => {
	const entries = Array.from({ length: 20_000 }, (_, nth) =>
		entryOf(`other-${nth}`, { sentAt: fromInstant(Date.now() - 8000 * nth) }),
	);
	const read = logsWith(() => entries, 100);
	const { transport, requests } = transportOf((request) => ({ results: read(request) }));
	const findings = await lookedUp(runOf({ transport, isRetry: true }), [nameOf(1)]);
	expect(findings.get(nameOf(1))).toMatchObject({ is: 'unproven' });
	expect(requests.length).toBeLessThan(110);
});

test('an entry without an ID belongs to no message, and proves nothing about others', async () => {
	const [one, two] = [nameOf(1), nameOf(2)];
	const { transport } = transportOf(({ query = [] }) => {
		if (!query.some(([name]) => name === 'messageId')) return 500;
		return { results: [{ status: PENDING, sentAt: fromInstant(Date.now()) }] };
	});
	const run = runOf({ transport, options: { patienceMs: 0 } });
	const findings = await lookedUp(run, [one, two]);
	expect([findings.get(one)!.is, findings.get(two)!.is]).toEqual(['unproven', 'unproven']);
	expect(run.service.knownId).toBeUndefined();
});

test('absence is proven if an answer has an ID known to exist, or if all logs were read', async () => {
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
		const findings = await lookedUp(runOf({ transport, options: { messageIds: 'own' } }), [one, two]);
		expect([findings.get(one)!.is, findings.get(two)!.is]).toEqual(['there', 'absent']);
		expect(requests.length).toBeLessThan(5);
	}
});
