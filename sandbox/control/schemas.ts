/* What the control endpoints accept and answer: requests are validated with these, and the OpenAPI document is made from them. */

import { ENDPOINTS, FAULTS } from '../faults';
import { SEND_VERSIONS } from '../options';
import { BAD_REQUEST } from '../responseSchemas';

const text = { type: 'string' };
const whole = { type: 'integer' };
const dateTime = { type: 'string', examples: ['2026-03-02T12:00:00.000+0000'] };
const duration = { type: 'string', format: 'duration-with-unit', examples: ['10s', '1.5m', '48h'] };
const limit = { type: 'integer', minimum: 1, maximum: 1000, default: 100 };
const samples = { type: 'boolean', default: true, description: 'Whether examples are among them' };
const before = { type: 'string', pattern: '^\\d{1,15}$', description: '`next` of the page before' };

/** A schema that others reference. */
export const SHARED_MESSAGE = {
	$id: 'Message',
	type: 'object',
	required: [
		...['key', 'messageId', 'bulkId', 'direction', 'to', 'flash', 'encoding'],
		...['segments', 'status', 'acceptedAt', 'pushes', 'history'],
	],
	properties: {
		key: { ...text, description: 'Unlike the messageId, never shared by two messages' },
		messageId: text,
		bulkId: text,
		direction: { type: 'string', enum: ['outgoing', 'incoming'] },
		from: text,
		to: text,
		text: { ...text, description: 'As sent (after transliteration)' },
		binary: {
			type: 'object',
			required: ['hex', 'dataCoding', 'esmClass'],
			properties: { hex: text, dataCoding: whole, esmClass: whole },
		},
		flash: { type: 'boolean' },
		version: { type: 'string', enum: SEND_VERSIONS, description: 'Of the interface, by which it was sent' },
		sample: { type: 'boolean', description: 'Put in as an example (--messages), not sent by a client' },
		encoding: { ...text, examples: ['GSM-7', 'GSM-7 (TR)', 'UCS-2', '8-bit'] },
		segments: whole,
		status: {
			type: 'object',
			required: ['groupName', 'name', 'id', 'description'],
			properties: { groupName: text, name: text, id: whole, description: text },
		},
		error: {
			type: 'object',
			required: ['groupName', 'name', 'id', 'description', 'permanent'],
			properties: { groupName: text, name: text, id: whole, description: text, permanent: { type: 'boolean' } },
		},
		acceptedAt: dateTime,
		sendAt: dateTime,
		doneAt: dateTime,
		callbackData: text,
		notifyUrl: { ...text, description: 'Without credentials' },
		pushes: {
			type: 'array',
			items: {
				type: 'object',
				required: ['at'],
				properties: { at: dateTime, status: whole, problem: text },
			},
		},
		history: {
			type: 'array',
			items: { type: 'object', required: ['at', 'name'], properties: { at: dateTime, name: text } },
		},
	},
};

export const MESSAGE = { $ref: 'Message#' };

export const MESSAGES_QUERY = {
	type: 'object',
	properties: {
		to: { ...text, description: 'The whole number; messages that came from it count, too' },
		text: {
			...text,
			description: 'Part of the text, the sender, the messageId or the callback data; not case-sensitive',
		},
		status: { ...text, description: 'Group, name or id' },
		limit,
		before,
		samples,
		wait: { ...duration, description: 'How long to wait for a message that matches, at most 10m' },
	},
};

export const MESSAGES = {
	type: 'object',
	required: ['messages'],
	properties: { messages: { type: 'array', items: MESSAGE }, next: text },
};

export const CONVERSATIONS_QUERY = { type: 'object', properties: { limit, before, samples } };

export const CONVERSATIONS = {
	type: 'object',
	required: ['conversations'],
	properties: {
		conversations: {
			type: 'array',
			items: {
				type: 'object',
				required: ['to', 'count', 'latest'],
				properties: { to: text, count: whole, latest: MESSAGE },
			},
		},
		next: text,
	},
};

