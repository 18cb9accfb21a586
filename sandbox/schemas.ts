import { BULK_STATUSES } from './bulks';
import { STATUS_GROUPS } from './catalogue';
import { parseDateTime } from './dates';
import { WEEKDAYS } from './deliveryWindow';
import { parseDuration } from './durations';
import { anyText, atLeastOne, boolean, dateTime, formatted, list, object, oneOf, text, within } from './schemaParts';
import { TRANSLITERATIONS } from './transliteration';

/*
 * Request schemas (interface: Send request; public: fields of the message). Liberal by design: null counts as absent (jsonBody.ts),
 * unknown keys are allowed, and scalars of the wrong JSON type are converted.
 */

/** String formats, for the validator. An empty string counts as absent. */
export const FORMATS: Record<string, (value: string) => boolean> = {
	'offset-date-time': (value) => value === '' || parseDateTime(value) !== undefined,
	'callback-url': (value) => value === '' || (/^https?:\/\//i.test(value) && URL.canParse(value)),
	'notification-type': (value) => value === '' || /^application\/(json|xml) *(;[ -~]*)?$/i.test(value),
	'duration-with-unit': (value) => parseDuration(value) !== undefined,
	// Whole octets, with optional spaces between pairs or larger groups, as in published examples.
	'hex-bytes': (value) => /^\s*(?:[0-9a-f]{2}\s*)+$/i.test(value),
};

export const time = { ...dateTime, format: 'offset-date-time' };
export const callbackUrl = formatted('callback-url');
export const notificationType = formatted('notification-type');

// Clients written in Go omit zeros
const timeOfDay = object({}, { hour: { ...within(0, 23), default: 0 }, minute: { ...within(0, 59), default: 0 } });

export const deliveryTimeWindow = object(
	{ days: { ...list(oneOf(WEEKDAYS)), minItems: 1 } },
	{ from: timeOfDay, to: timeOfDay },
);

const destinations = atLeastOne(object({ to: anyText }, { messageId: anyText }));
const messageFields = {
	...{ from: anyText, callbackData: anyText, intermediateReport: boolean },
	...{ notifyUrl: callbackUrl, notifyContentType: notificationType },
	validityPeriod: { type: 'integer', minimum: 0 },
	...{ sendAt: time, deliveryTimeWindow },
	...{ entityId: anyText, applicationId: anyText, campaignReferenceId: anyText },
};

/** The content of a text; `more`: what a version takes besides. */
export const textContent = (...more: string[]) => ({
	text: anyText,
	language: object(
		{},
		{
			languageCode: oneOf(['TR', 'ES', 'PT', 'AUTODETECT', ...more, '']),
			...{ singleShift: boolean, lockingShift: boolean },
		},
	),
	transliteration: oneOf([...TRANSLITERATIONS, ...more, '']),
});

export const hex = { ...anyText, format: 'hex-bytes' };
export const coding = { dataCoding: within(0, 255), esmClass: within(0, 255) };

/** Body of POST /sms/1/text/advanced. */
export const TEXT_REQUEST = object(
	{ messages: atLeastOne(object({ destinations }, { ...messageFields, ...textContent(), flash: boolean })) },
	{
		bulkId: anyText,
		tracking: object({}, { track: anyText, type: anyText, processKey: anyText, baseUrl: anyText }),
	},
);

/** Body of POST /sms/1/binary/advanced. */
export const BINARY_REQUEST = object(
	{ messages: atLeastOne(object({ destinations, binary: object({ hex }, coding) }, messageFields)) },
	{ bulkId: anyText },
);

const ids = list(text);
// Higher limits are accepted and capped.
const limit = { type: 'integer', minimum: 1, default: 50 };
const filters = { bulkId: ids, messageId: ids, campaignReferenceId: ids, limit, applicationId: text, entityId: text };

/** What the logs of all versions can be filtered by. */
export const logFilters = {
	...filters,
	generalStatus: oneOf(STATUS_GROUPS),
	...{ sentSince: formatted('offset-date-time'), sentUntil: formatted('offset-date-time') },
	mcc: { type: 'string', pattern: '^\\d{3}$' },
	mnc: { type: 'string', pattern: '^\\d{2,3}$' },
};

/** Query of GET /sms/1/logs. */
export const LOGS_QUERY = object({}, { from: text, to: text, ...logFilters });

/** Query of the bulks. */
export const BULK_QUERY = object({ bulkId: { ...list(text), minItems: 1 } });

/** Body of PUT /sms/1/bulks. */
export const BULK_TIME = object({ sendAt: time });

/** Body of PUT /sms/1/bulks/status. */
export const BULK_STATUS = object({ status: oneOf(BULK_STATUSES) });

/** Query of GET /sms/1/inbox/reports. */
export const INBOX_QUERY = object({}, { limit });

/** Query of the reports, in each version. */
export const REPORTS_QUERY = object({}, filters);
