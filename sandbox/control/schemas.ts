/* What the control endpoints accept and answer: requests are validated with these, and the OpenAPI document is made from them. */

import { BULK_STATUSES } from '../bulks';
import { ENDPOINTS, FAULTS } from '../faults';
import { SEND_VERSIONS } from '../options';
import { BAD_REQUEST } from '../responseSchemas';
import { boolean, dateTime, list, object, oneOf, text, whole, within } from '../schemaParts';

const duration = { type: 'string', format: 'duration-with-unit', examples: ['10s', '1.5m', '48h'] };
const limit = { ...within(1, 1000), default: 100 };
const samples = { ...boolean, default: true, description: 'Whether examples are among them' };
const before = { type: 'string', pattern: '^\\d{1,15}$', description: '`next` of the page before' };

const named = { groupName: text, name: text, id: whole, description: text };

/** A schema that others reference. */
export const SHARED_MESSAGE = {
	$id: 'Message',
	...object(
		{
			key: { ...text, description: 'Unlike the messageId, never shared by two messages' },
			...{ messageId: text, bulkId: text, direction: oneOf(['outgoing', 'incoming']), to: text, flash: boolean },
			encoding: { ...text, examples: ['GSM-7', 'GSM-7 (TR)', 'UCS-2', '8-bit'] },
			...{ segments: whole, status: object(named), acceptedAt: dateTime },
			pushes: list(object({ at: dateTime }, { status: whole, problem: text })),
			history: list(object({ at: dateTime, name: text })),
		},
		{
			from: text,
			text: { ...text, description: 'As sent (after transliteration)' },
			binary: object({ hex: text, dataCoding: whole, esmClass: whole }),
			version: { ...oneOf(SEND_VERSIONS), description: 'Of the interface, by which it was sent' },
			sample: { ...boolean, description: 'Put in as an example (--messages), not sent by a client' },
			error: object({ ...named, permanent: boolean }),
			...{ sendAt: dateTime, doneAt: dateTime, callbackData: text },
			scheduled: { ...oneOf(['PENDING', 'PAUSED']), description: 'While it waits for its sendAt' },
			notifyUrl: { ...text, description: 'Without credentials' },
		},
	),
};

export const MESSAGE = { $ref: 'Message#' };

export const MESSAGES_QUERY = object(
	{},
	{
		to: { ...text, description: 'The whole number; messages that came from it count, too' },
		text: {
			...text,
			description: 'Part of the text, the sender, the messageId or the callback data; not case-sensitive',
		},
		status: { ...text, description: 'Group, name or id' },
		...{ limit, before, samples },
		wait: { ...duration, description: 'How long to wait for a message that matches, at most 10m' },
	},
);

export const MESSAGES = object({ messages: list(MESSAGE) }, { next: text });

export const CLEAR_QUERY = object({}, { samples });

export const CONVERSATIONS_QUERY = object({}, { limit, before, samples });

export const CONVERSATIONS = object(
	{ conversations: list(object({ to: text, count: whole, latest: MESSAGE })) },
	{ next: text },
);

export const MESSAGE_ID = object({ messageId: text });

export const OUTCOME = object(
	{ status: { ...text, description: 'Id or name of a status of the catalogue' } },
	{ error: { ...text, description: 'Id or name of an error of the catalogue' } },
);

const url = { type: 'string', format: 'callback-url', examples: ['http://127.0.0.1:5678/webhook/…/sms-notifications'] };
export const FORWARDING = object({ url: text });
export const FORWARDING_CHANGE = object({ url });

export const PHONE_MESSAGE = object(
	{
		from: { ...text, minLength: 1, description: 'The number of the phone' },
		text: { ...text, maxLength: 20_000 },
	},
	{
		to: {
			...text,
			description:
				'A number of the account; by default the sender of the latest message to the phone, if it is a number',
		},
		callbackData: text,
	},
);

const scheduled = { sendAt: { ...dateTime, format: 'offset-date-time' }, status: oneOf(BULK_STATUSES) };
export const BULK_ID = object({ bulkId: text });
export const BULK = object({ bulkId: text, ...scheduled });
export const BULK_CHANGE = object({}, scheduled);

export const CLOCK = object({ now: dateTime });
export const CLOCK_CHANGE = object({ advance: duration });

const MOST_WAIT_MS = 600_000;
const FAULT_RULE = {
	...object(
		{ fault: oneOf(FAULTS) },
		{
			status: {
				...within(200, 599),
				description:
					'With status: a 2xx is answered after the request was carried out, any other instead of carrying it out',
			},
			carriedOut: { ...boolean, description: 'Whether a status other than 2xx also comes after that' },
			retryAfter: { type: 'integer', minimum: 0, description: 'With status: Retry-After in seconds' },
			ms: {
				...within(0, MOST_WAIT_MS),
				description:
					'With latency: how long the answer is delayed; with trickle: the pause between its pieces; with logs-lag: how old entries must be',
			},
			bytes: {
				...{ type: 'integer', minimum: 1 },
				description: 'With trickle: how much of an answer comes at a time; with cut: how much of it comes at all',
			},
			endpoints: { ...list(oneOf(ENDPOINTS)), minItems: 1 },
			to: { ...text, description: 'What a number in the request begins with' },
			share: { type: 'number', minimum: 0, maximum: 1 },
			next: { type: 'integer', minimum: 1, description: 'For this many requests; then the rule is removed' },
		},
	),
	additionalProperties: false,
};
const rules = { ...list(FAULT_RULE), maxItems: 100 };
export const FAULT_RULES = object({ rules });
export const FAULT_RULES_CHANGE = object(
	{ rules },
	{ seed: { ...whole, description: 'The same seed and the same requests give the same faults' } },
);

export const HEALTH = object({
	...{ status: oneOf(['ok']), now: dateTime, messages: whole },
	samples: { ...whole, description: 'How many of them are examples' },
});

export const CATALOGUE = object({
	statuses: list(object({}, { ...named, isFinal: boolean })),
	errors: list(object({}, { ...named, permanent: boolean })),
});

/** The answers to a request that may be refused; `conflict`: also because of the state of a message; `missing`: why something is not found. */
export const answers = (response: object, { status = 200, conflict = false, missing = '' } = {}) => ({
	[status]: response,
	400: BAD_REQUEST,
	...(missing && { 404: { ...BAD_REQUEST, description: missing } }),
	...(conflict && {
		404: { ...BAD_REQUEST, description: 'There is no such message' },
		409: { ...BAD_REQUEST, description: 'The state of the message does not allow it' },
	}),
});
export const DONE = { 204: { type: 'null', description: 'Done' } };
export const EVENTS = {
	200: {
		type: 'string',
		description:
			'`message` with a message that is new or changed, `cleared` when all are forgotten, `refresh` when more has changed than is sent',
	},
};
