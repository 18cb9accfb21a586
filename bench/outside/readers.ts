import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import type { AskWait } from '../../nodes/SmsMessaging/asking/askState';
import { MAX_BODY_BYTES } from '../../nodes/SmsMessaging/notifications/receiveBody';
import { readQuestion } from '../../nodes/SmsMessaging/asking/question';
import { takeAnswer } from '../../nodes/SmsMessaging/asking/takeAnswer';
import { readBinarySource } from '../../nodes/SmsMessaging/fields/binarySource';
import { readDestinations } from '../../nodes/SmsMessaging/fields/destinations';
import { readMessageText } from '../../nodes/SmsMessaging/fields/textMessage';
import { preparedText } from '../../nodes/SmsMessaging/sending/content';
import { contentOf } from '../../nodes/SmsMessaging/sending/plan/identity';
import { withNotificationToken } from '../../nodes/SmsMessaging/api/notificationToken';
import { CHARACTERS, type Field } from './fills';
import { readLogAnswer, readReportAnswer, readSendAnswer } from './answers';
import { jsonBody, readPush, xmlBody } from './pushes';

/** Something that a node reads from outside, and how it does. */
export interface Reader {
	name: string;
	/** What its field is filled with, repeated up to a size. */
	fills: Field[];
	/** In bytes; 16 MB if absent. */
	largest?: number;
	/** Prepares what comes from outside. @returns the reading */
	prepare(filled: string): () => unknown;
}

/** What a report, a log entry and an entry of an answer to sending have in common. */
const FIELDS = ['messageId', 'to', 'text', 'callbackData', 'sentAt', 'status.name', 'price.pricePerMessage'];
/** With what stands around the field. */
const LARGEST_PUSH = MAX_BODY_BYTES - 4096;
const NO_FAULT = (): void => {};

const pushed: Reader[] = [...FIELDS, 'other', 'a name'].flatMap((field) => [
	{
		name: `Pushed JSON: ${field}`,
		fills: CHARACTERS,
		largest: LARGEST_PUSH,
		prepare: (filled) => {
			const bytes = Buffer.from(jsonBody(field, filled));
			return async () => await readPush(bytes);
		},
	},
	{
		name: `Pushed XML: ${field}`,
		fills: CHARACTERS,
		largest: LARGEST_PUSH,
		prepare: (filled) => {
			const bytes = Buffer.from(xmlBody(field, filled));
			return async () => await readPush(bytes);
		},
	},
]);

const answered: Reader[] = FIELDS.flatMap((field) => [
	{
		name: `Answer to sending: ${field}`,
		fills: CHARACTERS,
		prepare: (filled) => readSendAnswer(200, jsonBody(field, filled, 'messages')),
	},
	{ name: `Logs: ${field}`, fills: CHARACTERS, prepare: (filled) => readLogAnswer(jsonBody(field, filled)) },
	{ name: `Reports: ${field}`, fills: CHARACTERS, prepare: (filled) => readReportAnswer(jsonBody(field, filled)) },
]);

const ENTRIES: Field[] = [
	{ name: 'entries', repeated: '{"messageId":"m-1","to":"436600000000","status":{"groupId":3}},' },
	{ name: 'blank entries', repeated: '{},' },
	{ name: 'numbers', repeated: '1457717814630853757,' },
	{ name: 'lists', repeated: '[],' },
];
const many = (name: string, read: (body: string) => () => unknown, list = 'results'): Reader => ({
	name,
	fills: ENTRIES,
	prepare: (filled) => read(`{"${list}":[${filled}{}]}`),
});
const lists: Reader[] = [
	{
		...many('Pushed JSON: its list', (body) => {
			const bytes = Buffer.from(body);
			return async () => await readPush(bytes);
		}),
		largest: LARGEST_PUSH,
	},
	many('Answer to sending: its list', (body) => readSendAnswer(200, body), 'messages'),
	many('Logs: their list', readLogAnswer),
	many('Reports: their list', readReportAnswer),
];

const refused: Reader = {
	name: 'Refusal of sending: its text',
	fills: CHARACTERS,
	prepare: (filled) =>
		readSendAnswer(400, JSON.stringify({ requestError: { serviceException: { messageId: 'BAD', text: filled } } })),
};

const items: Reader[] = [
	{
		name: 'Item: text',
		fills: CHARACTERS,
		prepare: (filled) => () => {
			const text = readMessageText(filled, NO_FAULT);
			for (const longerTexts of ['fault', 'cut'] as const)
				preparedText({ content: { text } }, true, { maxSegments: 2, longerTexts }, undefined, NO_FAULT);
			contentOf({ content: { text } });
		},
	},
	{
		name: 'Item: numbers',
		fills: [...CHARACTERS, { name: 'a list', repeated: '43 (660) 123-4567,' }],
		prepare: (filled) => () => readDestinations(filled, undefined, { allowedPrefixes: ['43'] } as never, NO_FAULT),
	},
	...['hex', 'base64'].map(
		(source): Reader => ({
			name: `Item: ${source}`,
			fills: [...CHARACTERS, { name: 'pairs', repeated: '4C ' }, { name: 'padding', repeated: '=' }],
			prepare: (filled) => () =>
				readBinarySource((name) => (name === 'contentSource' ? source : filled), undefined, NO_FAULT),
		}),
	),
	{
		name: 'Item: notify URL',
		fills: [...CHARACTERS, { name: 'query', repeated: 'a=1&' }],
		prepare: (filled) => {
			const notifyUrl = `https://n8n.example.com/sms-notifications?${filled}`;
			return () => withNotificationToken(notifyUrl, 'token', () => true);
		},
	},
];

const answerForm: Reader = {
	name: 'Question page: form',
	fills: [...CHARACTERS, { name: 'fields', repeated: 'text=a&' }, { name: 'escapes', repeated: '%41' }],
	prepare: (filled) => {
		const context = pageContext(Buffer.from(`text=${filled}`));
		return async () => await takeAnswer(context);
	},
};

/** A request at the page of a question that awaits a text. */
function pageContext(rawBody: Buffer): IWebhookFunctions {
	const parameters: IDataObject = { message: 'Question?', responseType: 'freeText' };
	const question = readQuestion((name) => parameters[name], NO_FAULT);
	const wait = {
		waitId: 'w',
		round: 1,
		processId: 'p',
		deadline: Infinity,
		questions: { 0: question },
		messages: [{ itemIndex: 0, code: 'Sample-_0000', destination: { to: '436600000000' }, accepted: {} }],
	} as unknown as AskWait;
	const response = { setHeader: () => {}, status: () => response, send: () => {}, once: () => {}, statusCode: 200 };
	return {
		runExecutionData: { executionData: { contextData: { 'node:Ask': { wait } } } },
		getNode: () => ({ id: 'ask', name: 'Ask' }),
		getRequestObject: () => ({ method: 'POST', rawHeaders: [], rawBody }),
		getResponseObject: () => response,
		getHeaderData: () => ({}),
		getQueryData: () => ({ k: 'Sample-_0000' }),
	} as unknown as IWebhookFunctions;
}

export const READERS: readonly Reader[] = [...pushed, ...answered, ...lists, refused, ...items, answerForm];
