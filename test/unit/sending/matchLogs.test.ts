import type { Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { matchLogs } from '../../../nodes/SmsMessaging/sending/submit/matchLogs';

const EARLIER = 'n8n-abcdef-e1-0123-0-1';
const NOW = 'n8n-abcdef-e2-0123-0-1';
const TO = '436600000017';

const target = (messageId: string, text: string) =>
	({ destination: { to: TO, messageId }, message: { text }, hasOwnId: false }) as unknown as Target;
const log = (messageId: string, bulkId: string, groupId: number) => ({
	messageId,
	to: TO,
	bulkId,
	status: { groupId },
});

test('that an earlier try of a message was rejected leaves open which of two the service has accepted under an ID of its own', () => {
	const targets = [target('first', 'Text 4'), target('second', 'Grüße')];
	const bulkIds = new Map(targets.map((one) => [one, NOW]));
	const request = { bulkId: NOW, unnamed: [], unknown: [] };
	const logs = [log('first', EARLIER, 5), log('service-12', NOW, 1)];
	const { found, unclear } = matchLogs(logs, targets, { taken: new Set(['first', 'second']), bulkIds }, request);
	expect([...found.keys()]).toEqual([]);
	expect(unclear).toEqual(targets);
});
