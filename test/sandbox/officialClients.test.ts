import { AuthType, Infobip } from '@infobip-api/sdk';
import type { Sandbox } from '../../sandbox';
import { MESSAGES_REQUEST } from '../../sandbox/version3Schemas';
import { get, MESSAGES, post } from './client';
import { documentOf, shapeChecker } from './documented';
import { listen, start } from './running';

/* What official clients send is accepted, and what they get has the documented shape. */

let sandbox: Sandbox;
let wrongIn: ReturnType<typeof shapeChecker>;
beforeEach(async () => {
	sandbox = await start({ sendVersions: ['1', '2', '3'] });
	wrongIn = shapeChecker(await documentOf(sandbox));
});

const TO = ['436601234567', '436601234568', '436601234569'] as const;
const EVERY_DAY = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

/** Requests in the shapes of the clients of version 3 (documents: request examples), with our own values. */
const REQUESTS: Record<string, { messages: any[]; options?: object }> = {
	'a text': { messages: [{ sender: 'Clinic', destinations: [{ to: TO[0] }], content: { text: 'See you at ten' } }] },
	'all that a text can have': {
		messages: [
			{
				sender: 'Clinic',
				destinations: [{ to: TO[0], messageId: 'visit-17' }, { to: TO[1] }],
				content: { text: 'Güle güle, şimdilik', transliteration: 'TURKISH', language: { languageCode: 'TR' } },
				options: { validityPeriod: { amount: 720, timeUnit: 'HOURS' }, campaignReferenceId: 'reminders' },
				webhooks: {
					delivery: { url: 'http://127.0.0.1:9/reports', intermediateReport: true },
					contentType: 'application/json',
					callbackData: 'visit 17',
				},
			},
			{
				sender: '436600000001',
				destinations: [{ to: TO[2] }],
				content: { text: 'A longer text. '.repeat(20) },
				options: {
					deliveryTimeWindow: { days: EVERY_DAY, from: { hour: 7, minute: 0 }, to: { hour: 18, minute: 45 } },
				},
			},
		],
		options: {
			schedule: {
				bulkId: 'morning',
				sendAt: '2021-05-03T08:00:00.000+0000',
				sendingSpeedLimit: { amount: 10, timeUnit: 'HOUR' },
			},
			tracking: {
				shortenUrl: true,
				trackClicks: true,
				trackingUrl: 'https://clinic.example/clicks',
				removeProtocol: true,
				customDomain: 'clinic.example',
			},
			includeSmsCountInResponse: true,
			conversionTracking: { useConversionTracking: true, conversionTrackingName: 'VISITS' },
		},
	},
	'a flash text': {
		messages: [{ sender: 'Clinic', destinations: [{ to: TO[0] }], content: { text: 'Now' }, options: { flash: true } }],
	},
	'a language': {
		messages: [{ destinations: [{ to: TO[0] }], content: { text: 'Mañana', language: { languageCode: 'ES' } } }],
	},
	'no language and no transliteration': {
		messages: [
			{
				destinations: [{ to: TO[0], networkId: 3 }],
				content: {
					text: 'Καλημέρα',
					transliteration: 'NONE',
					language: { languageCode: 'NONE', singleShift: false, lockingShift: false },
				},
			},
		],
	},
	'a platform': {
		messages: [
			{
				destinations: [{ to: TO[0] }],
				content: { text: 'Hello' },
				options: { platform: { entityId: 'clinic', applicationId: 'calendar' } },
			},
		],
	},
	'regional rules': {
		messages: [
			{
				sender: 'Clinic',
				destinations: [{ to: TO[0] }],
				content: { text: 'Hello' },
				options: {
					regional: {
						indiaDlt: { contentTemplateId: '2', principalEntityId: '3', telemarketerId: '4' },
						turkeyIys: { brandCode: 5, recipientType: 'TACIR' },
						southKorea: { title: 'Title', resellerCode: 6 },
					},
				},
			},
		],
	},
	'binary messages': {
		messages: [
			{
				sender: 'Clinic',
				destinations: [{ to: TO[0], messageId: 'ring-1' }, { to: TO[1] }],
				content: { dataCoding: 0, esmClass: 0, hex: '4F 6B 20 6e 6f 77' },
				options: { validityPeriod: { amount: 90 } },
				webhooks: { delivery: { notify: false } },
			},
			{
				destinations: [{ to: TO[2] }],
				content: { dataCoding: 8, esmClass: 0, hex: '004f 006b 0020 03ba 03b1 03b9' },
				options: { flash: true },
			},
		],
	},
	'a text and a binary message': {
		messages: [
			{ destinations: [{ to: TO[0] }], content: { text: 'Hello' } },
			{ destinations: [{ to: TO[1] }], content: { hex: '48' } },
		],
	},
};

