import { formatDateTime } from '../dates';
import { separateCredentials } from '../notifications';
import { isGsm7 } from '../segments';
import { isWaiting, type SandboxMessage } from '../message';
import type { Message } from './shown';

const date = (time: number | undefined): string | undefined => (time === undefined ? undefined : formatDateTime(time));

const contentOf = ({ kind, text = '', dataCoding = 0, esmClass = 0 }: SandboxMessage) =>
	kind === 'binary' ? { binary: { hex: text, dataCoding, esmClass } } : { text };

/** Shows a message. */
export function presentMessage(message: SandboxMessage): Message {
	const { groupName, name, id, description } = message.status;
	const { groupName: errorGroup, name: errorName, id: errorId, description: errorText, permanent } = message.error;
	return {
		key: String(message.sequence),
		messageId: message.messageId,
		bulkId: message.bulkId,
		direction: message.isIncoming ? 'incoming' : 'outgoing',
		from: message.from,
		to: message.to,
		...contentOf(message),
		flash: message.flash ?? false,
		version: message.version,
		...(message.isSample === true && { sample: true }),
		encoding: message.encoding ?? (isGsm7(message.text ?? '') ? 'GSM-7' : 'UCS-2'),
		segments: message.smsCount,
		status: { groupName, name, id, description },
		...(errorId !== 0 && {
			error: { groupName: errorGroup, name: errorName, id: errorId, description: errorText, permanent },
		}),
		acceptedAt: formatDateTime(message.acceptedAt),
		sendAt: date(message.schedule?.sendAt),
		...(isWaiting(message) && { scheduled: message.isPaused ? 'PAUSED' : 'PENDING' }),
		doneAt: date(message.doneAt),
		callbackData: message.callbackData,
		notifyUrl: message.notifyUrl && separateCredentials(message.notifyUrl).url,
		pushes: (message.pushes ?? []).map(({ at, status, problem }) => ({ at: formatDateTime(at), status, problem })),
		history: message.history.map(({ at, status }) => ({ at: formatDateTime(at), name: status.name })),
	};
}