export const MESSAGE_ID = { type: 'object', required: ['messageId'], properties: { messageId: text } };

export const OUTCOME = {
	type: 'object',
	required: ['status'],
	properties: {
		status: { ...text, description: 'Id or name of a status of the catalogue' },
		error: { ...text, description: 'Id or name of an error of the catalogue' },
	},
};

const url = { type: 'string', format: 'callback-url', examples: ['http://127.0.0.1:5678/webhook/…/delivery-reports'] };
export const FORWARDING = { type: 'object', required: ['url'], properties: { url: text } };
export const FORWARDING_CHANGE = { type: 'object', required: ['url'], properties: { url } };

export const PHONE_MESSAGE = {
	type: 'object',
	required: ['from', 'text'],
	properties: {
		from: { ...text, minLength: 1, description: 'The number of the phone' },
		to: {
			...text,
			description:
				'A number of the account; by default the sender of the latest message to the phone, if it is a number',
		},
		text: { ...text, maxLength: 20_000 },
		callbackData: text,
	},
};

export const CLOCK = { type: 'object', required: ['now'], properties: { now: dateTime } };
export const CLOCK_CHANGE = { type: 'object', required: ['advance'], properties: { advance: duration } };

const MOST_WAIT_MS = 600_000;
const FAULT_RULE = {
	type: 'object',
	required: ['fault'],
	additionalProperties: false,
	properties: {
		fault: { type: 'string', enum: FAULTS },
		status: {
			...{ type: 'integer', minimum: 200, maximum: 599 },
			description:
				'With status: a 2xx is answered after the request was carried out, any other instead of carrying it out',
		},
		carriedOut: { type: 'boolean', description: 'Whether a status other than 2xx also comes after that' },
		retryAfter: { type: 'integer', minimum: 0, description: 'With status: Retry-After in seconds' },
		ms: {
			...{ type: 'integer', minimum: 0, maximum: MOST_WAIT_MS },
			description:
				'With latency: how long the answer is delayed; with trickle: the pause between its pieces; with logs-lag: how old entries must be',
		},
		bytes: {
			...{ type: 'integer', minimum: 1 },
			description: 'With trickle: how much of an answer comes at a time; with cut: how much of it comes at all',
		},
		endpoints: { type: 'array', minItems: 1, items: { type: 'string', enum: ENDPOINTS } },
		to: { ...text, description: 'What a number in the request begins with' },
		share: { type: 'number', minimum: 0, maximum: 1 },
		next: { type: 'integer', minimum: 1, description: 'For this many requests; then the rule is removed' },
	},
};
const rules = { type: 'array', maxItems: 100, items: FAULT_RULE };
export const FAULT_RULES = { type: 'object', required: ['rules'], properties: { rules } };
export const FAULT_RULES_CHANGE = {
	type: 'object',
	required: ['rules'],
	properties: { rules, seed: { ...whole, description: 'The same seed and the same requests give the same faults' } },
};

export const HEALTH = {
	type: 'object',
	required: ['status', 'now', 'messages', 'samples'],
	properties: {
		status: { type: 'string', enum: ['ok'] },
		now: dateTime,
		messages: whole,
		samples: { ...whole, description: 'How many of them are examples' },
	},
};

const named = { groupName: text, id: whole, name: text, description: text };
export const CATALOGUE = {
	type: 'object',
	required: ['statuses', 'errors'],
	properties: {
		statuses: { type: 'array', items: { type: 'object', properties: { ...named, isFinal: { type: 'boolean' } } } },
		errors: { type: 'array', items: { type: 'object', properties: { ...named, permanent: { type: 'boolean' } } } },
	},
};

/** The answers to a request that may be refused; `conflict`: also because of the state of a message. */
export const answers = (response: object, { status = 200, conflict = false } = {}) => ({
	[status]: response,
	400: BAD_REQUEST,
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
