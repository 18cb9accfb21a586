import { OPERATION_CONTROLS, parametersOf, valuesOf } from '../../support/interface/controls';
import { setAt } from '../../support/interface/walk';
import { ERROR_OUTPUT, pairedWith, sandboxForEach, STOP, SMS } from '../smsNode';

/** A time that the service still takes. */
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

const node = sandboxForEach({ sendVersions: ['1', '3'] });

type Operation = 'sendText' | 'sendBinary' | 'getLogs' | 'getReports';
type FaultyValues = [operation: Operation, control: string, values: unknown[], good: unknown];

const REQUIRED: Record<Operation, object> = {
	sendText: { to: '={{ $json.to }}', text: 'Hello' },
	sendBinary: { to: '={{ $json.to }}', hex: '48 65' },
	getLogs: {},
	getReports: {},
};
const CONTROLS = OPERATION_CONTROLS.filter(({ operation }) => operation in REQUIRED);
/** Other parameters that one requires. */
const withThese = (control: string): Readonly<Record<string, unknown>> | undefined =>
	({
		'schedule.sendAt.at.timeZone': { 'schedule.sendAt.at.time': TOMORROW.slice(0, 19) },
		'schedule.validityPeriod.period.unit': { 'schedule.validityPeriod.period.amount': 1 },
		'queryParameters.parameter[].name': { 'queryParameters.parameter[].value': '1' },
		'queryParameters.parameter[].value': { 'queryParameters.parameter[].name': 'entityId' },
	})[control] ?? CONTROLS.flatMap(({ fields }) => fields).find((field) => field.control === control)?.with;

const EXTRA = 'messageOptions.extraFields.json';
const SPRING = '{"campaignId": "spring"}';
const TIME = TOMORROW;
const HOOK = 'http://127.0.0.1:9/hook';
const SEND_FAULTS: FaultyValues[] = [
	[
		'sendText',
		'text',
		['', ' \n ', null, { a: 1 }, ['a'], true, 'Dear [object Object]', 340434161094015902834, 'abcd\ud83d'],
		'Hello',
	],
	['sendBinary', 'hex', ['', '486'], '48 65'],
	['sendBinary', 'messageOptions.portHeader.ports.destinationPort', ['', null], 2948],
	['sendText', 'schedule.deliveryTimeWindow.window.days', [[], ['MONDAY', 'FUNDAY']], ['MONDAY']],
	['sendText', 'schedule.deliveryTimeWindow.window.days', [''], 'saturday, SUNDAY'],
	['sendText', 'schedule.deliveryTimeWindow.window.from', ['08:60', 8], '08:00:00'],
	['sendText', 'schedule.deliveryTimeWindow.window.to', ['24:00', '8 pm'], '23:59'],
	[
		'sendText',
		'schedule.sendAt.at.time',
		['tomorrow', '2026-02-30T08:30:00Z', '', '  ', null, '2020-01-31T08:00'],
		TIME,
	],
	['sendText', 'schedule.sendAt.at.timeZone', [undefined, 'Vienna', ''], 'CET'],
	['sendText', 'schedule.sendAt.at.timeZone', ['+01:00'], ' Etc/GMT-1 '],
	['sendText', 'schedule.validityPeriod.period.amount', ['two days'], '1.5'],
	['sendText', 'schedule.validityPeriod.period.unit', [undefined, 'days'], ''],
	['sendText', 'messageOptions.notifyUrl', ['example.com/hook', 'ftp://example.com'], HOOK],
	['sendText', 'messageOptions.intermediateReport', ['maybe'], true],
	['sendText', 'messageOptions.notifyContentType', [{}], 'application/xml'],
	['sendText', 'messageOptions.flash', ['yes'], true],
	['sendText', 'messageOptions.languageCode', [['TR']], 'TR'],
	['sendBinary', 'messageOptions.dataCoding', [256], 8],
	['sendBinary', 'messageOptions.esmClass', [-1], 0],
	['sendText', 'messageOptions.bulkId', [{ id: 1 }, 'x'.repeat(101), 'Spring, 2026', ' b1'], 'b'],
	// A spreadsheet has spoilt it
	['sendText', 'from', ['4.36601E+11'], 'Tests'],
	// Fields with a control among them
	[
		'sendText',
		`${EXTRA}.message`,
		[
			...[undefined, '{campaignId}', '[1]', '7', '{"from": "Other"}', '{"text": "Other", "campaignId": "c"}'],
			...['{"language": {"languageCode": "TR", "singleShift": true}}', '{"language": "TR"}'],
			'{"from": 1, "sendAt": null, "notifyUrl": "https://other.example"}',
			...['{"destinations": []}', '{"deliveryTimeWindow": {"days": ["MONDAY"]}}'],
		],
		SPRING,
	],
	['sendBinary', `${EXTRA}.message`, ['{"binary": {"hex": "00"}}'], SPRING],
	[
		'sendText',
		`${EXTRA}.request`,
		[undefined, '{"bulkId": "x"}', '{"messages": []}', '{"tracking": {"track": "URL", "baseUrl": "u"}}'],
		SPRING,
	],
	['sendBinary', `${EXTRA}.request`, ['{"bulkId": "x"}'], SPRING],
];