/** With null for every field that is absent, as clients in Java and C# may send it. */
function withNulls(value: any, { items, properties }: any): any {
	if (items) return value.map((item: any) => withNulls(item, items));
	if (!properties) return value;
	return Object.fromEntries(
		Object.entries(properties).map(([key, schema]) => [key, key in value ? withNulls(value[key], schema) : null]),
	);
}

test.each(Object.entries(REQUESTS))('version 3: %s', async (_, request) => {
	// An ID cannot be used again
	const again = JSON.parse(JSON.stringify(request).replaceAll(/visit-17|ring-1/g, '$&b'));
	for (const body of [request, withNulls(again, MESSAGES_REQUEST)]) {
		const answer = await post(sandbox, MESSAGES, body);
		expect([answer.status, wrongIn('POST /sms/3/messages', 200, answer.body)]).toEqual([200, null]);
		const destinations = body.messages.flatMap((message: any) => message.destinations);
		expect(answer.body.messages).toEqual(
			destinations.map(({ to, messageId }: any) =>
				expect.objectContaining({
					destination: to,
					messageId: messageId ?? expect.any(String),
					status: expect.objectContaining({ groupName: 'PENDING' }),
				}),
			),
		);
	}
	await sandbox.advance(24 * 3_600_000);
	for (const path of ['/sms/3/logs', '/sms/3/reports']) {
		const { status, body } = await get(sandbox, path);
		expect([status, wrongIn(`GET ${path}`, 200, body)]).toEqual([200, null]);
	}
	expect((await get(sandbox, '/sms/3/logs')).body.results).toHaveLength(sandbox.messages.length);
});

test.each([
	'sentSince=2026-03-02T12:00:00.000%2B01:00&sentUntil=2026-03-02T13:00:00.000%2B0100',
	`bulkId=none,${TO[0]}&limit=10`,
	`bulkId=none&bulkId=${TO[0]}`,
	`destination=${TO[0]}&sender=Clinic&generalStatus=DELIVERED&mcc=232&mnc=01`,
	'entityId=clinic&applicationId=calendar&campaignReferenceId=reminders,others',
	'useCursor=true',
	'useCursor=false&limit=1',
])('logs of version 3: %s', async (query) => {
	await post(sandbox, MESSAGES, REQUESTS['a platform']);
	const { status, body } = await get(sandbox, `/sms/3/logs?${query}`);
	expect([status, wrongIn('GET /sms/3/logs', 200, body)]).toEqual([200, null]);
});

test('@infobip-api/sdk, beside version 3', async () => {
	const receiver = await listen();
	const [, apiKey = ''] = sandbox.authorization.split(' ');
	const { sms } = new Infobip({ baseUrl: sandbox.url, authType: AuthType.ApiKey, apiKey }).channels;
	const ok = async (operation: string, answer: Promise<any>): Promise<any> => {
		const { status, data, message } = await answer;
		expect([message, status, wrongIn(operation, 200, data)]).toEqual([undefined, 200, null]);
		return data;
	};
	const text = { from: 'Clinic', text: 'Hello', destinations: [{ to: TO[0], messageId: 'one' }] };
	await ok('POST /sms/2/text/advanced', sms.send({ type: 'text', bulkId: 'bulk', messages: [text] }));
	const binary = {
		destinations: [{ to: TO[1] }, { to: TO[2] }],
		binary: { hex: '48 69', dataCoding: 0, esmClass: 0 },
		deliveryTimeWindow: { days: EVERY_DAY, from: { hour: 6, minute: 0 }, to: { hour: 15, minute: 30 } },
		notifyUrl: receiver.url,
	};
	await ok('POST /sms/2/binary/advanced', sms.send({ type: 'binary', messages: [binary] }));
	await post(sandbox, MESSAGES, REQUESTS['a text']);
	await sandbox.advance(1000);
	const filter = { bulkId: ['bulk'], messageId: ['one'], limit: 5 };
	for (const [path, call] of [
		['/sms/1/logs', sms.logs],
		['/sms/1/reports', sms.reports],
	]) {
		const { results } = await ok(`GET ${path}`, call.get(filter));
		expect(results.map(({ messageId }: any) => messageId)).toEqual(['one']);
	}
	sandbox.receive({ from: TO[0], text: 'Thanks' });
	expect((await ok('GET /sms/1/inbox/reports', sms.get(10))).results).toHaveLength(1);
	expect(receiver.received.map(({ body }) => JSON.parse(body).results.length)).toEqual([2]);
	// What it fetched has been handed out, in every version
	expect((await get(sandbox, '/sms/3/reports')).body.results).toHaveLength(1);
	const refused = await sms.send({ type: 'text', messages: [{ ...text, sendAt: 'tomorrow' }] });
	expect([refused.response.status, wrongIn('POST /sms/2/text/advanced', 400, refused.response.data)]).toEqual([
		400,
		null,
	]);
});
