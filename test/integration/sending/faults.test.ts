import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { CONTINUE, credentialFor, ERROR_OUTPUT, pairedWith, runSms, STOP, type SmsRun } from '../smsNode';

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
}

const text = (name: string, value: unknown): FaultCase => ({
	name: `text ${name}`,
	operation: 'sendText',
	faulty: (expression) => ({ text: expression }),
	value,
	good: 'Hello',
	field: 'text',
});
const hex = (name: string, value: unknown): FaultCase => ({
	name: `hex ${name}`,
	operation: 'sendBinary',
	faulty: (expression) => ({ hex: expression }),
	value,
	good: '48 65',
	field: 'hex',
});
/** A window of which one part comes from the item. */
const deliveryWindow = (part: string, value: unknown, good: unknown): FaultCase => ({
	name: `deliveryTimeWindow.${part} ${JSON.stringify(value)}`,
	operation: 'sendText',
	faulty: (expression) => {
		const window = { days: ['MONDAY'], from: '08:00', to: '20:00', [part]: expression };
		return { schedule: { deliveryTimeWindow: { window } } };
	},
	value,
	good,
	field: `deliveryTimeWindow.${part}`,
});

/** A part of Send At or of the validity period. */
const schedulePart = (path: string, value: unknown, good: unknown): FaultCase => {
	const [name, part] = path.split('.') as [string, string];
	const usual = {
		sendAt: { time: '2026-01-31T08:30:00', timeZone: 'UTC' },
		validityPeriod: { amount: 1, unit: 'hours' },
	};
	const group = name === 'sendAt' ? 'at' : 'period';
	return {
		name: `${path} ${JSON.stringify(value)}`,
		operation: 'sendText',
		faulty: (expression) => ({
			schedule: { [name]: { [group]: { ...usual[name as keyof typeof usual], [part]: expression } } },
		}),
		value,
		good,
		field: path,
	};
};

const option = (
	collection: string,
	field: string,
	value: unknown,
	good: unknown,
	more: Partial<FaultCase> = {},
): FaultCase => ({
	name: `${collection}.${field} ${JSON.stringify(value)}`,
	operation: 'sendText',
	faulty: (expression) => ({ [collection]: { [field]: expression } }),
	value,
	good,
	field,
	...more,
});

const extra = (
	part: 'message' | 'request',
	value: unknown,
	operation: FaultCase['operation'] = 'sendText',
): FaultCase => ({
	...option('messageOptions', `extraFields.${part}`, value, '{"campaignId": "spring"}', { operation }),
	faulty: (expression) => ({ messageOptions: { extraFields: { json: { [part]: expression } } } }),
});

/** An option whose expression is mistyped in the middle item. */
const mistyped = (collection: string, field: string, good: unknown, more: Partial<FaultCase> = {}): FaultCase =>
	option(collection, field, undefined, good, more);
const mistypedBinary = (collection: string, field: string, good: unknown): FaultCase =>
	mistyped(collection, field, good, { operation: 'sendBinary' });

/** Shown with a Notify URL only. */
const ofNotifications = (field: string, value: unknown, good: unknown): FaultCase => ({
	...option('messageOptions', field, value, good),
	faulty: (expression) => ({ messageOptions: { notifyUrl: 'http://127.0.0.1:9/hook', [field]: expression } }),
});

