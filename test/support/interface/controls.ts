import { setAt } from './walk';

/** Services take no time that has passed, or is far away. */
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** A control of the node, and what the service gets when it is filled in. */
export interface ControlOfField {
	/** Path of the interface's field in the request body, or name of the query parameter. */
	field: string;
	/** Path of the node's parameter. */
	control: string;
	/** Filled in by the user. */
	value: unknown;
	/** What the service gets, if not `value`. */
	sent?: unknown;
	/** Other parameters that the field requires. */
	with?: Readonly<Record<string, unknown>>;
}

export interface OperationControls {
	operation: string;
	/** Table of the interface that the controls correspond to. */
	table: string;
	/** Parameters without which the node does not send; each field is tried with these and its own. */
	required: Readonly<Record<string, unknown>>;
	fields: ControlOfField[];
	/** Controls that correspond to no single field of the interface. */
	others: string[];
	/** Fields that the operation sets by itself. */
	fixed?: string[];
	/** Fields that would change nothing in this operation. */
	leftOut?: string[];
}

const TIMES_OF_DAY = {
	'schedule.deliveryTimeWindow.window.days': ['MONDAY'],
	'schedule.deliveryTimeWindow.window.from': '07:01',
	'schedule.deliveryTimeWindow.window.to': '21:59',
};

const REPORTS_URL = 'http://127.0.0.1:9/webhook/sms-notifications';

const MESSAGE_FIELDS: ControlOfField[] = [
	{ field: 'messages[].destinations[].to', control: 'to', value: '436601234567' },
	{ field: 'messages[].destinations[].messageId', control: 'messageOptions.messageId', value: 'order-4711' },
	{ field: 'messages[].from', control: 'from', value: 'MyCompany' },
	{ field: 'messages[].callbackData', control: 'messageOptions.callbackData', value: 'row-42' },
	{
		field: 'messages[].intermediateReport',
		control: 'messageOptions.intermediateReport',
		value: true,
		with: { 'messageOptions.notifyUrl': REPORTS_URL },
	},
	{ field: 'messages[].notifyUrl', control: 'messageOptions.notifyUrl', value: REPORTS_URL },
	{
		field: 'messages[].notifyContentType',
		control: 'messageOptions.notifyContentType',
		value: 'application/xml',
		with: { 'messageOptions.notifyUrl': REPORTS_URL },
	},
	{
		field: 'messages[].validityPeriod',
		control: 'schedule.validityPeriod.period.amount',
		value: 12,
		sent: 720,
	},
	{
		field: 'messages[].sendAt',
		control: 'schedule.sendAt.at.time',
		value: `${TOMORROW}T08:30:00+02:00`,
		sent: `${TOMORROW}T08:30:00.000+0200`,
	},
	{
		field: 'messages[].deliveryTimeWindow.days',
		control: 'schedule.deliveryTimeWindow.window.days',
		value: ['MONDAY', 'SUNDAY'],
	},
	...['from', 'to'].flatMap((end) =>
		['hour', 'minute'].map((part) => ({
			field: `messages[].deliveryTimeWindow.${end}.${part}`,
			control: `schedule.deliveryTimeWindow.window.${end}`,
			value: { from: '07:01', to: '21:59' }[end],
			sent: { from: { hour: 7, minute: 1 }, to: { hour: 21, minute: 59 } }[end]![part as 'hour' | 'minute'],
			with: TIMES_OF_DAY,
		})),
	),
	{ field: 'bulkId', control: 'messageOptions.bulkId', value: 'reminders' },
];

const NOTIFY_URL = 'messages[].notifyUrl';
const OF_NOTIFICATIONS = [NOTIFY_URL, 'messages[].notifyContentType', 'messages[].intermediateReport'];
const TEXT_FIELDS: ControlOfField[] = [
	...MESSAGE_FIELDS,
	{ field: 'messages[].text', control: 'text', value: 'Grüße' },
	{ field: 'messages[].flash', control: 'messageOptions.flash', value: true },
	{ field: 'messages[].language.languageCode', control: 'messageOptions.languageCode', value: 'ES' },
	{ field: 'messages[].transliteration', control: 'messageOptions.transliteration', value: 'GREEK' },
	{ field: 'tracking.track', control: 'messageOptions.tracking.tracking.track', value: 'URL' },
	{
		field: 'tracking.type',
		control: 'messageOptions.tracking.tracking.type',
		value: 'ONE_TIME_PIN',
		with: { 'messageOptions.tracking.tracking.track': 'SMS' },
	},
];

