import { EventEmitter } from 'node:events';

import { claim } from '../../../nodes/SmsMessaging/notifications/reportMemory';
import { host } from '../../../nodes/SmsMessaging/n8n/host';
import { readEntry } from '../../../nodes/SmsMessaging/api/entry';

function push(ids: string[], statusCode = 200) {
	const response = Object.assign(new EventEmitter(), { statusCode });
	const reports = ids.map((messageId) => readEntry({ messageId, status: { groupId: 3 } }));
	const fresh = claim('a trigger', reports, response)?.map(({ messageId }) => messageId);
	response.emit('prefinish');
	return fresh;
}

test('the oldest are forgotten first', () => {
	host.memory.delete('started runs');
	push(['a', 'b']);
	const { known } = host.memory.get('started runs') as { known: Set<string> };
	for (let index = 0; index < 499_998; index++) known.add(`${index}`);
	push(['d']);
	expect(push(['b', 'd'], 500)).toEqual([]);
	expect(push(['a'])).toEqual(['a']);
	expect(push(['b', 'd', 'a'], 500)).toEqual(['b']);
});
