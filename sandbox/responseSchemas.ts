/* What the interface's endpoints answer, for the OpenAPI document (interface: Send response, SentSMSLog, SentSMSReport, Errors; documents: inbox reports, bulks, balance, version 3). */

import { BULK_STATUSES } from './bulks';
import { boolean, dateTime, list, object, oneOf, text, whole } from './schemaParts';

const named = { groupId: whole, groupName: text, id: whole, name: text, description: text };
const STATUS = { $id: 'Status', ...object(named, { action: text }) };
const MESSAGE_ERROR = { $id: 'Error', ...object({ ...named, permanent: boolean }) };
const status = { $ref: 'Status#' };

const price = object({ pricePerMessage: { type: 'number' }, currency: text });
const entry = {
	...{ bulkId: text, messageId: text, sentAt: dateTime, mccMnc: text, price },
	...{ status, error: { $ref: 'Error#' } },
};
const version1Entry = { ...entry, to: text, smsCount: whole };
const version3Entry = { ...entry, messageCount: whole };
const platform = { entityId: text, applicationId: text };
const version3Others = { sender: text, doneAt: dateTime, campaignReferenceId: text, platform: object({}, platform) };

const resultsOf = (required: object, others: object) => object({ results: list(object(required, others)) });

/** Interface: Errors. */
const ERROR_BODY = {
	$id: 'Errors',
	...object({
		requestError: object({
			serviceException: object(
				{ messageId: { ...text, examples: ['BAD_REQUEST'] }, text },
				{ validationErrors: { type: 'object', additionalProperties: list(text) } },
			),
		}),
	}),
};

/** Documents: errors of version 3. */
const VERSION_3_ERROR_BODY = {
	$id: 'Version3Errors',
	...object({
		...{ errorCode: { ...text, examples: ['E400'] }, description: text, action: text },
		violations: list(object({ property: text, violation: text })),
		resources: list(object({ name: text, url: text })),
	}),
};

const errorBody = (description: string) => ({ description, $ref: 'Errors#' });
const inVersion3 = ({ description }: { description: string }) => ({ description, $ref: 'Version3Errors#' });

export const BAD_REQUEST = errorBody('An invalid request');

/** Error answers that every endpoint can give. */
export const REFUSALS = {
	401: errorBody('Authorization is missing or wrong'),
	403: errorBody('Host or Origin is not that of this machine'),
};
export const VERSION_3_REFUSALS = { 401: inVersion3(REFUSALS[401]), 403: inVersion3(REFUSALS[403]) };

const SMS_RESPONSE = object(
	{ messages: list(object({ to: text, status }, { smsCount: whole, messageId: text })) },
	{ bulkId: { ...text, description: 'With more than one destination' }, trackingProcessKey: text },
);

export const SEND_RESPONSES = { 200: SMS_RESPONSE, 400: BAD_REQUEST };
export const LOGS_RESPONSES = {
	200: resultsOf(version1Entry, { from: text, doneAt: dateTime, text }),
	400: BAD_REQUEST,
	429: errorBody('The logs were called too many times in a minute'),
};
export const REPORTS_RESPONSES = {
	200: resultsOf(version1Entry, { from: text, doneAt: dateTime, callbackData: text, ...platform }),
	400: BAD_REQUEST,
};

const received = object(
	{
		...{ messageId: text, from: text, to: text, text, cleanText: text, keyword: text },
		...{ receivedAt: dateTime, smsCount: whole, price },
	},
	{ callbackData: text },
);
export const INBOX_RESPONSES = {
	200: object({
		...{ results: list(received), messageCount: whole },
		pendingMessageCount: { ...whole, description: 'How many still wait' },
	}),
	400: BAD_REQUEST,
};

const noBulk = errorBody('There is no such bulk');
export const BULK_TIME_RESPONSES = {
	200: object({ bulkId: text, sendAt: dateTime }),
	400: BAD_REQUEST,
	404: { ...noBulk, description: 'There is no such bulk, or it cannot be moved' },
};
export const BULK_STATUS_RESPONSES = {
	200: object({ bulkId: text, status: oneOf(BULK_STATUSES) }),
	400: BAD_REQUEST,
	404: noBulk,
};
export const BALANCE_RESPONSES = { 200: object({ balance: { type: 'number' }, currency: text }) };

const content = object({}, { text, hex: text, dataCoding: whole, esmClass: whole });
const cursor = {
	...object({ limit: whole }, { nextCursor: text }),
	description: 'With useCursor; without nextCursor on the last page',
};

/** What the endpoints of version 3 answer. */
export const VERSION_3 = {
	send: {
		200: object({
			bulkId: text,
			messages: list(
				object({ destination: text, status }, { messageId: text, details: object({ messageCount: whole }) }),
			),
		}),
		400: inVersion3(BAD_REQUEST),
	},
	logs: {
		200: object(
			{ results: list(object({ ...version3Entry, destination: text, content }, version3Others)) },
			{ cursor },
		),
		400: inVersion3(BAD_REQUEST),
		429: inVersion3(LOGS_RESPONSES[429]),
	},
	reports: {
		200: resultsOf({ ...version3Entry, to: text }, { ...version3Others, callbackData: text }),
		400: inVersion3(BAD_REQUEST),
	},
};

/** Schemas that others reference. */
export const SHARED_RESPONSES = [STATUS, MESSAGE_ERROR, ERROR_BODY, VERSION_3_ERROR_BODY];
