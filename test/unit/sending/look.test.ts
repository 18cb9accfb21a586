import type { Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { NOT_PROVEN, untilRead, type Unread } from '../../../nodes/SmsMessaging/sending/submit/look';
import type { ServiceFailure } from '../../../nodes/SmsMessaging/service/failure';
import { host } from '../../../nodes/SmsMessaging/service/host';
import { countedTime, targetOf } from './parts';

const [a, b] = [targetOf('a'), targetOf('b')] as [Target, Target];
const busy = (retryAfterMs?: number): ServiceFailure => ({
	kind: 'notNow',
	message: 'busy',
	description: '',
	...(retryAfterMs !== undefined && { retryAfterMs }),
});
let elapsed: () => number;
beforeEach(() => {
	elapsed = countedTime();
	jest.spyOn(host, 'random').mockReturnValue(0.5);
});
afterEach(() => jest.restoreAllMocks());

/** Asks with answers that leave these unread, and in the end nothing. @returns what is left, and when it asked */
async function asks(first: Unread, answers: Unread[], patienceMs: number): Promise<{ left: Unread; times: number[] }> {
	const times: number[] = [];
	const left = await untilRead(
		first,
		async () => {
			times.push(elapsed());
			return answers.shift() ?? new Map();
		},
		patienceMs,
		undefined,
	);
	return { left, times };
}

test('the logs are asked again at growing intervals, which begin anew after each success', async () => {
	const both: Unread = new Map([a, b].map((target) => [target, busy()]));
	const one: Unread = new Map([[b, busy()]]);
	const { left, times } = await asks(both, [both, both, one, one], 60_000);
	expect(times).toEqual([500, 1500, 3500, 4000, 5000]);
	expect(left.size).toBe(0);
});

test('the longest wait that the service asks for counts, within the patience', async () => {
	const all: Unread = new Map([
		[a, busy(7000)],
		[b, busy(2000)],
	]);
	const { left, times } = await asks(all, [all, all], 20_000);
	expect(times).toEqual([7000, 14_000]);
	expect([...left.keys()]).toEqual([a, b]);
});

test('what asking again cannot change is not asked, and stays', async () => {
	const { left, times } = await asks(
		new Map([
			[a, NOT_PROVEN],
			[b, busy()],
		]),
		[],
		60_000,
	);
	expect(times).toEqual([500]);
	expect([...left]).toEqual([[a, NOT_PROVEN]]);
});
