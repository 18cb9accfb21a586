import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { SMS, CONTINUE, credentialFor, ERROR_OUTPUT, pairedWith, runSms, STOP, type SmsRun } from '../smsNode';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ logsPerMinute: 10_000 });
});
afterAll(async () => await sandbox.stop());
beforeEach(() => {
	sandbox.requests.length = 0;
});

interface FaultCase {
	name: string;
	operation: 'sendText' | 'sendBinary' | 'getLogs' | 'getReports';
	/** The parameter that is faulty for the middle item. */
	faulty: (value: string) => INodeParameters;
	value: unknown;
	good: unknown;
	field: string;
	reason: RegExp;
}

const text = (name: string, value: unknown, reason: RegExp): FaultCase => ({
	name: `text ${name}`,
	operation: 'sendText',
	faulty: (expression) => ({ text: expression }),
	value,
	good: 'Hello',
	field: 'text',
	reason,
});
const hex = (name: string, value: unknown, reason: RegExp): FaultCase => ({
	name: `hex ${name}`,
	operation: 'sendBinary',
	faulty: (expression) => ({ hex: expression }),
	value,
	good: '48 65',
	field: 'hex',
	reason,
});
const NOT_BYTES = /^is .+, but must be pairs of hexadecimal digits, for example 48 65 6C$/;

/** A window of which one part comes from the item. */
const deliveryWindow = (part: string, value: unknown, good: unknown, reason: RegExp): FaultCase => ({
	name: `deliveryTimeWindow.${part} ${JSON.stringify(value)}`,
	operation: 'sendText',
	faulty: (expression) => {
		const of = (name: string, usual: unknown) => (name === part ? expression : usual);
		const end = (name: string, hour: number) => ({
			time: { hour: of(`${name}.hour`, hour), minute: of(`${name}.minute`, 0) },
		});
		const window = { days: of('days', ['MONDAY']), from: end('from', 8), to: end('to', 20) };
		return { schedule: { deliveryTimeWindow: { window } } } as INodeParameters;
	},
	value,
	good,
	field: `deliveryTimeWindow.${part}`,
	reason,
});

const option = (
	collection: string,
	field: string,
	value: unknown,
	good: unknown,
	reason: RegExp,
	more: Partial<FaultCase> = {},
): FaultCase => ({
	name: `${collection}.${field} ${JSON.stringify(value)}`,
	operation: 'sendText',
	faulty: (expression) => ({ [collection]: { [field]: expression } }),
	value,
	good,
	field,
	reason,
	...more,
});

const extra = (
	collection: string,
	value: unknown,
	reason: RegExp,
	operation: FaultCase['operation'] = 'sendText',
): FaultCase =>
	option(collection, 'extraFields', value, '{"campaignId": "spring"}', reason, {
		operation,
		field: `${collection === 'requestOptions' ? 'Request' : 'Message Options'} → Extra Fields`,
	});
const controlled = (names: string) =>
	new RegExp(`^contains ${names.replace(/\./g, '\\.')}; use the node's own setting for that$`);

const UNDEFINED = /^is undefined; check its expression \(to omit it for some items, write \{\{ … \?\? '' \}\}\)$/;

/** An option whose expression is mistyped in the middle item. */
const mistyped = (collection: string, field: string, good: unknown, more: Partial<FaultCase> = {}): FaultCase =>
	option(collection, field, undefined, good, UNDEFINED, more);
const mistypedBinary = (collection: string, field: string, good: unknown): FaultCase =>
	mistyped(collection, field, good, { operation: 'sendBinary' });

