import { EventEmitter } from 'node:events';

import { claim } from '../../../nodes/SmsMessaging/notifications/reportMemory';
import { host } from '../../../nodes/SmsMessaging/n8n/host';
import { readEntry, type Entry } from '../../../nodes/SmsMessaging/api/entry';

/** A response that n8n answers when the test says so. */
class Response extends EventEmitter {
	statusCode = 200;

	/** What happens when n8n ends its answer. */
	answer(statusCode: number): void {
		this.statusCode = statusCode;
		this.emit('prefinish');
	}
}

const report = (messageId: string): Entry => readEntry({ messageId, status: { groupId: 3 } });

function claimed(ids: string[], response: Response, trigger = 'a trigger') {
	return claim(trigger, ids.map(report), response)?.map(({ messageId }) => messageId);
}

function push(ids: string[], statusCode = 200, trigger?: string) {
	const response = new Response();
	const fresh = claimed(ids, response, trigger);
	response.answer(statusCode);
	return fresh;
}

beforeEach(() => void host.memory.delete('started runs'));

test('the oldest are forgotten first', () => {
	push(['a', 'b']);
	const { known } = host.memory.get('started runs') as { known: Set<string> };
	for (let index = 0; index < 499_998; index++) known.add(`${index}`);
	push(['d']);
	expect(push(['b', 'd'], 500)).toEqual([]);
	expect(push(['a'])).toEqual(['a']);
	expect(push(['b', 'd', 'a'], 500)).toEqual(['b']);
});