const SEND_FAULTS: FaultCase[] = [
	{ ...mistyped('', 'from', 'Shop'), name: 'from undefined', faulty: (expression) => ({ from: expression }) },
	mistyped('messageOptions', 'flash', true),
	mistyped('messageOptions', 'languageCode', 'TR'),
	mistyped('messageOptions', 'transliteration', 'ALL'),
	mistypedBinary('messageOptions', 'dataCoding', 4),
	mistypedBinary('messageOptions', 'esmClass', 0),
	extra('message', undefined),
	extra('request', undefined),
	mistyped('messageOptions', 'bulkId', 'b'),
	mistyped('messageOptions', 'tracking', 'SMS', {
		faulty: (expression) => ({ messageOptions: { tracking: { tracking: { track: expression, type: '' } } } }),
		field: 'tracking.track',
	}),
	schedulePart('sendAt.time', undefined, '2026-01-31T08:30:00Z'),
	schedulePart('sendAt.timeZone', undefined, 'Europe/Vienna'),
	schedulePart('validityPeriod.amount', undefined, 2),
	schedulePart('validityPeriod.unit', undefined, 'minutes'),
	mistyped('messageOptions', 'callbackData', 'row-1'),
	ofNotifications('intermediateReport', undefined, true),
	ofNotifications('notifyContentType', undefined, 'application/xml'),
	mistyped('messageOptions', 'notifyUrl', 'http://127.0.0.1:9/hook'),
	deliveryWindow('days', undefined, ['MONDAY']),
	deliveryWindow('from', undefined, '9:00'),
	deliveryWindow('to', undefined, '23:59'),
	text('empty', ''),
	text('blank', ' \n '),
	text('undefined', undefined),
	text('null', null),
	text('object', { a: 1 }),
	text('array', ['a']),
	text('true', true),
	text('with [object Object]', 'Dear [object Object]'),
	hex('empty', ''),
	hex('undefined', undefined),
	hex('odd number of digits', '486'),
	deliveryWindow('days', [], ['MONDAY']),
	deliveryWindow('days', '', 'saturday, SUNDAY'),
	deliveryWindow('days', ['MONDAY', 'FUNDAY'], ['MONDAY']),
	deliveryWindow('from', '08:60', '08:59'),
	deliveryWindow('from', 8, ' 8:00 '),
	deliveryWindow('to', '24:00', '23:59'),
	deliveryWindow('to', '8 pm', '20:00'),
	schedulePart('sendAt.time', 'tomorrow', '2026-01-31T08:30:00Z'),
	schedulePart('sendAt.time', '2026-02-30T08:30:00Z', '2026-01-31T08:30:00Z'),
	schedulePart('sendAt.timeZone', 'Vienna', 'CET'),
	schedulePart('sendAt.timeZone', '+01:00', 'Etc/GMT-1'),
	schedulePart('sendAt.timeZone', '', 'UTC'),
	schedulePart('validityPeriod.amount', 'two days', '1.5'),
	schedulePart('validityPeriod.unit', 'days', ''),
	option('messageOptions', 'notifyUrl', 'example.com/hook', 'http://127.0.0.1:9/hook'),
	option('messageOptions', 'notifyUrl', 'ftp://example.com', 'http://127.0.0.1:9/hook'),
	ofNotifications('intermediateReport', 'maybe', true),
	ofNotifications('notifyContentType', {}, 'application/xml'),
	option('messageOptions', 'flash', 'yes', true),
	option('messageOptions', 'languageCode', ['TR'], 'TR'),
	option('messageOptions', 'dataCoding', 256, 8, {
		operation: 'sendBinary',
	}),
	option('messageOptions', 'esmClass', -1, 0, {
		operation: 'sendBinary',
	}),
	option('messageOptions', 'bulkId', { id: 1 }, 'b'),
	extra('message', '{campaignId}'),
	extra('message', '[1]'),
	extra('message', '7'),
	extra('message', '{"from": "Other"}'),
	extra('message', '{"text": "Other", "campaignId": "c"}'),
	extra('message', '{"language": {"languageCode": "TR", "singleShift": true}}'),
	extra('message', '{"language": "TR"}'),
	extra('message', '{"from": 1, "sendAt": null}'),
	extra('message', '{"destinations": []}'),
	extra('message', '{"deliveryTimeWindow": {"days": ["MONDAY"]}}'),
	extra('message', '{"binary": {"hex": "00"}}', 'sendBinary'),
	extra('request', '{"bulkId": "x"}'),
	extra('request', '{"messages": []}'),
	extra('request', '{"tracking": {"track": "URL", "baseUrl": "u"}}'),
	extra('request', '{"bulkId": "x"}', 'sendBinary'),
];

const filter = (operation: FaultCase['operation'], field: string, value: unknown, good: unknown): FaultCase =>
	option('filters', field, value, good, {
		operation,
		...(field === 'limit' && { faulty: (expression) => ({ limit: expression }) }),
	});

