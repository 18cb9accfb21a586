import type { IDataObject } from 'n8n-workflow';

type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/**
 * - `fate`: it says what happened to a message; input data hardly ever has a field of that name
 * - `rare`: most items do not have it
 */
type Mark = 'fate' | 'rare';

/** One field of the items. */
interface OutputField {
	type: FieldType;
	/** The operations that have it, by their values; the triggers have what getReports and getReceived have. */
	of: readonly string[];
	about: string;
	example: IDataObject[string];
	marks: readonly Mark[];
}

const field = (
	type: FieldType,
	of: readonly string[],
	about: string,
	example: OutputField['example'],
	...marks: Mark[]
): OutputField => ({ type, of, about, example, marks });

const ASKS = ['sendAndWait'];
export const WAITS = ['sendTextAndWait', ...ASKS];
export const TEXTS = ['sendText', ...WAITS];
export const SENDS = [...TEXTS, 'sendBinary'];
const LOGS = ['getLogs'];
const REPORTS = ['getReports'];
const RECEIVED = ['getReceived'];
/** What the service says after its answer. */
const LATER = [...WAITS, ...LOGS, ...REPORTS];
const WITH_STATUS = [...SENDS, ...LOGS, ...REPORTS];
export const ALL = [...WITH_STATUS, ...RECEIVED];

/** The fields of every entry, in output order. presentEntry says where each comes from. */
export const FLAT_FIELDS = {
	messageId: field('string', ALL, 'ID of the message', '5d1c0b7a9e3f42d8a6b4c1e0', 'fate'),
	to: field('string', ALL, 'Destination of the message', '436601234567'),
	from: field('string', [...LATER, ...RECEIVED], 'Sender', 'MyCompany'),
	text: field(
		'string',
		[...TEXTS, ...LOGS, ...RECEIVED],
		'Text as sent; of a question, with `{link}` in place of the link',
		'Your order has been shipped.',
	),
	cleanText: field('string', RECEIVED, 'Text without the keyword', 'Correct answer is Paris'),
	keyword: field('string', RECEIVED, 'Keyword that the service found', 'QUIZ'),
	receivedAt: field('string', RECEIVED, 'When the service received the message', '2030-01-31T07:30:00.123Z'),
	statusGroup: field('string', WITH_STATUS, 'What happened to the message, in one word', 'DELIVERED', 'fate'),
	status: field('string', WITH_STATUS, 'Its [status](#statuses)', 'DELIVERED_TO_HANDSET', 'fate'),
	statusDescription: field('string', WITH_STATUS, 'The same in words', 'Message delivered to handset', 'fate'),
	statusAction: field('string', WITH_STATUS, 'What the service advises you to do', 'Contact support', 'fate', 'rare'),
	errorName: field('string', LATER, '[Why](#errors-of-a-delivery) it was not delivered', 'NO_ERROR', 'fate'),
	errorDescription: field('string', LATER, 'The same in words', 'No Error', 'fate'),
	errorPermanent: field('boolean', LATER, 'Whether a retry is pointless', false, 'fate'),
	smsCount: field('integer', ALL, "Segments by the service's count", 1, 'fate'),
	segments: field('integer', SENDS, "Segments by the node's count; none if the header of bytes is malformed", 1),
	bytes: field('integer', ['sendBinary'], 'Length of the message with its header', 11),
	encoding: field(
		'string',
		TEXTS,
		'`GSM-7`, `UCS-2`, or GSM-7 with a national table, such as `GSM-7 Turkish`',
		'GSM-7',
	),
	ucs2Characters: field('array', TEXTS, 'Characters that force UCS-2, at most 20', ['😀'], 'rare'),
	replaced: field('array', TEXTS, 'What *Replace Characters* has replaced', [{ from: '’', to: "'", count: 2 }], 'rare'),
	notReplaced: field(
		'array',
		TEXTS,
		'Characters that cannot be replaced, at most 20. They require UCS-2, so the text is left unchanged.',
		['😀'],
		'rare',
	),
	cutFrom: field('integer', TEXTS, 'Segments of the text before it was cut', 3, 'rare'),
	linkCharacters: field('integer', ASKS, 'Characters of the link', 190),
	linkSegments: field('integer', ASKS, 'Segments that the link adds', 1),
	mccMnc: field('string', LATER, 'Country and network codes of the mobile network', '23201'),
	pricePerMessage: field('number', [...LATER, ...RECEIVED], 'Price of one SMS', 0.05),
	currency: field('string', [...LATER, ...RECEIVED], 'Currency of the price', 'EUR'),
	sentAt: field('string', LATER, 'When the service sent it', '2030-01-31T07:30:00.123Z', 'fate'),
	doneAt: field('string', LATER, 'When it got its status', '2030-01-31T07:30:02.456Z', 'fate'),
	callbackData: field(
		'string',
		[...WAITS, ...REPORTS, ...RECEIVED],
		'*Callback Data* as sent; an object or list with *Parse Callback Data as JSON*',
		'order-66',
	),
	trackingProcessKey: field('string', SENDS, 'Key of the tracking, from the service', 'key-1', 'rare'),
	entityId: field('string', [...WAITS, ...REPORTS], 'Entity of your account at the service', 'entity-1', 'rare'),
	applicationId: field('string', [...WAITS, ...REPORTS], 'Application of your account at the service', 'app-1', 'rare'),
	reference: field(
		'string',
		[...WAITS, ...REPORTS, ...RECEIVED],
		'*Reference* as sent; a number if it was one',
		'row-7',
		'rare',
	),
	bulkId: field(
		'string',
		WITH_STATUS,
		'ID of the request that the message was sent in',
		'n8n-0a1b2c-e4711-3d4e5f60-0-1',
		'fate',
	),
} satisfies Record<string, OutputField>;

