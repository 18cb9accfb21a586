import { STATUS_GROUPS } from './catalogue';
import { parseDateTime } from './dates';
import { WEEKDAYS } from './deliveryWindow';
import { parseDuration } from './durations';
import { TRANSLITERATIONS } from './transliteration';

/*
 * Request schemas (interface: Send request; public: fields of the message). Liberal by design: null counts as absent (jsonBody.ts),
 * unknown keys are allowed, and scalars of the wrong JSON type are converted.
 */

/** Longer texts cannot be messages: 25 parts have at most 3825 characters. */
const MOST_CHARACTERS = 20_000;
const MOST_ITEMS = 100_000;

export const string = { type: 'string', maxLength: MOST_CHARACTERS };
export const boolean = { type: 'boolean' };
export const whole = { type: 'integer' };
export const dateTime = { type: 'string', format: 'offset-date-time', examples: ['2026-03-02T12:00:00.000+0000'] };

/** String formats, for the validator. An empty string counts as absent. */
export const FORMATS: Record<string, (value: string) => boolean> = {
	'offset-date-time': (value) => value === '' || parseDateTime(value) !== undefined,
	'callback-url': (value) => value === '' || (/^https?:\/\//i.test(value) && URL.canParse(value)),
	'notification-type': (value) => value === '' || /^application\/(json|xml) *(;[ -~]*)?$/i.test(value),
	'duration-with-unit': (value) => parseDuration(value) !== undefined,
	// Whole octets, with optional spaces between pairs or larger groups, as in published examples.
	'hex-bytes': (value) => /^\s*(?:[0-9a-f]{2}\s*)+$/i.test(value),
};

const destination = {
	type: 'object',
	required: ['to'],
	properties: { to: string, messageId: string },
};

const timeOfDay = {
	type: 'object',
	// Clients written in Go omit zeros
	properties: {
		hour: { type: 'integer', minimum: 0, maximum: 23, default: 0 },
		minute: { type: 'integer', minimum: 0, maximum: 59, default: 0 },
	},
};

/** A list that must not be empty. */
export const upTo = (items: object) => ({ type: 'array', minItems: 1, maxItems: MOST_ITEMS, items });

export const deliveryTimeWindow = {
	type: 'object',
	required: ['days'],
	properties: {
		days: { type: 'array', minItems: 1, items: { type: 'string', enum: WEEKDAYS } },
		from: timeOfDay,
		to: timeOfDay,
	},
};

const messageFields = {
	destinations: upTo(destination),
	from: string,
	callbackData: string,
	intermediateReport: boolean,
	notifyUrl: { type: 'string', format: 'callback-url' },
	notifyContentType: { type: 'string', format: 'notification-type' },
	validityPeriod: { type: 'integer', minimum: 0 },
	sendAt: dateTime,
	deliveryTimeWindow,
	entityId: string,
	applicationId: string,
	campaignReferenceId: string,
};

/** The content of binary messages. */
export const content = {
	hex: { ...string, format: 'hex-bytes' },
	dataCoding: { type: 'integer', minimum: 0, maximum: 255 },
	esmClass: { type: 'integer', minimum: 0, maximum: 255 },
};

/** `more`: what a version takes besides. */
export const languageOf = (...more: string[]) => ({
	type: 'object',
	properties: {
		languageCode: { type: 'string', enum: ['TR', 'ES', 'PT', 'AUTODETECT', ...more, ''] },
		singleShift: boolean,
		lockingShift: boolean,
	},
});
export const transliterationOf = (...more: string[]) => ({ type: 'string', enum: [...TRANSLITERATIONS, ...more, ''] });

export const messageListOf = (message: object, fields: object) => ({
	type: 'object',
	required: ['messages'],
	properties: { messages: upTo(message), ...fields },
});

/** Body of POST /sms/1/text/advanced. */
export const TEXT_REQUEST = messageListOf(
	{
		type: 'object',
		required: ['destinations'],
		properties: {
			...messageFields,
			text: string,
			flash: boolean,
			language: languageOf(),
			transliteration: transliterationOf(),
		},
	},
	{
		bulkId: string,
		tracking: {
			type: 'object',
			properties: { track: string, type: string, processKey: string, baseUrl: string },
		},
	},
);

/** Body of POST /sms/1/binary/advanced. */
export const BINARY_REQUEST = messageListOf(
	{
		type: 'object',
		required: ['destinations', 'binary'],
		properties: { ...messageFields, binary: { type: 'object', required: ['hex'], properties: content } },
	},
	{ bulkId: string },
);

const ids = { type: 'array', items: { type: 'string' } };
// Higher limits are accepted and capped.
const limit = { type: 'integer', minimum: 1, default: 50 };

/** Query of GET /sms/1/logs. */
export const LOGS_QUERY = {
	type: 'object',
	properties: {
		bulkId: ids,
		messageId: ids,
		from: { type: 'string' },
		to: { type: 'string' },
		generalStatus: { type: 'string', enum: STATUS_GROUPS },
		sentSince: { type: 'string', format: 'offset-date-time' },
		sentUntil: { type: 'string', format: 'offset-date-time' },
		limit,
		mcc: { type: 'string', pattern: '^\\d{3}$' },
		mnc: { type: 'string', pattern: '^\\d{2,3}$' },
		applicationId: { type: 'string' },
		entityId: { type: 'string' },
		campaignReferenceId: ids,
	},
};

/** Query of GET /sms/1/inbox/reports. */
export const INBOX_QUERY = { type: 'object', properties: { limit } };

/** Query of the reports, in each version. */
export const REPORTS_QUERY = {
	type: 'object',
	properties: {
		...{ bulkId: ids, messageId: ids, campaignReferenceId: ids, limit },
		...{ applicationId: { type: 'string' }, entityId: { type: 'string' } },
	},
};
