import { randomBytes } from 'node:crypto';
import type { Status } from './catalogue';
import type { Version1Request, Version3Request } from './requests';

/** What became of a send request. */
export interface Accepted {
	bulkId: string;
	messages: AcceptedMessage[];
}

/** What became of a message to one destination. */
export interface AcceptedMessage {
	to: string;
	status: Status;
	/** Absent without a destination, like the messageId. */
	smsCount?: number;
	messageId?: string;
	isBinary: boolean;
}

/** Interface: SMSResponse. */
export interface SMSResponse {
	bulkId?: string;
	trackingProcessKey?: string;
	messages: SMSResponseDetails[];
}

/** Interface: SMSResponseDetails. */
export interface SMSResponseDetails {
	to: string;
	status: Status;
	smsCount?: number;
	messageId?: string;
}

/** The answer of versions 1 and 2; `counts`: whether it has the parts of each message. */
export function version1Answer(
	{ bulkId, messages }: Accepted,
	{ tracking }: Pick<Version1Request, 'tracking'>,
	counts: boolean,
): SMSResponse {
	return {
		// Interface: received only when the message goes to more than one destination address.
		bulkId: messages.length > 1 ? bulkId : undefined,
		trackingProcessKey: tracking?.track ? tracking.processKey || randomBytes(16).toString('hex') : undefined,
		messages: messages.map(({ to, status, smsCount: parts, messageId }) => {
			const smsCount = counts ? parts : undefined;
			return { to, status, smsCount, messageId };
		}),
	};
}

/** The answer of version 3 (documents: POST /sms/3/messages). */
export function version3Answer({ bulkId, messages }: Accepted, { options }: Version3Request, counts: boolean): object {
	const isCounted = counts && options?.includeSmsCountInResponse === true;
	return {
		bulkId,
		messages: messages.map(({ to, status, smsCount, messageId, isBinary }) => ({
			...{ messageId, status, destination: to },
			...(isCounted && !isBinary && smsCount !== undefined && { details: { messageCount: smsCount } }),
		})),
	};
}
