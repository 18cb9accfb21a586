import type { Json, JsonObject } from '../text/json';

/**
 * How a value is read, with what it becomes. A number stands for text, and text for a number.
 * - `text`, `code`: text; as a code, 'null' means none (seen in recordings)
 * - `time`: a date-time with an offset, as milliseconds since 1970
 */
export type ValueType = 'text' | 'code' | 'integer' | 'decimal' | 'boolean' | 'time';

const TYPES = {
	text: 'string',
	code: 'string',
	integer: 'integer',
	decimal: 'number',
	boolean: 'boolean',
	time: 'string',
} as const;

/**
 * - `fate`: it says what happened to a message; input data hardly ever has a field of that name
 * - `rare`: most items do not have it
 */
type Mark = 'fate' | 'rare';

export interface OutputField {
	type: (typeof TYPES)[ValueType] | 'array' | 'object';
	/** The operations that have it, by their values; the triggers have what getReports and getReceived have. */
	of: readonly string[];
	about: string;
	example: Json;
	marks: readonly Mark[];
}

/** What an entry says at a place; anything that holds nothing there is undefined. */
type ReadPlace = (entry: RawEntry) => unknown;
interface RawEntry {
	readonly [name: string]: RawEntry;
}

/** A field of an entry: how the service writes it, and what the items say of it. */
interface EntryField<K extends ValueType> extends OutputField {
	kind: K;
	/** Where the service writes it, whatever the version. The first that is filled in counts. */
	places: readonly ReadPlace[];
}

/**
 * Makes fields of a kind.
 * @param places functions, since a name in code is read far faster than one in a variable (bench: logs)
 * @param of without operations, a field is read, but not output by itself
 */
const fieldOf =
	<K extends ValueType>(kind: K) =>
	(
		places: ReadPlace | readonly ReadPlace[],
		of: readonly string[] = [],
		about = '',
		example: Json = null,
		...marks: Mark[]
	): EntryField<K> => ({ kind, places: [places].flat(), type: TYPES[kind], of, about, example, marks });
const [text, code, integer] = [fieldOf('text'), fieldOf('code'), fieldOf('integer')];
const [decimal, boolean, time] = [fieldOf('decimal'), fieldOf('boolean'), fieldOf('time')];

/** Of a place whose name is also that of an object. */
const noObject = (value: unknown) => (typeof value === 'object' ? undefined : value);

export const ASKS = ['sendAndWait'];
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

/**
 * All that is read of an entry: a message in an answer, in the logs, in a delivery report, or received (interface: SMSResponseDetails,
 * SentSMSLog, SentSMSReport; documents: the same of version 3, inbox reports). Reading, output, schemas, documents and filters come from it.
 */
