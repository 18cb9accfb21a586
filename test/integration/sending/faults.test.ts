import { OPERATION_CONTROLS } from '../../support/interface/controls';
import { setAt } from '../../support/interface/walk';
import { ERROR_OUTPUT, pairedWith, sandboxForEach, STOP } from '../smsNode';

/** A time that the service still takes. */
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

const node = sandboxForEach();

type Operation = 'sendText' | 'sendBinary' | 'getLogs' | 'getReports';
interface FaultCase {
	operation: Operation;
	/** Path of the parameter that is faulty for the middle item. */
	control: string;
	value: unknown;
	good: unknown;
	/** Other parameters that it requires. */
	with?: Readonly<Record<string, unknown>>;
}

const REQUIRED: Record<Operation, object> = {
	sendText: { to: '={{ $json.to }}', text: 'Hello' },
	sendBinary: { to: '={{ $json.to }}', hex: '48 65' },
	getLogs: {},
	getReports: {},
};
const CONTROLS = OPERATION_CONTROLS.filter(({ operation }) => operation in REQUIRED).flatMap(({ operation, fields }) =>
	fields
		// The others have the same one: another fault
		.filter(({ control }) => control !== 'messageOptions.messageId')
		.map(({ value, ...field }) => ({ ...field, good: value, operation: operation as Operation })),
);
const withThese = (control: string): FaultCase['with'] =>
	({
		'schedule.sendAt.at.timeZone': { 'schedule.sendAt.at.time': TOMORROW.slice(0, 19) },
		'schedule.validityPeriod.period.unit': { 'schedule.validityPeriod.period.amount': 1 },
		'queryParameters.parameter[].name': { 'queryParameters.parameter[].value': '1' },
		'queryParameters.parameter[].value': { 'queryParameters.parameter[].name': 'entityId' },
	})[control] ?? CONTROLS.find((one) => one.control === control)?.with;
const casesOf = (
	table: Array<[operation: Operation, control: string, values: unknown[], good: unknown]>,
): FaultCase[] =>
	table.flatMap(([operation, control, values, good]) =>
		values.map((value) => ({ operation, control, value, good, with: withThese(control) })),
	);

const EXTRA = 'messageOptions.extraFields.json';
const TIME = TOMORROW;
const HOOK = 'http://127.0.0.1:9/hook';
const SEND_FAULTS = casesOf([
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
	['sendText', 'schedule.sendAt.at.time', ['tomorrow', '2026-02-30T08:30:00Z'], TIME],
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
	['sendText', 'messageOptions.bulkId', [{ id: 1 }], 'b'],
	['sendText', `${EXTRA}.message`, [undefined, '{campaignId}', '[1]', '7'], '{"campaignId": "spring"}'],
	['sendText', `${EXTRA}.request`, [undefined], '{"campaignId": "spring"}'],
]);

const FETCH_FAULTS = casesOf([
	...(['getLogs', 'getReports'] as const).flatMap((operation): Parameters<typeof casesOf>[0] => [
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
]);

/** Labels begin with a capital letter, names of parameters do not. */
const IN_WORDS_OF_THE_PANEL: unknown = expect.stringMatching(/^'[A-Z]/);

/** As the details of an error name it: without the collection, and without the group. */
function fieldOf(control: string): string {
	const [name, , part] = control.replace(/^(messageOptions|schedule|filters)\./, '').split('.');
	return part === undefined || control.endsWith('[].name') ? name! : `${name}.${part}`;
}

/** Three items, of which the middle one is faulty. */
async function expectFault({ operation, control, value, good, with: others }: FaultCase): Promise<void> {
	const items = [good, value, good].map((given, index) => ({ to: `43660000000${index}`, given }));
	const parameters: Record<string, unknown> = { operation, ...REQUIRED[operation] };
	for (const [path, other] of Object.entries({ ...others, [control]: '={{ $json.given }}' }))
		setAt(parameters, path, other);
	const { error, json, paired } = await node.send(items, parameters);
	expect(error).toBeUndefined();
	const faulty = {
		error: IN_WORDS_OF_THE_PANEL,
		details: expect.objectContaining({ faults: [{ field: fieldOf(control), reason: expect.any(String) }] }),
	};
	expect(json.filter((item) => item.error !== undefined)).toEqual([faulty]);
	if (!operation.startsWith('send')) {
		// The two others ask the same
		expect(node.sandbox.requests.map(({ status }) => status)).toEqual([200]);
		return;
	}
	expect(paired).toEqual([0, 1, 2]);
	expect(json[1]).toEqual(faulty);
	expect(node.sandbox.requests.flatMap(({ body }) => body.messages)).toHaveLength(2);
}

test.each([...SEND_FAULTS, ...FETCH_FAULTS])(
	'$operation, $control $value: an error item, and the others are sent or fetched',
	expectFault,
);

test.each(CONTROLS)(
	'$operation, $field: a mistyped expression is a fault of its item',
	async (control) => await expectFault({ ...control, value: undefined }),
);

test.each([
	['sendText', 'message', '{"from": "Other"}'],
	['sendText', 'message', '{"text": "Other", "campaignId": "c"}'],
	['sendText', 'message', '{"language": {"languageCode": "TR", "singleShift": true}}'],
	['sendText', 'message', '{"language": "TR"}'],
	['sendText', 'message', '{"from": 1, "sendAt": null, "notifyUrl": "https://other.example"}'],
	['sendText', 'message', '{"destinations": []}'],
	['sendText', 'message', '{"deliveryTimeWindow": {"days": ["MONDAY"]}}'],
	['sendBinary', 'message', '{"binary": {"hex": "00"}}'],
	['sendText', 'request', '{"bulkId": "x"}'],
	['sendText', 'request', '{"messages": []}'],
	['sendText', 'request', '{"tracking": {"track": "URL", "baseUrl": "u"}}'],
	['sendBinary', 'request', '{"bulkId": "x"}'],
] as const)('%s: additional fields of the %s cannot be %s, which has a control', async (operation, part, value) => {
	await expectFault({ operation, control: `${EXTRA}.${part}`, value, good: '{"campaignId": "spring"}' });
});

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
