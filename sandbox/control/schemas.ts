/* What the control endpoints take and answer: requests are validated with these, and the OpenAPI document is made from them. */

const text = { type: 'string' };
const whole = { type: 'integer' };
const dateTime = { type: 'string', examples: ['2026-03-02T12:00:00.000+0000'] };
const duration = { type: 'string', format: 'duration-with-unit', examples: ['10s', '1.5m', '48h'] };
const limit = { type: 'integer', minimum: 1, maximum: 1000, default: 100 };
const before = { type: 'string', pattern: '^\\d{1,15}$', description: '`next` of the page before' };

export const MESSAGE = {
	type: 'object',
	required: [
		...['key', 'messageId', 'bulkId', 'direction', 'to', 'flash', 'encoding'],
		...['segments', 'status', 'acceptedAt', 'pushes', 'history'],
	],
	properties: {
		key: { ...text, description: 'Unlike the messageId, no other message ever has it' },
		messageId: text,
		bulkId: text,
		direction: { type: 'string', enum: ['outgoing'] },
		from: text,
		to: text,
		text: { ...text, description: 'As sent (after transliteration)' },
		binary: {
			type: 'object',
			required: ['hex', 'dataCoding', 'esmClass'],
			properties: { hex: text, dataCoding: whole, esmClass: whole },
		},
		flash: { type: 'boolean' },
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
		reference: { ...text, description: 'What the n8n nodes put into callbackData beside the user’s own' },
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

export const MESSAGES_QUERY = {
	type: 'object',
	properties: {
		to: { ...text, description: 'The whole number' },
		text: {
			...text,
			description: 'Part of the text, the sender, the messageId or the callback data; case does not count',
		},
		status: { ...text, description: 'Group, name or id' },
		limit,
		before,
		wait: { ...duration, description: 'How long to wait for a message that matches, at most 10m' },
	},
};

export const MESSAGES = {
	type: 'object',
	required: ['messages'],
	properties: { messages: { type: 'array', items: MESSAGE }, next: text },
};

export const CONVERSATIONS_QUERY = { type: 'object', properties: { limit, before } };

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

export const CLOCK = { type: 'object', required: ['now'], properties: { now: dateTime } };
export const CLOCK_CHANGE = { type: 'object', required: ['advance'], properties: { advance: duration } };

export const HEALTH = {
	type: 'object',
	required: ['status', 'now', 'messages'],
	properties: { status: { type: 'string', enum: ['ok'] }, now: dateTime, messages: whole },
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

export const NOTHING = { type: 'null', description: 'Done' };
