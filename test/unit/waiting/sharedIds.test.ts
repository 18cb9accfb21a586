import { awaitedMessage } from '../../../nodes/SmsMessaging/waiting/waitForDelivery';
import { before, targetOf } from '../sending/parts';

const ENTRY = { status: { groupId: 1 } };
const NOW = { bulkId: 'bulk' };
const EARLIER = { mayBeEarlier: true };

test.each([
	['sent now', true, false, NOW, false, {}],
	['that an earlier try may have sent', true, true, NOW, false, EARLIER],
	['that an earlier try has sent', true, false, NOW, true, EARLIER],
	['found in logs without bulk IDs', true, false, {}, false, EARLIER],
	['with an ID of the node', false, false, NOW, false, undefined],
])('since when a message %s may be in the logs', (_, hasOwnId, mayHaveBeenSent, json, isRecalled, expected) => {
	const target = targetOf('own', { hasOwnId, ...before({ mayHaveBeenSent }) });
	const { sharedId } = awaitedMessage(target, ENTRY, { json }, isRecalled);
	expect(sharedId && { ...sharedId, text: undefined }).toEqual(expected);
});