const SEND_FAULTS: FaultCase[] = [
	{ ...mistyped('', 'from', 'Shop'), name: 'from undefined', faulty: (expression) => ({ from: expression }) },
	mistyped('messageOptions', 'flash', true),
	mistyped('messageOptions', 'languageCode', 'TR'),
	mistyped('messageOptions', 'transliteration', 'ALL'),
	mistypedBinary('messageOptions', 'dataCoding', 4),
	mistypedBinary('messageOptions', 'esmClass', 0),
	mistyped('messageOptions', 'extraFields', '{}', { field: 'Message Options → Extra Fields' }),
	mistyped('requestOptions', 'extraFields', '{}', { field: 'Request → Extra Fields' }),
	mistyped('requestOptions', 'bulkId', 'b'),
	mistyped('requestOptions', 'tracking', 'SMS', {
		faulty: (expression) => ({ requestOptions: { tracking: { tracking: { track: expression, type: '' } } } }),
		field: 'tracking.track',
	}),
	mistyped('schedule', 'sendAt', '2026-01-31T08:30:00Z'),
	mistyped('schedule', 'validityPeriod', 720),
	mistyped('deliveryReport', 'callbackData', 'row-1'),
	mistyped('deliveryReport', 'intermediateReport', true),
	mistyped('deliveryReport', 'notifyUrl', 'http://127.0.0.1:9/hook'),
	mistyped('deliveryReport', 'notifyContentType', 'application/xml'),
	deliveryWindow('days', undefined, ['MONDAY'], UNDEFINED),
	deliveryWindow('from.hour', undefined, 9, UNDEFINED),
	deliveryWindow('to.minute', undefined, 30, UNDEFINED),
	text('empty', '', /^is empty/),
	text('blank', ' \n ', /^is empty/),
	text('undefined', undefined, /^is undefined/),
	text('null', null, /^is null/),
	text('object', { a: 1 }, /^is an object \(\{"a":1\}\), but must be text/),
	text('array', ['a'], /^is a list \(\["a"\]\), but must be text/),
	text('true', true, /^is true, but must be text/),
	text(
		'with [object Object]',
		'Dear [object Object]',
		/^contains '\[object Object\]', so its expression refers to an object/,
	),
	hex('empty', '', /^is empty/),
	hex('undefined', undefined, /^is undefined; check its expression$/),
	hex('odd number of digits', '486', NOT_BYTES),
	hex('no hexadecimal digits', '48 6G', NOT_BYTES),
	hex('a lone digit between pairs', '48 6 65', NOT_BYTES),
	hex('separators only', ' , - ', NOT_BYTES),
	hex('prefix only', '0x', NOT_BYTES),
	hex('a number value', 4865, /^is the number 4865; pass it as text, since numbers lose leading zeros$/),
	hex('an object', { a: 1 }, NOT_BYTES),
	deliveryWindow('days', [], ['MONDAY'], /^is empty; choose at least one day$/),
	deliveryWindow('days', '', 'saturday, SUNDAY', /^is empty; choose at least one day$/),
	deliveryWindow(
		'days',
		['MONDAY', 'FUNDAY'],
		['MONDAY'],
		/^contains 'FUNDAY', which is not a day of the week; use MONDAY to SUNDAY$/,
	),
	deliveryWindow('from.hour', 25, 0, /^is 25, but must be a whole number from 0 to 23$/),
	deliveryWindow('from.hour', -1, 9, /^is -1, but must be a whole number from 0 to 23$/),
	deliveryWindow('from.hour', 8.5, 9, /^is 8.5, but must be a whole number from 0 to 23$/),
	deliveryWindow('from.hour', null, 9, /^is empty, but must be a whole number from 0 to 23$/),
	deliveryWindow('to.hour', 24, 23, /^is 24, but must be a whole number from 0 to 23$/),
	deliveryWindow('from.minute', 'half', '30', /^is 'half', but must be a whole number from 0 to 59$/),
	deliveryWindow('to.minute', 60, 59, /^is 60, but must be a whole number from 0 to 59$/),
	option('schedule', 'sendAt', 'tomorrow', '2026-01-31T08:30:00Z', /^is 'tomorrow', but must be a date and time/),
	option(
		'schedule',
		'sendAt',
		'2026-02-30T08:30:00Z',
		'2026-01-31T08:30:00Z',
		/^is '2026-02-30T08:30:00Z', but must be a date and time/,
	),
	option('schedule', 'validityPeriod', 0, 720, /^is 0, but must be a whole number of 1 or more$/),
	option('schedule', 'validityPeriod', 1.5, 720, /^is 1.5, but must be a whole number of 1 or more$/),
	option('schedule', 'validityPeriod', 'two days', 720, /^is 'two days', but must be a whole number of 1 or more$/),
	option('deliveryReport', 'notifyUrl', 'example.com/hook', 'http://127.0.0.1:9/hook', /^is not a web address/),
	option('deliveryReport', 'notifyUrl', 'ftp://example.com', 'http://127.0.0.1:9/hook', /^is not a web address/),
	option('deliveryReport', 'intermediateReport', 'maybe', true, /^is 'maybe', but must be true or false$/),
	option('deliveryReport', 'notifyContentType', {}, 'application/xml', /^is an object/),
	option('messageOptions', 'flash', 'yes', true, /^is 'yes', but must be true or false$/),
	option('messageOptions', 'languageCode', ['TR'], 'TR', /^is a list/),
	option('messageOptions', 'dataCoding', 256, 8, /^is 256, but must be a whole number from 0 to 255$/, {
		operation: 'sendBinary',
	}),
	option('messageOptions', 'esmClass', -1, 0, /^is -1, but must be a whole number from 0 to 255$/, {
		operation: 'sendBinary',
	}),
	option('requestOptions', 'bulkId', { id: 1 }, 'b', /^is an object/),
	extra('messageOptions', '{campaignId}', /^is '\{campaignId\}', but must be a JSON object/),
	extra('messageOptions', '[1]', /^is '\[1\]', but must be a JSON object/),
	extra('messageOptions', '7', /^is '7', but must be a JSON object/),
	extra('messageOptions', '{"from": "Other"}', controlled("'from'")),
	extra('messageOptions', '{"text": "Other", "campaignId": "c"}', controlled("'text'")),
	extra(
		'messageOptions',
		'{"language": {"languageCode": "TR", "singleShift": true}}',
		controlled("'language.languageCode'"),
	),
	extra('messageOptions', '{"language": "TR"}', controlled("'language'")),
	extra('messageOptions', '{"from": 1, "sendAt": null}', controlled("'from', 'sendAt'")),
	extra(
		'messageOptions',
		'{"destinations": []}',
		/^contains 'destinations', which comes from 'To' or 'Destinations With Message IDs'; remove it here$/,
	),
	extra('messageOptions', '{"deliveryTimeWindow": {"days": ["MONDAY"]}}', controlled("'deliveryTimeWindow.days'")),
	extra('messageOptions', '{"binary": {"hex": "00"}}', controlled("'binary.hex'"), 'sendBinary'),
	extra('requestOptions', '{"bulkId": "x"}', controlled("'bulkId'")),
	extra(
		'requestOptions',
		'{"messages": []}',
		/^contains 'messages', which comes from the input items; remove it here$/,
	),
	extra('requestOptions', '{"tracking": {"track": "URL", "baseUrl": "u"}}', controlled("'tracking.track'")),
	extra('requestOptions', '{"bulkId": "x"}', controlled("'bulkId'"), 'sendBinary'),
];

