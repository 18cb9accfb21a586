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

const resultsOf = (properties: object, required: string[] = REQUIRED, more: object = {}) => ({
	type: 'object',
	required: ['results'],
	properties: { results: { type: 'array', items: { type: 'object', required, properties } }, ...more },
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

/** Documents: errors of version 3. */
const VERSION_3_ERROR_BODY = {
	$id: 'Version3Errors',
	type: 'object',
	required: ['errorCode', 'description', 'action', 'violations', 'resources'],
	properties: {
		...{ errorCode: { ...text, examples: ['E400'] }, description: text, action: text },
		violations: {
			type: 'array',
			items: { type: 'object', required: ['property', 'violation'], properties: { property: text, violation: text } },
		},
		resources: {
			type: 'array',
			items: { type: 'object', required: ['name', 'url'], properties: { name: text, url: text } },
		},
	},
};

const version3Error = ({ description }: { description: string }) => ({ description, $ref: 'Version3Errors#' });

const { to, from, smsCount, ...shared } = entry;
const version3Entry = {
	...{ ...shared, sender: from, messageCount: smsCount, campaignReferenceId: text },
	platform: { type: 'object', properties: { entityId: text, applicationId: text } },
};
const VERSION_3_REQUIRED = REQUIRED.map((name) => (name === 'smsCount' ? 'messageCount' : name));
const version3Content = {
	type: 'object',
	properties: { text, hex: text, dataCoding: whole, esmClass: whole },
};

/** What the endpoints of version 3 answer. */
export const VERSION_3 = {
	send: {
		200: {
			type: 'object',
			required: ['bulkId', 'messages'],
			properties: {
				bulkId: text,
				messages: {
					type: 'array',
					items: {
						type: 'object',
						required: ['destination', 'status'],
						properties: {
							...{ messageId: text, status: { $ref: 'Status#' }, destination: text },
							details: { type: 'object', required: ['messageCount'], properties: { messageCount: whole } },
						},
					},
				},
			},
		},
		400: version3Error(BAD_REQUEST),
	},
	logs: {
		200: resultsOf(
			{ ...version3Entry, destination: to, content: version3Content },
			[...VERSION_3_REQUIRED.filter((name) => name !== 'to'), 'destination', 'content'],
			{
				cursor: {
					...{ type: 'object', required: ['limit'], properties: { limit: whole, nextCursor: text } },
					description: 'With useCursor; without nextCursor on the last page',
				},
			},
		),
		400: version3Error(BAD_REQUEST),
		429: version3Error(LOGS_RESPONSES[429]),
	},
	reports: {
		200: resultsOf({ ...version3Entry, to, callbackData: text }, VERSION_3_REQUIRED),
		400: version3Error(BAD_REQUEST),
	},
};

export const VERSION_3_REFUSALS = { 401: version3Error(REFUSALS[401]), 403: version3Error(REFUSALS[403]) };

/** Schemas that others reference. */
export const SHARED_RESPONSES = [STATUS, MESSAGE_ERROR, ERROR_BODY, VERSION_3_ERROR_BODY];
