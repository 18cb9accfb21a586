/* What the interface's endpoints answer, for the OpenAPI document (interface: Send response, SentSMSLog, SentSMSReport, Errors; documents: inbox reports). */

const text = { type: 'string' };
const whole = { type: 'integer' };
const dateTime = { type: 'string', examples: ['2026-03-02T12:00:00.000+0000'] };

const STATUS = {
	$id: 'Status',
	type: 'object',
	required: ['groupId', 'groupName', 'id', 'name', 'description'],
	properties: { groupId: whole, groupName: text, id: whole, name: text, description: text, action: text },
};

const MESSAGE_ERROR = {
	$id: 'Error',
	type: 'object',
	required: ['groupId', 'groupName', 'id', 'name', 'description', 'permanent'],
	properties: {
		...{ groupId: whole, groupName: text, id: whole, name: text, description: text },
		permanent: { type: 'boolean' },
	},
};

const entry = {
	...{ bulkId: text, messageId: text, to: text, from: text, sentAt: dateTime, doneAt: dateTime, smsCount: whole },
	mccMnc: text,
	price: {
		type: 'object',
		required: ['pricePerMessage', 'currency'],
		properties: { pricePerMessage: { type: 'number' }, currency: text },
	},
	status: { $ref: 'Status#' },
	error: { $ref: 'Error#' },
};
const REQUIRED = ['bulkId', 'messageId', 'to', 'sentAt', 'smsCount', 'mccMnc', 'price', 'status', 'error'];

const resultsOf = (properties: object) => ({
	type: 'object',
	required: ['results'],
	properties: { results: { type: 'array', items: { type: 'object', required: REQUIRED, properties } } },
});

/** Interface: Errors. */
const ERROR_BODY = {
	$id: 'Errors',
	type: 'object',
	required: ['requestError'],
	properties: {
		requestError: {
			type: 'object',
			required: ['serviceException'],
			properties: {
				serviceException: {
					type: 'object',
					required: ['messageId', 'text'],
					properties: {
						messageId: { ...text, examples: ['BAD_REQUEST'] },
						text,
						validationErrors: { type: 'object', additionalProperties: { type: 'array', items: text } },
					},
				},
			},
		},
	},
};

const errorBody = (description: string) => ({ description, $ref: 'Errors#' });

export const BAD_REQUEST = errorBody('An invalid request');

/** Error answers that every endpoint can give. */
export const REFUSALS = {
	401: errorBody('Authorization is missing or wrong'),
	403: errorBody('Host or Origin is not that of this machine'),
};

const SMS_RESPONSE = {
	type: 'object',
	required: ['messages'],
	properties: {
		bulkId: { ...text, description: 'With more than one destination' },
		trackingProcessKey: text,
		messages: {
			type: 'array',
			items: {
				type: 'object',
				required: ['to', 'status'],
				properties: { to: text, status: { $ref: 'Status#' }, smsCount: whole, messageId: text },
			},
		},
	},
};

export const SEND_RESPONSES = { 200: SMS_RESPONSE, 400: BAD_REQUEST };
export const LOGS_RESPONSES = {
	200: resultsOf({ ...entry, text }),
	400: BAD_REQUEST,
	429: errorBody('The logs were called too many times in a minute'),
};
export const REPORTS_RESPONSES = {
	200: resultsOf({ ...entry, callbackData: text, entityId: text, applicationId: text }),
	400: BAD_REQUEST,
};

export const INBOX_RESPONSES = {
	200: {
		type: 'object',
		required: ['results', 'messageCount', 'pendingMessageCount'],
		properties: {
			results: {
				type: 'array',
				items: {
					type: 'object',
					required: ['messageId', 'from', 'to', 'text', 'cleanText', 'keyword', 'receivedAt', 'smsCount', 'price'],
					properties: {
						...{ messageId: text, from: text, to: text, text, cleanText: text, keyword: text },
						...{ receivedAt: dateTime, smsCount: whole, price: entry.price, callbackData: text },
					},
				},
			},
			messageCount: whole,
			pendingMessageCount: { ...whole, description: 'How many still wait' },
		},
	},
	400: BAD_REQUEST,
};

/** Schemas that others reference. */
export const SHARED_RESPONSES = [STATUS, MESSAGE_ERROR, ERROR_BODY];