export const ENTRY_FIELDS = {
	to: text(
		[(e) => noObject(e.to), (e) => e.destination, (e) => e.to?.phoneNumber],
		ALL,
		'Destination of the message',
		'436601234567',
	),
	from: text([(e) => e.from, (e) => e.sender], [...LATER, ...RECEIVED], 'Sender', 'MyCompany'),
	statusGroup: text(
		(e) => e.status?.groupName,
		WITH_STATUS,
		'What happened to the message, in one word',
		'DELIVERED',
		'fate',
	),
	statusGroupId: integer((e) => e.status?.groupId),
	status: text((e) => e.status?.name, WITH_STATUS, 'Its [status](#statuses)', 'DELIVERED_TO_HANDSET', 'fate'),
	statusId: integer((e) => e.status?.id),
	statusDescription: text(
		[(e) => e.status?.description, (e) => noObject(e.status)],
		WITH_STATUS,
		'The same in words',
		'Message delivered to handset',
		'fate',
	),
	statusAction: text(
		(e) => e.status?.action,
		WITH_STATUS,
		'What the service advises you to do',
		'Contact support',
		'fate',
		'rare',
	),
	errorGroupId: integer((e) => e.error?.groupId),
	errorGroup: text((e) => e.error?.groupName),
	errorId: integer((e) => e.error?.id),
	errorName: text(
		(e) => e.error?.name,
		LATER,
		'[Why](#errors-of-a-delivery) it was not delivered',
		'EC_ABSENT_SUBSCRIBER',
		'fate',
		'rare',
	),
	errorDescription: text((e) => e.error?.description, LATER, 'The same in words', 'Absent subscriber', 'fate', 'rare'),
	errorPermanent: boolean((e) => e.error?.permanent, LATER, 'Whether a retry is pointless', false, 'fate', 'rare'),
	text: text(
		[(e) => e.text, (e) => e.content?.text],
		[...TEXTS, ...LOGS, ...RECEIVED],
		'Text as sent; of a question, with `{link}` in place of the link',
		'Your order has been shipped.',
	),
	cleanText: text((e) => e.cleanText, RECEIVED, 'Text without the keyword', 'Correct answer is Paris'),
	keyword: text((e) => e.keyword, RECEIVED, 'Keyword that the service found, or a trigger that filters by it', 'QUIZ'),
	receivedAt: time((e) => e.receivedAt, RECEIVED, 'When the service received the message', '2030-01-31T07:30:00.123Z'),
	smsCount: integer(
		[(e) => e.smsCount, (e) => e.messageCount, (e) => e.details?.messageCount],
		ALL,
		"Segments by the service's count",
		1,
		'fate',
	),
	mccMnc: code(
		[(e) => e.mccMnc, (e) => e.mccmnc],
		LATER,
		'Country and network codes of the mobile network',
		'23201',
		'fate',
	),
	pricePerMessage: decimal((e) => e.price?.pricePerMessage, [...LATER, ...RECEIVED], 'Price of one SMS', 0.05, 'fate'),
	currency: text((e) => e.price?.currency, [...LATER, ...RECEIVED], 'Currency of the price', 'EUR'),
	sentAt: time((e) => e.sentAt, LATER, 'When the service sent it', '2030-01-31T07:30:00.123Z', 'fate'),
	doneAt: time((e) => e.doneAt, LATER, 'When it got its status', '2030-01-31T07:30:02.456Z', 'fate'),
	callbackData: text(
		(e) => e.callbackData,
		[...WAITS, ...REPORTS, ...RECEIVED],
		'*Callback Data* as sent; an object or list with *Parse Callback Data as JSON*',
		'order-66',
	),
	trackingProcessKey: text(
		(e) => e.trackingProcessKey,
		SENDS,
		'Key of the tracking, from the service',
		'key-1',
		'fate',
		'rare',
	),
	entityId: text(
		[(e) => e.entityId, (e) => e.platform?.entityId],
		LATER,
		'Entity of your account at the service',
		'entity-1',
		'rare',
	),
	applicationId: text(
		[(e) => e.applicationId, (e) => e.platform?.applicationId],
		LATER,
		'Application of your account at the service',
		'app-1',
		'rare',
	),
	campaignReferenceId: text(
		(e) => e.campaignReferenceId,
		LATER,
		'Campaign of the message at the service',
		'spring',
		'rare',
	),
	messageId: text((e) => e.messageId, ALL, 'ID of the message', '5d1c0b7a9e3f42d8a6b4c1e0', 'fate'),
	bulkId: text(
		(e) => e.bulkId,
		WITH_STATUS,
		'ID of the request that the message was sent in',
		'n8n-0a1b2c-e4711-3d4e5f60-0-1',
		'fate',
	),
} as const;

export type EntryFieldName = keyof typeof ENTRY_FIELDS;

interface Values {
	text: string;
	code: string;
	integer: number;
	decimal: number;
	boolean: boolean;
	time: number;
}

export type EntryValues = { [Name in EntryFieldName]?: Values[(typeof ENTRY_FIELDS)[Name]['kind']] | undefined };

interface Place {
	field: EntryFieldName;
	kind: ValueType;
	/** The object that holds it; undefined for the entry itself. */
	object: string | undefined;
	name: string;
	/** Whether it counts before the other places of its field. */
	isFirst: boolean;
}

export const ENTRY_FIELD_NAMES = Object.keys(ENTRY_FIELDS) as EntryFieldName[];

export const PLACES: readonly Place[] = ENTRY_FIELD_NAMES.flatMap((field) => {
	const { kind, places } = ENTRY_FIELDS[field];
	return places.map((place, index): Place => {
		const names = namesOf(place);
		return { field, kind, object: names.at(-2), name: names.at(-1)!, isFirst: index === 0 };
	});
});

/** The names that a place reads, found by an entry that notes them. */
function namesOf(place: ReadPlace): string[] {
	const at = (names: string[]): RawEntry =>
		new Proxy((() => names) as unknown as RawEntry, { get: (_, name) => at([...names, String(name)]) });
	return (place(at([])) as () => string[])();
}

/** From a phone to a number of the account, with numbers reserved for examples. */
const OF_RECEIVED: Readonly<Record<string, OutputField['example']>> = {
	to: '447700900456',
	from: '447700900123',
	text: 'QUIZ Correct answer is Paris',
	pricePerMessage: 0,
	callbackData: 'row-7',
};

export const exampleValue = (operation: string, name: string, { example }: OutputField): OutputField['example'] =>
	RECEIVED.includes(operation) ? (OF_RECEIVED[name] ?? example) : example;

/** An ordinary entry of an operation as the service writes it. */
export function exampleOf(operation: string): JsonObject {
	const entry: JsonObject = {};
	for (const { field, object, name } of PLACES.filter(({ isFirst }) => isFirst)) {
		const shown: OutputField = ENTRY_FIELDS[field];
		if (!shown.of.includes(operation) || shown.marks.includes('rare')) continue;
		const value = exampleValue(operation, field, shown);
		if (object === undefined) entry[name] = value;
		else entry[object] = { ...(entry[object] as JsonObject | undefined), [name]: value };
	}
	return entry;
}