const filter = (
	operation: FaultCase['operation'],
	field: string,
	value: unknown,
	good: unknown,
	reason: RegExp,
): FaultCase => option('filters', field, value, good, reason, { operation });

const NOTHING_BY_EXPRESSION =
	/^is empty; check its expression. Without this filter, the node would ask for everything$/;

const FETCH_FAULTS: FaultCase[] = [
	...(['getLogs', 'getReports'] as const).flatMap((operation) => [
		...(['messageId', 'bulkId', 'limit'] as const).map((field) => filter(operation, field, undefined, 5, UNDEFINED)),
		...[null, '', ' ', [], [null], ['']].map((value) =>
			filter(operation, 'messageId', value, 'm', NOTHING_BY_EXPRESSION),
		),
		filter(operation, 'limit', null, 5, NOTHING_BY_EXPRESSION),
	]),
	filter(
		'getLogs',
		'to',
		'436601234567 4915112345678',
		'436601234567',
		/^has 25 digits, but a phone number has at most 15; separate/,
	),
	filter('getLogs', 'generalStatus', undefined, 'DELIVERED', UNDEFINED),
	filter('getLogs', 'sentSince', undefined, '2026-01-31T08:30:00Z', UNDEFINED),
	filter('getLogs', 'sentSince', 'yesterday', '2026-01-31T08:30:00Z', /^is 'yesterday', but must be a date and time/),
	filter('getLogs', 'sentUntil', '2026-13-01', '2026-01-31T08:30:00Z', /^is '2026-13-01', but must be a date and time/),
	filter('getLogs', 'limit', 0, 5, /^is 0, but must be a whole number of 1 or more$/),
	filter('getLogs', 'limit', 'all', 5, /^is 'all', but must be a whole number of 1 or more$/),
	filter('getLogs', 'to', 'home', '436601234567', /^is 'home', which is not a phone number/),
	filter('getLogs', 'from', { a: 1 }, 'Tests', /^is an object/),
	filter('getLogs', 'messageId', [{ a: 1 }], 'm', /^is an object/),
	filter('getReports', 'limit', -1, 5, /^is -1, but must be a whole number of 1 or more$/),
	filter('getReports', 'bulkId', { a: 1 }, 'b', /^is an object/),
	{
		name: 'query parameter with a filter of its own',
		operation: 'getLogs',
		faulty: (expression) => ({ queryParameters: { parameter: [{ name: expression, value: '1' }] } }),
		value: 'limit',
		good: 'applicationId',
		field: 'queryParameters',
		reason: /^contains 'limit', which has its own filter; use that filter$/,
	},
	{
		name: 'query parameter without a name',
		operation: 'getReports',
		faulty: (expression) => ({ queryParameters: { parameter: [{ name: expression, value: '1' }] } }),
		value: '',
		good: 'applicationId',
		field: 'queryParameters',
		reason: /^has a value without a name$/,
	},
];