export type FlatFieldName = keyof typeof FLAT_FIELDS;

export const FLAT_FIELD_NAMES = Object.keys(FLAT_FIELDS) as FlatFieldName[];

/** What the node itself adds; these follow the flat fields. */
export const NODE_FIELDS = {
	given: field('string', SENDS, 'National number as it was in the input', '0660 1234567', 'rare'),
	sendAt: field(
		'string',
		SENDS,
		'When the service is to send it, with the offset of its time zone',
		'2030-01-31T08:30:00+01:00',
		'rare',
	),
	warning: field('string', SENDS, 'Says that *Send At* is in the past', 'Send At is in the past', 'rare'),
	skipped: field('boolean', SENDS, 'Not sent, since *Same Number Twice* is *Skip*', true, 'fate', 'rare'),
	originalItem: field('integer', SENDS, 'Input item whose message was sent instead', 0, 'fate', 'rare'),
	originalMessageId: field('string', SENDS, 'ID of that message', '5d1c0b7a9e3f42d8a6b4c1e0', 'fate', 'rare'),
	originalState: field('string', SENDS, 'Whether that message was accepted', 'accepted', 'fate', 'rare'),
	alreadySent: field('boolean', [], 'It was sent before in the same execution, and not again', true, 'fate', 'rare'),
	reportAvailable: field('boolean', REPORTS, 'False for an ID without a report (*Return as Items*)', false, 'rare'),
} satisfies Record<string, OutputField>;

/** The result of a question; these precede the flat fields. */
export const ANSWER_FIELDS = {
	answer: field('string', ASKS, 'Text of the answer, or label of the button', 'Restart'),
	approved: field('boolean', ASKS, 'True for the first button, false for the second', true),
	answeredAt: field('string', ASKS, 'When the answer came', '2030-01-31T07:35:00.000Z'),
	reason: field('string', ASKS, 'Why there is no answer, in one word', 'timeLimit', 'rare'),
	explanation: field('string', ASKS, 'The same in words', 'Nobody answered within the time limit', 'rare'),
	destinations: field('array', ASKS, 'If nobody answered: each number that was asked', [], 'rare'),
	question: field('string', ASKS, 'Question as the page shows it', 'Restart db1?'),
	askedBy: field('string', ASKS, 'Who asks', 'Watch'),
} satisfies Record<string, OutputField>;

/** Every field of an item with its usual settings, in output order: *Simplify* on, and no dry run or summary. */
export const OUTPUT_FIELDS: Readonly<Record<string, OutputField>> = {
	...ANSWER_FIELDS,
	...FLAT_FIELDS,
	...NODE_FIELDS,
};

/** An ordinary item of an operation. */
export function exampleItem(operation: string): IDataObject {
	return Object.fromEntries(
		Object.entries(OUTPUT_FIELDS)
			.filter(([, { of, marks }]) => of.includes(operation) && !marks.includes('rare'))
			.map(([name, { example }]) => [name, example]),
	);
}

/** The fields of an item, with the flat ones first and in their order. */
export function inFieldOrder(json: IDataObject): IDataObject {
	const ordered: IDataObject = {};
	for (const name of FLAT_FIELD_NAMES) if (name in json) ordered[name] = json[name];
	return Object.assign(ordered, json);
}
