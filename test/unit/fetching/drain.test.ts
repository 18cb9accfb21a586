import { drain } from '../../../nodes/SmsMessaging/fetching/drain';
import type { ServiceFailure } from '../../../nodes/SmsMessaging/service/failure';

const failure = { kind: 'unclear', message: 'Lost' } as ServiceFailure;
const [a, b] = [{ messageId: 'a' }, { messageId: 'b' }];

test.each([
	['nothing new comes: all was fetched', [[a], [b], [b]], 9, { isEmptied: true }, [a, b]],
	['a call fails: there may be more', [[a, b], failure, []], 9, { isEmptied: false, failure }, [a, b]],
	['no more calls may be made: there may be more', [[a], [b], []], 2, { isEmptied: false }, [a, b]],
])('%s', async (_name, answers, mostCalls, end, fetched) => {
	const [left, entries] = [[...answers], [] as object[]];
	const call = async () => {
		const answer = left.shift()!;
		return Array.isArray(answer) ? { ok: true as const, value: answer } : { ok: false as const, failure: answer };
	};
	const take = (entry: object) => void entries.push(entry);
	expect(await drain(call as never, (calls) => calls < mostCalls, new Set(), take)).toEqual(end);
	expect(entries).toEqual(fetched);
});