const BASE: Record<FaultCase['operation'], INodeParameters> = {
	sendText: { to: '={{ $json.to }}', text: 'Hello' },
	sendBinary: { to: '={{ $json.to }}', hex: '48 65' },
	getLogs: {},
	getReports: {},
};

/** Three items, of which the middle one is faulty. */
function runOf({ operation, faulty, value, good }: FaultCase): Omit<SmsRun, 'settings'> {
	const row = (index: number, given: unknown): IDataObject => ({
		row: index,
		to: `43660000000${index}`,
		...(given !== undefined && { given: given as string }),
	});
	return {
		parameters: { operation, ...BASE[operation], ...faulty('={{ $json.given }}') },
		items: [row(0, good), row(1, value), row(2, good)],
		credential: credentialFor(sandbox),
	};
}

/** The reason within the message for the faulty middle item: 'field' reason [item 1] */
function faultIn(message: string, field: string): string {
	expect(message.startsWith(`'${field}' `) && message.endsWith(' [item 1]')).toBe(true);
	return message.slice(`'${field}' `.length, -' [item 1]'.length);
}

describe.each(SEND_FAULTS)('$operation: $name', (fault) => {
	const { field, reason } = fault;

	test('Stop: the item and the field are named, and nothing is sent', async () => {
		const { error } = await runSms({ ...runOf(fault), settings: STOP });
		expect(faultIn(error!.message, field)).toMatch(reason);
		expect((error as any).context).toMatchObject({
			itemIndex: 1,
			data: { faultyItems: [{ itemIndex: 1, faults: [{ field, reason: expect.stringMatching(reason) }] }] },
		});
		expect(error!.description).toContain('Nothing was sent');
		expect(sandbox.requests).toEqual([]);
	});

	test('Continue: the faulty item becomes an error item in its place, the others are sent', async () => {
		const { error, json, paired } = await runSms({ ...runOf(fault), settings: CONTINUE });
		expect(error).toBeUndefined();
		expect(paired).toEqual([0, 1, 2]);
		expect(json[1]).toEqual({
			error: expect.stringMatching(new RegExp(`^'${field}' `)),
			details: {
				faults: [{ field, reason: expect.stringMatching(reason) }],
				description: expect.stringContaining('Nothing was sent'),
			},
		});
		expect([json[0], json[2]]).toEqual([
			expect.objectContaining({ to: '436600000000' }),
			expect.objectContaining({ to: '436600000002' }),
		]);
		expect(sandbox.requests.flatMap(({ body }) => body.messages)).toHaveLength(2);
		expect(sandbox.requests.map(({ status }) => status)).toEqual([200]);
	});

	test('error output: the faulty item leaves there with the fields of its row', async () => {
		const { error, json, paired, failed } = await runSms({ ...runOf(fault), settings: ERROR_OUTPUT });
		expect(error).toBeUndefined();
		expect(json.map(({ to }) => to)).toEqual(['436600000000', '436600000002']);
		expect(paired).toEqual([0, 2]);
		expect(failed.map((item) => item.json)).toEqual([
			expect.objectContaining({
				row: 1,
				to: '436600000001',
				error: expect.stringMatching(new RegExp(`^'${field}' `)),
				details: expect.anything(),
			}),
		]);
		expect(pairedWith(failed)).toEqual([1]);
	});
});