const FETCH_FAULTS: FaultCase[] = [
	...(['getLogs', 'getReports'] as const).flatMap((operation) => [
		...(['messageId', 'bulkId', 'limit'] as const).map((field) => filter(operation, field, undefined, 5)),
		...[null, '', ' ', ' , ', [], [null], ['']].map((value) => filter(operation, 'messageId', value, 'm')),
		filter(operation, 'limit', null, 5),
	]),
	filter('getLogs', 'to', '436601234567 4915112345678', '436601234567'),
	filter('getLogs', 'generalStatus', undefined, 'DELIVERED'),
	filter('getLogs', 'sentSince', undefined, '2026-01-31T08:30:00Z'),
	filter('getLogs', 'sentSince', 'yesterday', '2026-01-31T08:30:00Z'),
	filter('getLogs', 'sentUntil', '2026-13-01', '2026-01-31T08:30:00Z'),
	filter('getLogs', 'limit', 0, 5),
	filter('getLogs', 'limit', 'all', 5),
	filter('getLogs', 'to', 'home', '436601234567'),
	filter('getLogs', 'from', { a: 1 }, 'Tests'),
	filter('getLogs', 'messageId', [{ a: 1 }], 'm'),
	filter('getReports', 'limit', -1, 5),
	filter('getReports', 'bulkId', { a: 1 }, 'b'),
	{
		name: 'query parameter with a filter of its own',
		operation: 'getLogs',
		faulty: (expression) => ({ queryParameters: { parameter: [{ name: expression, value: '1' }] } }),
		value: 'limit',
		good: 'applicationId',
		field: 'queryParameters',
	},
	{
		name: 'query parameter without a value',
		operation: 'getReports',
		faulty: (expression) => ({ queryParameters: { parameter: [{ name: 'entityId', value: expression }] } }),
		value: undefined,
		good: '1',
		field: 'queryParameters.value',
	},
	{
		name: 'query parameter without a name',
		operation: 'getReports',
		faulty: (expression) => ({ queryParameters: { parameter: [{ name: expression, value: '1' }] } }),
		value: '',
		good: 'applicationId',
		field: 'queryParameters',
	},
];

const BASE: Record<FaultCase['operation'], INodeParameters> = {
	sendText: { to: '={{ $json.to }}', text: 'Hello' },
	sendBinary: { to: '={{ $json.to }}', hex: '48 65' },
	getLogs: {},
	getReports: {},
};

