import type { Entry } from './entry';
import { withoutFullStop } from '../text/words';
import { isUnconfirmed, UNCONFIRMED } from './statuses';

const NUMBER = 'Check the number and its country code.';
const ASK = 'Ask your service';
const LATER = 'Try again later.';
const BLOCKED = `The number is blocked. ${ASK} to unblock it.`;
/** interface in public documents; the fewest and most characters differ between countries */
export const SENDER_RULE = '3 to 11 letters and digits, or 3 to 14 digits';

/** What to do about each failed status of the catalogue, by its number and name. */
const ADVICE = Object.entries({
	'4 UNDELIVERABLE_REJECTED_OPERATOR':
		'The network of the phone refused the message. Check the number, the sender and the text.',
	'6 REJECTED_NETWORK': `${ASK} to open this network for your account.`,
	'8 REJECTED_PREFIX_MISSING': 'The country code is missing. Write the number as +43 660 1234567.',
	'9 UNDELIVERABLE_NOT_DELIVERED': 'The phone may be off or out of reach. Check the number, or try again later.',
	'10 REJECTED_DND': 'The owner of this number has opted out of messages. Do not send to it.',
	'11 REJECTED_SOURCE': `The sender is not allowed. Correct 'From' (${SENDER_RULE}), or register the sender with your service.`,
	'12 REJECTED_NOT_ENOUGH_CREDITS': 'Top up your account at the service.',
	'13 REJECTED_SENDER': `The sender is blocked. Choose another 'From' (${SENDER_RULE}), or ask your service to unblock it.`,
	'14 REJECTED_DESTINATION_BLOCKLISTED': BLOCKED,
	'15 EXPIRED_EXPIRED': `The message was not delivered within its validity period. ${LATER}`,
	'16 REJECTED_NOT_REACHABLE': `The network cannot be reached. ${LATER}`,
	'17 REJECTED_PREPAID_PACKAGE_EXPIRED': 'Your prepaid package has expired. Top up your account at the service.',
	'18 REJECTED_DESTINATION_NOT_REGISTERED':
		'Your account may only send to registered numbers. Register this one with your service.',
	'19 REJECTED_ROUTE_NOT_AVAILABLE': `${ASK} to open a route to this network.`,
	'20 REJECTED_FLOODING_FILTER': 'Too many messages went to this number in a short time. Wait an hour, and send fewer.',
	'21 REJECTED_SYSTEM_ERROR': `The service has an internal problem. ${LATER}`,
	'22 EXPIRED_UNKNOWN': `The service does not say why. ${LATER}`,
	'23 REJECTED_DUPLICATE_MESSAGE_ID':
		'The service has seen this message ID before. Check Get Logs, and use each ID only once.',
	'24 REJECTED_INVALID_UDH': "The header at the start of the bytes is not valid. Correct the bytes or 'ESM Class'.",
	'25 REJECTED_MESSAGE_TOO_LONG': 'The message is too long. Shorten it.',
	[`29 ${UNCONFIRMED}`]:
		'The network has not said whether it delivered the message. Ask the recipient before you send it again.',
	'31 UNDELIVERABLE_NOT_SENT': `The message was not sent. ${LATER}`,
	'51 MISSING_TO': "The number is missing. Fill in 'To'.",
	'87 SIGNALS_BLOCKED': `The service blocks this traffic as suspicious. ${ASK} to allow it.`,
	'100 UNDELIVERABLE_REJECTED_PLATFORM':
		'The service refused the message. Check the sender and the text, or ask your service.',
	'14 REJECTED_DESTINATION': BLOCKED,
	'52 REJECTED_DESTINATION': NUMBER,
}).map(([status, advice]) => {
	const [id, name] = status.split(' ');
	return { id: Number(id), name, advice };
});

/**
 * What to do about a status, from the table above and from the service. If the catalogue has another name for the ID, the service has
 * its own IDs, and the name counts.
 */
export function adviceFor(entry: Partial<Pick<Entry, 'statusId' | 'status' | 'statusGroup' | 'statusAction'>>): string {
	const { statusId, statusAction = '' } = entry;
	const status = isUnconfirmed(entry) ? UNCONFIRMED : entry.status;
	const known =
		ADVICE.find(({ id, name }) => id === statusId && (status ?? name) === name) ??
		ADVICE.findLast(({ name }) => name === status);
	const said = withoutFullStop(statusAction.trim());
	const sentences = [known?.advice, said && `The service advises: ${said}.`].filter(Boolean);
	return sentences.length === 0 ? 'Ask your service what this status means.' : sentences.join(' ');
}
