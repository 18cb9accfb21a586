import { ExecutionSieve } from '../../../nodes/SmsMessaging/fetching/executionSieve';
import { bulkIdPrefix } from '../../../nodes/SmsMessaging/service/bulkIds';
import type { JsonObject } from '../../../nodes/SmsMessaging/service/types';
import { contextOf } from '../sending/contexts';

const own = `${bulkIdPrefix(contextOf(), { id: '7' })}01`;
const NOTHING_FOUND =
	'The logs that were read show no message of execution 7. Messages with a Bulk ID of your own are not recognized.';

test.each<[string, JsonObject[], string[], string[]]>([
	['its own', [{ bulkId: own }, { bulkId: own }], [], []],
	['only those of others', [{ bulkId: 'mine' }, { bulkId: own.replace('e7-', 'e71-') }], [], [NOTHING_FOUND]],
	[
		'some without a bulk ID',
		[{ bulkId: own }, {}, { bulkId: null }, { bulkId: '' }],
		['3 log entries have no bulk ID, so the node cannot tell which execution sent them.'],
		[],
	],
	[
		'one without a bulk ID',
		[{ bulkId: '' }],
		['1 log entry has no bulk ID, so the node cannot tell which execution sent it.'],
		[NOTHING_FOUND],
	],
])('entries of one execution are passed on: %s', (_, entries, doubts, hints) => {
	const passed: unknown[] = [];
	const sieve = new ExecutionSieve(contextOf(), '7', (entry) => void passed.push(entry));
	for (const entry of entries) sieve.take(entry, undefined);
	expect(passed).toEqual(entries.filter(({ bulkId }) => bulkId === own));
	expect([sieve.doubts(), sieve.hints()]).toEqual([doubts, hints]);
});