/** Labels begin with a capital letter, names of parameters do not. */
const IN_WORDS_OF_THE_PANEL: unknown = expect.stringMatching(/^'[A-Z]/);

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

test.each(SEND_FAULTS)('$operation: $name: an error item in its place, and the others are sent', async (fault) => {
	const { field } = fault;
	const { error, json, paired } = await runSms({ ...runOf(fault), settings: CONTINUE });
	expect(error).toBeUndefined();
	expect(paired).toEqual([0, 1, 2]);
	expect(json).toEqual([
		expect.objectContaining({ to: '436600000000' }),
		{
			error: IN_WORDS_OF_THE_PANEL,
			details: { faults: [{ field, reason: expect.any(String) }], description: expect.any(String) },
		},
		expect.objectContaining({ to: '436600000002' }),
	]);
	expect(sandbox.requests.map(({ body }) => body.messages.length)).toEqual([2]);
});

test.each(FETCH_FAULTS)('$operation: $name: an error item, and the others are fetched', async (fault) => {
	const { field } = fault;
	const { error, json } = await runSms({ ...runOf(fault), settings: CONTINUE });
	expect(error).toBeUndefined();
	expect(json.filter((item) => item.error !== undefined)).toEqual([
		{
			error: IN_WORDS_OF_THE_PANEL,
			details: expect.objectContaining({ faults: [{ field, reason: expect.any(String) }] }),
		},
	]);
	// The two others ask the same
	expect(sandbox.requests.map(({ status }) => status)).toEqual([200]);
});

test.each<[string, INodeParameters]>([
	['from without to', { days: ['MONDAY'], from: '08:00' }],
	['to without from', { days: ['MONDAY'], to: '08:00' }],
	['added and left as it is', {}],
])('a delivery time window %s is refused before anything is sent', async (_, window) => {
	const { error } = await runSms({
		parameters: {
			operation: 'sendText',
			to: '436601234567',
			text: 'Hello',
			schedule: { deliveryTimeWindow: { window } },
		},
		credential: credentialFor(sandbox),
	});
	expect(error?.message).toContain("'Delivery Time Window (UTC) → ");
	expect(sandbox.requests).toEqual([]);
});

test('a network without its country is refused before any request', async () => {
	const { error } = await runSms({
		parameters: { operation: 'getLogs', filters: { mnc: '01' } },
		credential: credentialFor(sandbox),
	});
	expect(error?.message).toMatch(/'Mobile Network Code'.*'Mobile Country Code'/);
	expect(sandbox.requests).toEqual([]);
});

test('null and empty text from a table count as empty fields, and are not sent', async () => {
	const given = '={{ $json.given }}';
	const { error } = await runSms({
		parameters: {
			operation: 'sendText',
			to: '436601234567',
			text: 'Hello',
			from: given,
			messageOptions: {
				flash: given,
				languageCode: given,
				extraFields: { json: { message: given } },
				callbackData: given,
				notifyUrl: given,
				bulkId: given,
			},
			schedule: {
				sendAt: { at: { time: given } },
				validityPeriod: { period: { amount: given } },
				deliveryTimeWindow: { window: { days: ['MONDAY'], from: given, to: given } },
			},
		},
		items: [{ given: null }, { given: '' }],
		credential: credentialFor(sandbox),
	});
	expect(error).toBeUndefined();
	const message = {
		destinations: [expect.objectContaining({ to: '436601234567' })],
		text: 'Hello',
		deliveryTimeWindow: { days: ['MONDAY'] },
	};
	expect(sandbox.requests.flatMap(({ body }) => body.messages)).toEqual([message, message]);
});

describe('several invalid items', () => {
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

	test('Stop: one error lists them all with their fields, and nothing is sent', async () => {
		const { error } = await runSms({ ...run, credential: credentialFor(sandbox), settings: STOP });
		expect(error!.message).toBe('2 of 4 items need fixing');
		expect(error!.description!.split(/<[/]?(?:ul|li)>+/).filter((line) => line !== '')).toEqual([
			'Nothing was sent. Correct the fields, then run again.',
			expect.stringMatching(/^Item 1: 'To' is '&#60;b&#62;home&#96;', which is not a phone number.*; 'Text' is empty/),
			expect.stringMatching(/^Item 3: 'To' is empty/),
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

	test('thousands: the first 20 are in the description, all in the details', async () => {
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

	test('error output with an invalid first item: the others are still in the first output, in order', async () => {
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

test('an expression that throws makes only its own item invalid', async () => {
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
	expect(stopped.error!.message).toMatch(/^'Text' cannot be read: /);
	expect(sandbox.requests).toEqual([]);
	const continued = await runSms({ ...run, settings: CONTINUE });
	expect(continued.json).toEqual([
		expect.objectContaining({ to: '436600000000' }),
		{ error: expect.stringMatching(/^'Text' cannot be read: /), details: expect.anything() },
	]);
	expect(sandbox.messages.at(-1)).toMatchObject({ to: '436600000000', text: 'hello' });
});

test.each<[string, unknown]>([
	['messagesPerRequest', 0],
	['messagesPerRequest', '={{ $json.none }}'],
	['requestsAtOnce', 11],
	['patience', 'abc'],
	['lookUpTime', -1],
	['messageIds', '={{ "mine" }}'],
	['ifUnclear', '={{ "again" }}'],
	['speed', '={{ "light" }}'],
	['includeInputFields', '={{ "maybe" }}'],
])('option %s: %p makes all items invalid, and nothing is sent', async (field, value) => {
	const { json, paired } = await runSms({
		parameters: {
			operation: 'sendText',
			to: '={{ $json.to }}',
			text: 'Hello',
			options: { [field]: value } as INodeParameters,
		},
		items: [{ to: '436600000000' }, { to: '436600000001' }],
		credential: credentialFor(sandbox),
		settings: CONTINUE,
	});
	expect(paired).toEqual([0, 1]);
	for (const { details } of json as any[]) expect(details.faults).toEqual([{ field, reason: expect.any(String) }]);
	expect(sandbox.requests).toEqual([]);
});