describe.each(FETCH_FAULTS)('$operation: $name', (fault) => {
	const { field, reason } = fault;

	test('Stop: the item and the field are named, and nothing is asked for', async () => {
		const { error } = await runSms({ ...runOf(fault), settings: STOP });
		expect(faultIn(error!.message, field)).toMatch(reason);
		expect((error as any).context).toMatchObject({
			itemIndex: 1,
			data: { faultyItems: [{ itemIndex: 1, faults: [{ field }] }] },
		});
		expect(sandbox.requests).toEqual([]);
	});

	test('Continue: an error item, and the others are asked for', async () => {
		const { error, json } = await runSms({ ...runOf(fault), settings: CONTINUE });
		expect(error).toBeUndefined();
		expect(json.filter((item) => item.error !== undefined)).toEqual([
			{
				error: expect.stringMatching(new RegExp(`^'${field}' `)),
				details: expect.objectContaining({ faults: [{ field, reason: expect.stringMatching(reason) }] }),
			},
		]);
		// The two others ask the same
		expect(sandbox.requests.map(({ status }) => status)).toEqual([200]);
	});
});

test.each<[string, INodeParameters, string]>([
	[
		'from without to',
		{ days: ['MONDAY'], from: { time: { hour: 8, minute: 0 } } },
		"'deliveryTimeWindow.from' is set, but 'to' is not; a window needs both or neither",
	],
	[
		'to without from',
		{ days: ['MONDAY'], to: { time: { hour: 8, minute: 0 } } },
		"'deliveryTimeWindow.to' is set, but 'from' is not; a window needs both or neither",
	],
	['added and left as it is', {}, "'deliveryTimeWindow.days' is empty; choose at least one day"],
])('a delivery time window %s is refused before anything is sent', async (_, window, message) => {
	const { error } = await runSms({
		parameters: {
			operation: 'sendText',
			to: '436601234567',
			text: 'Hello',
			schedule: { deliveryTimeWindow: { window } },
		},
		credential: credentialFor(sandbox),
	});
	expect(error?.message).toBe(`${message} [item 0]`);
	expect(sandbox.requests).toEqual([]);
});

test('a network without its country is refused before anything is asked for', async () => {
	const { error } = await runSms({
		parameters: { operation: 'getLogs', filters: { mnc: '01' } },
		credential: credentialFor(sandbox),
	});
	expect(error?.message).toBe("'mnc' is set, but the country code 'mcc' is not [item 0]");
	expect(sandbox.requests).toEqual([]);
});

test('a query parameter whose value is undefined is named', async () => {
	const parameter = [
		{ name: 'a', value: '1' },
		{ name: 'applicationId', value: '={{ $json.missing }}' },
	];
	const { error } = await runSms({
		parameters: { operation: 'getReports', queryParameters: { parameter } },
		credential: credentialFor(sandbox),
	});
	expect(error?.message).toMatch(/^'queryParameters' entry 2: 'value' is undefined; check its expression/);
	expect(sandbox.requests).toEqual([]);
});

test('null and empty text from a table are not filled in: nothing is sent for them', async () => {
	const given = '={{ $json.given }}';
	const { error } = await runSms({
		parameters: {
			operation: 'sendText',
			to: '436601234567',
			text: 'Hello',
			from: given,
			messageOptions: { flash: given, languageCode: given, extraFields: given },
			schedule: { sendAt: given, validityPeriod: given },
			deliveryReport: { callbackData: given, notifyUrl: given },
			requestOptions: { bulkId: given },
		},
		items: [{ given: null }, { given: '' }],
		credential: credentialFor(sandbox),
	});
	expect(error).toBeUndefined();
	const message = { destinations: [expect.objectContaining({ to: '436601234567' })], text: 'Hello' };
	expect(sandbox.requests.flatMap(({ body }) => body.messages)).toEqual([message, message]);
});

