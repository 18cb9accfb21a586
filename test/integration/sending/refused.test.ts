import { sandboxForEach, SMS } from '../smsNode';

/** Parameters that are a fault, which the error names in the words of the panel: nothing is sent or asked. More of them: faults.test.ts. */

const node = sandboxForEach({ sendVersions: ['1', '3'] });

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
	['bulkId', 'the same', ['x'.repeat(101), 'Spring, 2026', ' b1'].map((bulkId) => ({ messageOptions: { bulkId } }))],
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
	['from', 'a spreadsheet has spoilt it', [{ from: '4.36601E+11' }]],
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
	['sendAt.time', 'it is empty or long past', ['', '  ', null, '2020-01-31T08:00'].map(sendAt)],
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