const SEND_OPTIONS = [
	...['includeInputFields', 'messageIds', 'pricePerSegment', 'lookUpTime', 'speed', 'ifUnclear'].map(
		(name) => `options.${name}`,
	),
	...['allowedDestinations', 'dryRun', 'maxMessages', 'sameNumber', 'skipNumbers'].map((name) => `safeguards.${name}`),
];
const TEXT_OTHERS = [
	'messageOptions.replaceCharacters',
	...['blankValues', 'longerTexts', 'maxSegments'].map((name) => `safeguards.${name}`),
];
const SEND_OTHERS = [
	'simplify',
	'defaultCountry',
	'dryRunNotice',
	...SEND_OPTIONS,
	'schedule.ownBulkIds',
	...['from', 'timeZone', 'to'].map((name) => `schedule.quietHours.hours.${name}`),
	'schedule.sendAt.at.timeZone',
	'schedule.validityPeriod.period.unit',
	'messageOptions.extraFields.json.message',
	'messageOptions.extraFields.json.request',
];
const QUERY_OTHERS = [
	'returnAll',
	'simplify',
	'options.patience',
	'queryParameters.parameter[].name',
	'queryParameters.parameter[].value',
];

const filter = (name: string, value: unknown, rest: Partial<ControlOfField> = {}): ControlOfField => ({
	field: name,
	control: `filters.${name}`,
	value,
	...rest,
});

const LIMIT: ControlOfField = { field: 'limit', control: 'limit', value: 7, sent: '7' };

export const OPERATION_CONTROLS: OperationControls[] = [
	{
		operation: 'sendText',
		table: 'TextRequest',
		required: { to: '436601234567', text: 'Hello' },
		fields: TEXT_FIELDS,
		others: [...SEND_OTHERS, ...TEXT_OTHERS],
	},
	{
		operation: 'sendTextAndWait',
		table: 'TextRequest',
		required: { to: '436601234567', text: 'Hello' },
		fields: TEXT_FIELDS.filter(({ field }) => !OF_NOTIFICATIONS.includes(field)),
		others: [...SEND_OTHERS, ...TEXT_OTHERS, 'waitNotice', 'timeLimit', 'timeLimitUnit', 'outputs'],
		fixed: [NOTIFY_URL],
		leftOut: OF_NOTIFICATIONS.slice(1),
	},
	{
		operation: 'sendBinary',
		table: 'BinaryRequest',
		required: { to: '436601234567', hex: '48 65' },
		fields: [
			...MESSAGE_FIELDS,
			{ field: 'messages[].binary.hex', control: 'hex', value: '06 05 04 0B' },
			{ field: 'messages[].binary.dataCoding', control: 'messageOptions.dataCoding', value: 8 },
			{
				field: 'messages[].binary.esmClass',
				control: 'messageOptions.esmClass',
				value: 64,
				with: { hex: '06 05 04 0B 84 23 F0 48' },
			},
		],
		others: [
			...SEND_OTHERS,
			'contentSource',
			'base64',
			'binaryPropertyName',
			'messageOptions.portHeader.ports.destinationPort',
			'messageOptions.portHeader.ports.sourcePort',
		],
	},
	{
		operation: 'getLogs',
		table: 'LogsQuery',
		required: {},
		fields: [
			filter('bulkId', 'reminders'),
			filter('messageId', 'order-4711'),
			filter('from', 'MyCompany'),
			filter('to', '436601234567'),
			filter('generalStatus', 'UNDELIVERABLE'),
			filter('sentSince', '2026-01-30T08:30:00Z', { sent: '2026-01-30T08:30:00.000+0000' }),
			filter('sentUntil', '2026-01-31T08:30:00-03:30', { sent: '2026-01-31T08:30:00.000-0330' }),
			LIMIT,
			filter('mcc', '232'),
			filter('mnc', '01', { with: { 'filters.mcc': '232' } }),
		],
		others: [...QUERY_OTHERS, 'logsNotice', 'output', 'filters.sent', 'filters.sentByExecution', 'options.costBasis'],
	},
	{
		operation: 'getReports',
		table: 'ReportsQuery',
		required: {},
		fields: [filter('messageId', 'order-4711'), filter('bulkId', 'reminders'), LIMIT],
		others: [...QUERY_OTHERS, 'reportsNotice', 'options.missingReports', 'options.unfoldCallbackData'],
	},
];

/** The values of the controls of these fields, of what they require, and of what the operation requires. */
export const valuesOf = ({ required }: OperationControls, fields: ControlOfField[]): Record<string, unknown> =>
	Object.assign({}, required, ...fields.map(({ control, value, with: others }) => ({ ...others, [control]: value })));

/** The node's parameters with these values of controls. */
export function parametersOf(
	{ operation }: OperationControls,
	values: Record<string, unknown>,
): Record<string, unknown> {
	const parameters = { operation };
	for (const [path, value] of Object.entries(values)) setAt(parameters, path, value);
	return parameters;
}