describe('several faulty items', () => {
	const items = [
		{ to: '436600000000', text: 'Hello' },
		{ to: '<b>home`', text: '' },
		{ to: '436600000002', text: 'Hello' },
		{ to: '', text: 'Hello' },
	];
	const run = {
		parameters: { operation: 'sendText', to: '={{ $json.to }}', text: '={{ $json.text }}' } as INodeParameters,
		items,
	};

	test('Stop: one error names them all, with all their fields, and nothing is sent', async () => {
		const { error } = await runSms({ ...run, credential: credentialFor(sandbox), settings: STOP });
		expect(error!.message).toBe('2 of 4 items need fixing');
		expect(error!.description!.split(/<[/]?(?:ul|li)>+/).filter((line) => line !== '')).toEqual([
			'Nothing was sent. Correct the named fields, then run again.',
			expect.stringMatching(/^Item 1: 'to' is '&#60;b&#62;home&#96;', which is not a phone number.*; 'text' is empty/),
			expect.stringMatching(/^Item 3: 'to' is empty/),
		]);
		expect(
			(error as any).context.data.faultyItems.map(({ itemIndex, faults }: any) => [
				itemIndex,
				faults.map(({ field }: any) => field),
			]),
		).toEqual([
			[1, ['to', 'text']],
			[3, ['to']],
		]);
		expect(sandbox.requests).toEqual([]);
	});

	test('thousands of them: the first 20 are named in the description, all in the details', async () => {
		const { error } = await runSms({
			...run,
			items: Array.from({ length: 3000 }, () => ({ to: '', text: '' })),
			credential: credentialFor(sandbox),
		});
		expect(error!.message).toBe('3,000 of 3,000 items need fixing');
		expect(error!.description!.match(/<li>/g)).toHaveLength(21);
		expect(error!.description).toMatch(/<li>and 2,980 more: see the details<\/li><\/ul>$/);
		expect((error as any).context.data.faultyItems).toHaveLength(3000);
	});

	test('all faulty, with Continue: nothing is sent, and every item comes out', async () => {
		const { json, paired } = await runSms({
			...run,
			items: items.map(() => ({ to: '', text: '' })),
			credential: credentialFor(sandbox),
			settings: CONTINUE,
		});
		expect(json.every((item) => typeof item.error === 'string')).toBe(true);
		expect(paired).toEqual([0, 1, 2, 3]);
		expect(sandbox.requests).toEqual([]);
	});

	test('error output with the first item faulty: the others still leave by the first output, in their order', async () => {
		const first = [{ to: '', text: 'x' }, ...items];
		const { json, paired, failed } = await runSms({
			...run,
			items: first,
			credential: credentialFor(sandbox),
			settings: ERROR_OUTPUT,
		});
		expect(json.map(({ to }) => to)).toEqual(['436600000000', '436600000002']);
		expect(paired).toEqual([1, 3]);
		expect(pairedWith(failed)).toEqual([0, 2, 4]);
		expect(failed.map((item) => item.json.text)).toEqual(['x', '', 'Hello']);
	});
});

test('an expression that throws makes its own item faulty', async () => {
	const run = {
		parameters: {
			operation: 'sendText',
			to: '={{ $json.to }}',
			text: '={{ $json.text ?? $("Missing").first().json.text }}',
		},
		items: [{ to: '436600000000', text: 'hello' }, { to: '436600000001' }],
		credential: credentialFor(sandbox),
	};
	const stopped = await runSms({ ...run, settings: STOP });
	expect(stopped.error!.message).toMatch(/^'text' cannot be read: /);
	expect(sandbox.requests).toEqual([]);
	const continued = await runSms({ ...run, settings: CONTINUE });
	expect(continued.json).toEqual([
		expect.objectContaining({ to: '436600000000' }),
		{ error: expect.stringMatching(/^'text' cannot be read: /), details: expect.anything() },
	]);
	expect(sandbox.messages.at(-1)).toMatchObject({ to: '436600000000', text: 'hello' });
});

