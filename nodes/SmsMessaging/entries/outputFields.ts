import type { IDataObject } from 'n8n-workflow';

import {
	ASKS,
	ENTRY_FIELDS,
	exampleValue,
	SENDS,
	TEXTS,
	type EntryFieldName,
	type OutputField,
} from '../api/entryFields';
import type { SegmentCount } from '../segments/countSegments';
import type { Replacement } from '../segments/replaceCharacters';

const TYPE_OF = { string: 'string', number: 'integer', boolean: 'boolean', object: 'array' } as const;

const field = (
	of: readonly string[],
	about: string,
	example: OutputField['example'],
	...marks: OutputField['marks']
): OutputField => ({ type: TYPE_OF[typeof example as keyof typeof TYPE_OF], of, about, example, marks });

/** One that few items have. */
const rare = (...[of, about, example, ...marks]: Parameters<typeof field>): OutputField =>
	field(of, about, example, ...marks, 'rare');

/** What the node itself knows about the content of a message. */
export interface ContentFacts {
	/** As it is sent; of a question, without its link. */
	text?: string;
	/** The node's own count for the content as sent; none for bytes with a malformed header. */
	segments?: number;
	/** Of binary content, with its header. */
	bytes?: number;
	encoding?: SegmentCount['encoding'];
	/** The characters that force UCS-2, at most 20. */
	ucs2Characters?: string[];
	replaced?: Replacement[];
	/** The characters that prevented any replacement, at most 20. */
	notReplaced?: string[];
	/** How many segments the text had before it was cut. */
	cutFrom?: number;
	/** Of a question: the length of its link, and the segments that the link adds. */
	linkCharacters?: number;
	linkSegments?: number;
}

const CONTENT_FIELDS = {
	segments: field(SENDS, "Segments by the node's count; none if the header of bytes is malformed", 1),
	bytes: field(['sendBinary'], 'Length of the message with its header', 11),
	encoding: field(TEXTS, '`GSM-7`, `UCS-2`, or GSM-7 with a national table, such as `GSM-7 Turkish`', 'GSM-7'),
	ucs2Characters: rare(TEXTS, 'Characters that force UCS-2, at most 20', ['😀'], 'fate'),
	replaced: rare(TEXTS, 'What *Replace Characters* has replaced', [{ from: '’', to: "'", count: 2 }], 'fate'),
	notReplaced: rare(
		TEXTS,
		'Characters that cannot be replaced, at most 20. They require UCS-2, so the text is left unchanged.',
		['😀'],
		'fate',
	),
	cutFrom: rare(['sendText', 'sendTextAndWait'], 'Segments of the text before it was cut', 3, 'fate'),
	linkCharacters: field(ASKS, 'Characters of the link', 190, 'fate'),
	linkSegments: field(ASKS, 'Segments that the link adds', 1, 'fate'),
} satisfies Record<Exclude<keyof ContentFacts, 'text'>, OutputField>;

type FlatFieldName = EntryFieldName | keyof typeof CONTENT_FIELDS;

/** The fields of every entry, in output order: what the service says and the content behind its count. */
export const FLAT_FIELDS = Object.fromEntries(
	Object.entries(ENTRY_FIELDS)
		.filter(([, { about }]) => about !== '')
		.flatMap(([name, shown]) => [[name, shown], ...(name === 'smsCount' ? Object.entries(CONTENT_FIELDS) : [])]),
) as Readonly<Record<FlatFieldName, OutputField>>;

export const FLAT_FIELD_NAMES = Object.keys(FLAT_FIELDS) as FlatFieldName[];

/** How the warning about a time that has passed begins. */
export const LATE = 'Send At is in the past';

/** What the node itself adds; these follow the flat fields. */
export const NODE_FIELDS = {
	given: rare(SENDS, 'Number as it was in the input, if it was a national one or in a former form', '0660 1234567'),
	sendAt: rare(SENDS, 'When the service is to send it, with the offset of its time zone', '2030-01-31T08:30:00+01:00'),
	deferredTo: rare(
		SENDS,
		'End of the quiet hours that the message falls into: it is sent then',
		'2030-01-31T08:00:00.000+01:00',
	),
	warning: rare(SENDS, 'Says that *Send At* is in the past', LATE),
	skipped: rare(
		SENDS,
		'Not sent: *Skip These Numbers* has its number (`reason` is `listed`), or *Same Number Twice* is *Skip* (`sameNumber`)',
		true,
		'fate',
	),
	originalItem: rare(SENDS, 'Input item whose message was sent instead', 0, 'fate'),
	originalMessageId: rare(SENDS, 'ID of that message', '5d1c0b7a9e3f42d8a6b4c1e0', 'fate'),
	originalState: rare(SENDS, 'Whether that message was accepted', 'accepted', 'fate'),
	alreadySent: rare([], 'It was sent before in the same execution, and not again', true, 'fate'),
	optedOut: rare(
		['getReceived'],
		'True if the message [opts out](receiving.md#opt-outs), false if it opts in again; otherwise not there',
		true,
	),
	word: rare(['getReceived'], 'Word that says so', 'STOP'),
	reportAvailable: rare(['getReports'], 'False for an ID without a report (*Return as Items*)', false),
	shortfall: rare(
		['getReports', 'getReceived'],
		'With *Stop Workflow*, in an item behind all others: what was not fetched, and what to do',
		'Not all reports were fetched: The service gave an unexpected answer (500). Run again later.',
	),
} satisfies Record<string, OutputField>;

/** The result of a question; these precede the flat fields. */
export const ANSWER_FIELDS = {
	answer: field(ASKS, 'Text of the answer, or label of the button', 'Restart'),
	approved: field(ASKS, 'True for the first button, false for the second', true),
	answeredAt: field(ASKS, 'When the answer came', '2030-01-31T07:35:00.000Z'),
	reason: rare(SENDS, 'Why there is no answer, or why the message was skipped, in one word', 'timeLimit'),
	explanation: rare(ASKS, 'What `reason` means', 'Nobody answered within the time limit'),
	destinations: rare(ASKS, 'If nobody answered: each number that was asked', []),
	question: field(ASKS, 'Question as the page shows it', 'Restart db1?'),
	askedBy: field(ASKS, 'Who asks', 'Watch'),
} satisfies Record<string, OutputField>;

/** Every field of an item with its usual settings, in output order: *Simplify* on, and no dry run or summary. */
export const OUTPUT_FIELDS: Readonly<Record<string, OutputField>> = {
	...ANSWER_FIELDS,
	...FLAT_FIELDS,
	...NODE_FIELDS,
};

/** What only the items of a dry run have. */
export const DRY_RUN_FIELDS = ['dryRun', 'request', 'requests', 'body', 'inNumberingPlan'];

export const exampleItem = (operation: string): IDataObject =>
	Object.fromEntries(
		Object.entries(OUTPUT_FIELDS)
			.filter(([, { of, marks }]) => of.includes(operation) && !marks.includes('rare'))
			.map(([name, shown]) => [name, exampleValue(operation, name, shown) as IDataObject[string]]),
	);

export function contentFactsIn(json: IDataObject): ContentFacts {
	const names = ['text', ...Object.keys(CONTENT_FIELDS)].filter((name) => name in json);
	return Object.fromEntries(names.map((name) => [name, json[name]]));
}

/** The fields of an item, with the flat ones first and in their order. */
export function inFieldOrder(json: IDataObject): IDataObject {
	const ordered: IDataObject = {};
	for (const name of FLAT_FIELD_NAMES) if (name in json) ordered[name] = json[name];
	return Object.assign(ordered, json);
}