const FETCH_FAULTS: FaultyValues[] = [
	...(['getLogs', 'getReports'] as const).flatMap((operation): FaultyValues[] => [
		[operation, 'filters.messageId', [null, '', ' ', ' , ', [], [null], [''], [{ a: 1 }]], 'm'],
		[operation, 'limit', [null, 0, -1, 'all'], 5],
		[operation, 'filters.bulkId', [{ a: 1 }], 'b'],
	]),
	['getLogs', 'filters.to', ['436601234567 4915112345678', 'home'], '436601234567'],
	['getLogs', 'filters.sentSince', ['yesterday'], TIME],
	['getLogs', 'filters.sentUntil', ['2026-13-01'], TIME],
	['getLogs', 'filters.from', [{ a: 1 }], 'Tests'],
	// One with a filter of its own, and none
	['getLogs', 'queryParameters.parameter[].name', ['limit', ''], 'applicationId'],
	['getReports', 'queryParameters.parameter[].value', [undefined], '1'],
];

/** Labels begin with a capital letter, names of parameters do not. */
const IN_WORDS_OF_THE_PANEL: unknown = expect.stringMatching(/^'[A-Z]/);

/** As the details of an error name it: without the collection, and without the group. */
function fieldOf(control: string): string {
	const [name, , part] = control.replace(/^(messageOptions|schedule|filters)\./, '').split('.');
	return part === undefined || control.endsWith('[].name') ? name! : `${name}.${part}`;
}

test.each([...SEND_FAULTS, ...FETCH_FAULTS])(
	'%s, %s: each of %j is a fault of its item, and the others are sent or fetched',
	async (operation, control, values, good) => {
		const items = [good, ...values, good].map((given, index) => ({ to: `4366000000${index + 10}`, given }));
		const parameters: Record<string, unknown> = { operation, ...REQUIRED[operation] };
		for (const [path, value] of Object.entries({ ...withThese(control), [control]: '={{ $json.given }}' }))
			setAt(parameters, path, value);
		const { error, json, paired } = await node.send(items, parameters);
		expect(error).toBeUndefined();
		const faulty = {
			error: IN_WORDS_OF_THE_PANEL,
			details: expect.objectContaining({ faults: [{ field: fieldOf(control), reason: expect.any(String) }] }),
		};
		const isSending = operation.startsWith('send');
		expect(isSending ? json.slice(1, -1) : json).toEqual(values.map(() => faulty));
		expect(paired).toEqual(items.map((_, index) => index).slice(...(isSending ? [] : [1, -1])));
		expect(node.sandbox.requests.map(({ status }) => status)).toEqual([200]);
		if (isSending) expect(node.sentTo()).toEqual([items[0], items.at(-1)].map((item) => item!.to));
	},
);

test.each(CONTROLS)(
	'$operation: a mistyped expression is a fault of its item, in whichever field',
	async (controls) => {
		// A message ID would be the same one for all: another fault
		const { 'messageOptions.messageId': _, ...values } = valuesOf(controls, controls.fields);
		const names = Object.keys(values);
		const items = [values, ...names.map((name) => ({ ...values, [name]: undefined }))];
		const parameters = parametersOf(
			controls,
			Object.fromEntries(names.map((name) => [name, `={{ $json["${name}"] }}`])),
		);
		const { json } = await node.send(items, parameters);
		const faults = json.flatMap(({ details }: any) => (details === undefined ? [] : [details.faults]));
		const faultOf = (name: string) => ({ field: fieldOf(name), reason: expect.any(String) });
		const needMcc = (name: string) => (name === 'filters.mcc' ? ['filters.mnc'] : []);
		expect(faults).toEqual(names.map((name) => [name, ...needMcc(name)].map(faultOf)));
		expect(node.sandbox.requests).toHaveLength(1);
	},
);

test('null and empty text from a table count as empty fields, and are not sent', async () => {
	const given = '={{ $json.given }}';
	const messageOptions = {
		...{ flash: given, languageCode: given, callbackData: given, notifyUrl: given, bulkId: given },
		extraFields: { json: { message: given } },
	};
	const schedule = {
		validityPeriod: { period: { amount: given } },
		deliveryTimeWindow: { window: { days: ['MONDAY'], from: given, to: given } },
	};
	const parameters = { to: '436601234567', from: given, messageOptions, schedule };
	const { error } = await node.send([{ given: null }, { given: '' }], parameters, { settings: STOP });
	expect(error).toBeUndefined();
	const message = {
		destinations: [expect.objectContaining({ to: '436601234567' })],
		text: 'Hello',
		deliveryTimeWindow: { days: ['MONDAY'] },
	};
	expect(node.sandbox.requests.flatMap(({ body }) => body.messages)).toEqual([message, message]);
});

describe('several invalid items', () => {
	const items = [
		{ to: '436600000000', text: 'Hello' },
		{ to: '<b>home`', text: '' },
		{ to: '436600000002', text: 'Hello' },
		{ to: '', text: 'Hello' },
	];
	const text = '={{ $json.text }}';

	test('Stop: one error lists them all with their fields, and nothing is sent', async () => {
		const { error } = await node.send(items, { text }, { settings: STOP });
		expect(error!.message).toBe('2 of 4 items need fixing');
		expect(error!.description!.split(/<[/]?(?:ul|li)>+/).filter((line) => line !== '')).toEqual([
			expect.stringContaining('Nothing was sent'),
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
		expect(node.sandbox.requests).toEqual([]);
	});

	test('error output with an invalid first item: the others are still in the first output, in order', async () => {
		const all = [{ to: '', text: 'x' }, ...items];
		const { json, paired, failed } = await node.send(all, { text }, { settings: ERROR_OUTPUT });
		expect(json.map(({ to }) => to)).toEqual(['436600000000', '436600000002']);
		expect(paired).toEqual([1, 3]);
		expect(pairedWith(failed)).toEqual([0, 2, 4]);
		expect(failed.map((item) => item.json.text)).toEqual(['x', '', 'Hello']);
	});
});

test('an expression that throws makes only its own item invalid', async () => {
	const items = [{ to: '436600000000', text: 'hello' }, { to: '436600000001' }];
	const text = '={{ $json.text ?? $("Missing").first().json.text }}';
	const stopped = await node.send(items, { text }, { settings: STOP });
	expect(stopped.error!.message).toMatch(/^'Text' cannot be read: /);
	expect(node.sandbox.requests).toEqual([]);
	const continued = await node.send(items, { text });
	expect(continued.json).toEqual([
		expect.objectContaining({ to: '436600000000' }),
		{ error: expect.stringMatching(/^'Text' cannot be read: /), details: expect.anything() },
	]);
	expect(node.sandbox.messages).toMatchObject([{ to: '436600000000', text: 'hello' }]);
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
	// Each item has another one
	['pricePerSegment', '={{ $json.to }}'],
])('option %s: %p makes all items invalid, and nothing is sent', async (field, value) => {
	const items = [{ to: '436600000000' }, { to: '436600000001' }];
	const { json, paired } = await node.send(items, { options: { [field]: value } });
	expect(paired).toEqual([0, 1]);
	for (const { details } of json as any[]) expect(details.faults).toEqual([{ field, reason: expect.any(String) }]);
	expect(node.sandbox.requests).toEqual([]);
});

/** Parameters that are a fault, which the error names in the words of the panel: nothing is sent or asked. */

const TO = '436601234567';
const messageId = (value: string) => ({ messageOptions: { messageId: value } });
/** The ID beside the number, by an expression of JavaScript. */
const idInTo = (expression: string) => ({ to: `={{ [{ to: "${TO}", messageId: ${expression} }] }}` });
const sendAt = (time: unknown) => ({ schedule: { sendAt: { at: { time } } } });
const quiet = (from: string, to: string, timeZone = 'recipient') => ({ quietHours: { hours: { from, to, timeZone } } });
const window = (hours: object) => ({ deliveryTimeWindow: { window: { days: ['MONDAY'], ...hours } } });
const asking = (parameters: object) => ({ operation: 'sendAndWait', message: 'Yes?', ...parameters });
const tracking = (value: object) => ({ apiVersion: '3', messageOptions: { tracking: { tracking: value } } });

const onceEach = (parameters: any) => ({
	...parameters,
	messageOptions: { messageId: 'appointment-17', ...parameters.messageOptions },
	options: { messageIds: 'own' },
});
const SPEED_LIMIT = { extraFields: { json: { request: '{"sendingSpeedLimit": {"amount": 1}}' } } };

const REFUSED: Array<[field: string, why: string, all: object[]]> = [
	[
		'messageId',
		'the service would cut it, or the logs cannot be searched for it',
		['x'.repeat(201), 'a,b', ' a', 'a\u200b', 'a\nb', '={{ 12345678901234567891 }}'].map(messageId),
	],
	[
		'messageId',
		'it is another one later, or has no value',
		[
			...[
				'={{ $execution.id }}-{{ $itemIndex }}',
				'={{ $itemIndex + "-" + (+new Date) }}',
				'={{ "o\'clock " + $today.toISODate() }}',
				'={{ "x-" + DateTime.local({ zone: "UTC" }).toMillis() }}',
				'={{ "inv-" + $json.id }}',
				'=order-{{ $json.order?.id }}',
				'={{ [1].map(Math.random)[0] }}',
				'=appt-{{ $json.Date }}',
				'={{ $json.missing }}',
				'={{ {"id": 1} }}',
			].map(messageId),
			...[
				'$now.toMillis()',
				'($json.id ?? null) + "-ready"',
				'["a", $now.toMillis()].join("-")',
				'"inv-" + $json.id',
				'"job)" + /[)]/.source + $now.toMillis()',
			].map(idInTo),
			{ to: `=[{"to": "${TO}", "messageId": "a-{{ $now.toMillis() }}"}]` },
			{ to: `={{ (() => { const id = $now.toMillis(); return [{ to: "${TO}", messageId: id }] })() }}` },
		],
	],
	[
		'messageIds',
		'the logs cannot show what was scheduled',
		[
			{ messageOptions: SPEED_LIMIT },
			sendAt('2035-01-31T08:00'),
			{ schedule: quiet('21:00', '08:00', 'UTC') },
			{ schedule: window({ from: '08:00', to: '20:00' }) },
		].map(onceEach),
	],
	[
		'(sendAt|quietHours|deliveryTimeWindow|validityPeriod)',
		'n8n makes this of an expression without a value',
		['sendAt', 'quietHours', 'deliveryTimeWindow', 'validityPeriod'].map((name) => ({ schedule: { [name]: {} } })),
	],
	[
		'sendAt.timeZone',
		'it is a city',
		[{ schedule: { sendAt: { at: { time: '2035-01-31T08:00:00Z', timeZone: 'New York' } } } }],
	],
	[
		'quietHours',
		'no zone, hour left, or time',
		[
			{ schedule: quiet('21:00', '08:00', 'Middle Earth') },
			{ schedule: quiet('08:00', '08:00', 'UTC') },
			{ schedule: quiet('', '08:00', 'UTC') },
		],
	],
	['to', 'nobody knows its clock', [{ to: '+88012', schedule: quiet('21:00', '08:00') }]],
	[
		'quietHours',
		'it is never day everywhere in the country',
		[{ to: '79161234567', schedule: quiet('16:00', '10:00') }],
	],
	[
		'deliveryTimeWindow',
		'the service keeps it by UTC, which quiet hours do not',
		[{ schedule: { ...quiet('21:00', '08:00'), ...window({ from: '20:00', to: '21:00' }) } }],
	],
	[
		'deliveryTimeWindow',
		'only half of it, or none',
		[window({ from: '08:00' }), window({ to: '08:00' }), window({ days: undefined })].map((schedule) => ({ schedule })),
	],
	['max(Messages|Segments)', 'it is empty', [{ safeguards: { maxMessages: '' } }, { safeguards: { maxSegments: '' } }]],
	['mnc', 'without its country', [{ operation: 'getLogs', filters: { mnc: '01' } }]],
	[
		'text',
		'nothing to read in it',
		['=Hello {{ $json.name', '\u200b\u2060', '\u0301', '={{ "\u2800" }}'].map((text) => ({ text })),
	],
	[
		'tracking',
		'version 3 has no place for it',
		[tracking({ track: 'URL', type: 'shop' }), tracking({ track: 'OTHER' })],
	],
	[
		'(message|language|responseType|words)',
		'so it cannot be asked',
		[
			{ message: ' ' },
			{ page: { language: 'Deutsch!' } },
			{ responseType: 'poll' },
			{ page: { words: { word: [{ place: 'attic', text: 'Hello' }] } } },
		].map(asking),
	],
];

test.each(REFUSED.flatMap(([field, why, all]) => all.map((parameters: any) => ({ field, why, parameters }))))(
	'$field: $why: $parameters',
	async ({ field, parameters: { apiVersion = '1', ...parameters } }) => {
		const { output } = await node.send([{ to: TO }], parameters, { credential: { apiVersion } });
		const [item, ...others] = [0, 1].flatMap((nth) => output(SMS, nth).map(({ json }) => json as any));
		expect(others).toEqual([]);
		expect(item.error).toMatch(/^'[A-Z]/);
		expect(item.details.faults[0].field).toMatch(new RegExp(`^${field}`));
		expect(node.sandbox.requests).toEqual([]);
	},
);

describe('the operation that n8n adds for its HTTP Request node', () => {
	const CUSTOM = '__CUSTOM_API_CALL__';

	test.each([
		{ resource: 'message', operation: CUSTOM },
		{ resource: CUSTOM, operation: '' },
	])('%j: the error recommends that node', async (parameters) => {
		const { error } = await node.run(parameters);
		expect(error).toMatchObject({
			message: 'This node does not support custom API calls',
			description: expect.stringMatching(/HTTP Request node.*Predefined Credential Type.*SMS Messaging API/),
		});
		expect(node.sandbox.requests).toEqual([]);
	});
});

test('an unknown operation is named', async () => {
	expect((await node.run({ operation: 'sendFax' })).error?.message).toContain("'sendFax'");
	expect(node.sandbox.requests).toEqual([]);
});