test('texts that only look odd are sent as they are', async () => {
	const texts = ['0', ' padded ', 'line one\nline two', '{"json": true}', 'Κείμενο', '👍🏽', 'object Object'];
	await runSms({
		parameters: { operation: 'sendText', to: '436601234567', text: '={{ $json.text }}' },
		items: [...texts, 7].map((given) => ({ text: given })),
		credential: credentialFor(sandbox),
	});
	expect(sandbox.requests.flatMap(({ body }) => body.messages.map(({ text }: any) => text))).toEqual([...texts, '7']);
});

test.each([
	['pairs with spaces', '48 65 6C', '48 65 6C'],
	['no separators', '48656c', '48 65 6c'],
	['other separators', '48:65-6C,6C;6F_20', '48 65 6C 6C 6F 20'],
	['0x before each byte', '0x48 0x65', '48 65'],
	['\\x before each byte', '\\x48\\x65', '48 65'],
	['groups of four digits', '0048 0065', '00 48 00 65'],
	['several lines', '48 65\n6C\r\n', '48 65 6C'],
])('hex as %s goes out in the form of the interface', async (_, given, expected) => {
	const { error } = await runSms({
		parameters: { operation: 'sendBinary', to: '436601234567', hex: given },
		credential: credentialFor(sandbox),
	});
	expect(error).toBeUndefined();
	expect(sandbox.requests[0]!.body.messages[0].binary).toEqual({ hex: expected });
});

test('the engine routes what the node gives out: nothing is lost between the two outputs', async () => {
	const items = Array.from({ length: 9 }, (_, index) => ({
		row: index,
		to: index % 3 === 1 ? 'home' : `43660000000${index}`,
	}));
	const result = await runSms({
		parameters: { operation: 'sendText', to: '={{ $json.to }}', text: 'Hello' },
		items,
		credential: credentialFor(sandbox),
		settings: ERROR_OUTPUT,
	});
	const both = [...result.output(SMS, 0), ...result.output(SMS, 1)];
	expect(pairedWith(both).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
	expect(pairedWith(result.failed)).toEqual([1, 4, 7]);
});

describe.each<[string, unknown, RegExp]>([
	['messagesPerRequest', 0, /^is 0, but must be a whole number of 1 or more$/],
	['messagesPerRequest', '={{ $json.none }}', /^is undefined; check its expression/],
	['requestsAtOnce', 11, /^is 11, but must be a whole number from 1 to 10$/],
	['patience', 'abc', /^is 'abc', but must be a number of seconds$/],
	['lookUpTime', -1, /^is -1, but must be a number of seconds$/],
	['messageIds', '={{ "mine" }}', /^is 'mine', but must be one of node, service$/],
	['ifUnclear', '={{ "again" }}', /^is 'again', but must be one of sendAgain, report$/],
	['rejectedAs', '={{ "rows" }}', /^is 'rows', but must be one of errors, items$/],
	['skipSent', '={{ "maybe" }}', /^is 'maybe', but must be true or false$/],
])('option %s: %p', (field, value, reason) => {
	const run = (settings: Partial<INode>): SmsRun => ({
		parameters: {
			operation: 'sendText',
			to: '={{ $json.to }}',
			text: 'Hello',
			options: { [field]: value } as INodeParameters,
		},
		items: [{ to: '436600000000' }, { to: '436600000001' }],
		credential: credentialFor(sandbox),
		settings,
	});

	test('Stop: the option is named once, and nothing is sent', async () => {
		const { error } = await runSms(run(STOP));
		const [, named, said] = /^'(\w+)' (.*) \[item 0\]$/.exec(error!.message)!;
		expect([named, said]).toEqual([field, expect.stringMatching(reason)]);
		expect(sandbox.requests).toEqual([]);
	});

	test('Continue: every item names it, and nothing is sent', async () => {
		const { json, paired } = await runSms(run(CONTINUE));
		expect(paired).toEqual([0, 1]);
		for (const { details } of json as any[])
			expect(details.faults).toEqual([{ field, reason: expect.stringMatching(reason) }]);
		expect(sandbox.requests).toEqual([]);
	});
});
