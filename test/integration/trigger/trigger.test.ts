import { host } from '../../../nodes/SmsMessaging/service/host';
import { notificationBody } from '../../../sandbox/notificationBody';
import { DELIVERED, DELIVERED_XML, EXPIRED } from '../../unit/notifications/bodies';
import { startTrigger, type TriggerServer } from './triggerServer';

let trigger: TriggerServer;
const start = async (...args: Parameters<typeof startTrigger>) => {
	trigger = await startTrigger(...args);
};
afterEach(async () => {
	const { thrown } = trigger;
	await trigger.close();
	expect(thrown).toEqual([]);
});

const post = async (
	body: string | Uint8Array<ArrayBuffer>,
	{ query = '', contentType = 'application/json', headers = {} as Record<string, string> } = {},
) => {
	const response = await fetch(trigger.url + query, {
		method: 'POST',
		headers: { 'Content-Type': contentType, ...headers },
		body,
	});
	return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
};
/** There the same report may come time and again. */
const AT_TEST_URL = { mode: 'manual' } as const;
const notification = (...results: object[]) => JSON.stringify({ results });

test('with nothing set, a pushed notification starts the workflow with one item per report', async () => {
	await start();
	expect(await post(notification(DELIVERED, EXPIRED))).toEqual({
		status: 200,
		answer: { received: 2, started: 2, filtered: 0, repeated: 0, unreadable: 0 },
	});
	expect(trigger.executions).toEqual([
		[
			expect.objectContaining({
				messageId: DELIVERED.messageId,
				status: 'DELIVERED_TO_HANDSET',
				doneAt: '2026-03-04T08:58:20.385Z',
				callbackData: DELIVERED.callbackData,
			}),
			expect.objectContaining({
				messageId: EXPIRED.messageId,
				status: 'EXPIRED_EXPIRED',
				errorName: 'EC_UNKNOWN_SUBSCRIBER',
				errorPermanent: true,
			}),
		],
	]);
});

test('JSON and XML give the same items, whatever Content-Type says', async () => {
	await start({ simplify: false }, AT_TEST_URL);
	const xml = `<?xml version="1.0" encoding="UTF-8"?><SMSReportResponse><results>${DELIVERED_XML}</results></SMSReportResponse>`;
	for (const contentType of [
		'application/xml',
		'text/xml; charset=utf-8',
		'application/json',
		'text/plain',
		'application/octet-stream',
	]) {
		expect((await post(xml, { contentType })).status).toBe(200);
		expect((await post(notification(DELIVERED), { contentType })).status).toBe(200);
	}
	expect(trigger.executions).toHaveLength(10);
	for (const items of trigger.executions) expect(items).toEqual(trigger.executions[0]);
	expect(trigger.executions[0]).toEqual([
		expect.objectContaining({ smsCount: 2, pricePerMessage: 0.01, report: DELIVERED }),
	]);
});

test('all that the sandbox pushes gives the same items: JSON and both forms of XML', async () => {
	await start({ simplify: false }, AT_TEST_URL);
	const reports = [DELIVERED, { ...EXPIRED, callbackData: '<&>"\'\u00e9 😀' }] as Parameters<
		typeof notificationBody
	>[0];
	await post(notificationBody(reports, 'application/json', 'SMSReportResponse'));
	for (const form of ['SMSReportResponse', 'reportResponse'] as const) {
		await post(notificationBody(reports, 'application/xml', form), { contentType: 'application/xml' });
	}
	expect(trigger.executions).toHaveLength(3);
	for (const items of trigger.executions) expect(items.map(({ report }) => report)).toEqual(reports);
});

test('one item per notification', async () => {
	await start({ options: { output: 'notification' } });
	await post(notification(DELIVERED, EXPIRED));
	expect(trigger.executions).toEqual([
		[{ reports: [expect.objectContaining({ to: DELIVERED.to }), expect.objectContaining({ to: EXPIRED.to })] }],
	]);
});

test.each([
	['a list', ['EXPIRED', 'REJECTED']],
	['text from an expression', '={{ "expired, rejected" }}'],
])('status groups given as %s: others are answered 200 and start nothing', async (_, statusGroups) => {
	await start({ startOn: 'groups', statusGroups });
	expect(await post(notification(DELIVERED))).toEqual({
		status: 200,
		answer: { received: 1, started: 0, filtered: 1, repeated: 0, unreadable: 0 },
	});
	expect(trigger.executions).toEqual([]);
	await post(notification(DELIVERED, EXPIRED));
	expect(trigger.executions).toEqual([[expect.objectContaining({ messageId: EXPIRED.messageId })]]);
});

test.each([
	['nothing', ''],
	['text', 'hello'],
	['an object that is no report', '{"hello":"world"}'],
	['malformed JSON', '{"results":[{'],
	['malformed XML', '<SMSReportResponse>'],
	['XML with a DOCTYPE', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'],
	['JSON nested a million deep', '['.repeat(1_000_000)],
	['XML nested a million deep', '<a>'.repeat(1_000_000)],
	['a form', 'messageId=1&status=DELIVERED'],
	['JSON that is a text', '"hello"'],
	['JSON that is null', 'null'],
	['random bytes', '\u0000\u0001\u00ff\u0002'],
])('%s is answered 400 with a reason and starts nothing', async (_, body) => {
	await start();
	const { status, answer } = await post(body, { contentType: 'application/octet-stream' });
	expect(status).toBe(400);
	expect(answer).toEqual({ message: expect.stringMatching(/\w/) });
	expect(trigger.executions).toEqual([]);
});

describe('with a token', () => {
	const token = 'abc123XYZ';

	test('only requests that carry it start the workflow, and it shows up nowhere', async () => {
		await start({ authentication: 'token', token, simplify: false });
		const answers = [];
		for (const query of [
			'',
			'?token=',
			'?token=wrong',
			`?token=${token}&token=${token}`,
			`?Token=${token}`,
			`?token=${token}`,
		]) {
			answers.push(await post(notification(DELIVERED), { query }));
		}
		expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 200]);
		expect(answers[0]!.answer).toEqual({ message: expect.stringContaining('token') });
		expect(trigger.executions).toHaveLength(1);
		expect(JSON.stringify([answers, trigger.executions, trigger.logged])).not.toContain(token);
	});

	test('a token of special characters works percent-encoded', async () => {
		const special = 'a+b/c=d e&ü';
		await start({ authentication: 'token', token: special });
		expect((await post(notification(DELIVERED), { query: `?token=${encodeURIComponent(special)}` })).status).toBe(200);
	});

	test('a token that an expression gives as a number is let in', async () => {
		await start({ authentication: 'token', token: '={{ 4711 }}' });
		expect((await post(notification(DELIVERED), { query: '?token=4711' })).status).toBe(200);
	});

	test.each([
		['blank', { authentication: 'token', token: '  ' }],
		['not there', { authentication: 'token' }],
		['an expression that gives nothing', { authentication: 'token', token: '={{ undefined }}' }],
	])('a token that is %s refuses everything and says why', async (_, parameters) => {
		await start(parameters);
		for (const query of ['', '?token=', '?token=%20%20', '?token=undefined']) {
			expect(await post(notification(DELIVERED), { query })).toEqual({
				status: 401,
				answer: { message: expect.stringContaining('none is set') },
			});
		}
		expect(trigger.executions).toEqual([]);
	});
});

describe('with user and password', () => {
	const basic = (pair: string) => ({ headers: { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` } });

	test('only requests that carry them start the workflow, and the password shows up nowhere', async () => {
		await start({ authentication: 'basic', user: 'sms', password: 'pa:ss wörd', simplify: false });
		const answers = [];
		for (const given of [
			{},
			basic('sms:wrong'),
			basic(':'),
			{ query: '?token=pa:ss%20wörd' },
			basic('sms:pa:ss wörd'),
		]) {
			answers.push(await post(notification(DELIVERED), given));
		}
		expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 200]);
		expect(trigger.executions).toHaveLength(1);
		expect(JSON.stringify([answers, trigger.executions, trigger.logged])).not.toContain('wörd');
	});
});

describe('with a header', () => {
	test('only requests that carry it start the workflow, and its value shows up nowhere', async () => {
		await start({ authentication: 'header', headerName: 'X-Secret', headerValue: 'abc123XYZ', simplify: false });
		const answers = [];
		for (const headers of [
			{},
			{ 'X-Secret': 'wrong' },
			{ 'X-Secret': '' },
			{ 'X-Other': 'abc123XYZ' },
			{ 'x-secret': 'abc123XYZ' },
		]) {
			answers.push(await post(notification(DELIVERED), { headers: headers as Record<string, string> }));
		}
		expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 200]);
		expect(trigger.executions).toHaveLength(1);
		expect(JSON.stringify([answers, trigger.executions, trigger.logged])).not.toContain('abc123XYZ');
	});
});

describe('with the token of the credential', () => {
	const parameters = { authentication: 'credential', simplify: false };

	test('only requests that carry it start the workflow, and it shows up nowhere', async () => {
		await start(parameters, { credential: { notificationToken: ' abc123XYZ ' } });
		const answers = [];
		for (const query of ['', '?token=wrong', '?token=abc123XYZ'])
			answers.push(await post(notification(DELIVERED), { query }));
		expect(answers.map(({ status }) => status)).toEqual([401, 401, 200]);
		expect(JSON.stringify([answers, trigger.executions, trigger.logged])).not.toContain('abc123XYZ');
	});

	test('a credential without token refuses everything', async () => {
		await start(parameters, { credential: { notificationToken: '' } });
		for (const query of ['', '?token=']) {
			expect(await post(notification(DELIVERED), { query })).toEqual({
				status: 401,
				answer: { message: expect.stringContaining('none is set') },
			});
		}
	});

	test('without a credential nothing is let in, and n8n’s log says why', async () => {
		await start(parameters);
		expect((await post(notification(DELIVERED))).status).toBe(500);
		expect(trigger.executions).toEqual([]);
		expect(trigger.logged).toEqual([expect.stringContaining('credentials')]);
	});
});

describe('allowed addresses', () => {
	test.each([
		['127.0.0.1', 200],
		['192.0.2.1, 127.0.0.0/8', 200],
		['={{ ["::ffff:127.0.0.1"] }}', 200],
		['', 200],
		['192.0.2.1, 2001:db8::/32', 401],
		['={{ undefined }}', 401],
	])('%s: %i', async (allowedAddresses, expected) => {
		await start({ options: { allowedAddresses } });
		expect((await post(notification(DELIVERED))).status).toBe(expected);
		expect(trigger.executions).toHaveLength(expected === 200 ? 1 : 0);
	});

	test('a list with an entry that is no address lets no one in; the log says so, and nothing shows the list', async () => {
		await start({ options: { allowedAddresses: '127.0.0.1, gateway.example' } });
		const { status, answer } = await post(notification(DELIVERED));
		expect([status, answer.message]).toEqual([401, expect.stringContaining("'Allowed Addresses'")]);
		expect(trigger.logged).toEqual([expect.stringContaining("'Allowed Addresses'")]);
		expect(JSON.stringify([answer, trigger.logged])).not.toMatch(/127|gateway/);
		expect(trigger.executions).toEqual([]);
	});
});

describe('warnings in n8n’s log', () => {
	const line = (pushes: string) => `'SMS Messaging Trigger' refused ${pushes}: The token in the URL is wrong`;
	const refuse = async (times: number) => {
		for (let time = 0; time < times; time++)
			expect((await post(notification(DELIVERED), { query: '?token=guess-4711' })).status).toBe(401);
	};

	test('one warning a minute says how many, and repeats nothing that came in', async () => {
		const elapsed = jest.spyOn(host, 'elapsed').mockReturnValue(1_000_000);
		try {
			await start({ authentication: 'token', token: 'secret-0815' });
			await refuse(3);
			expect(trigger.logged).toEqual([line('a notification')]);
			elapsed.mockReturnValue(1_059_999);
			await refuse(1);
			expect(trigger.logged).toHaveLength(1);
			elapsed.mockReturnValue(1_060_000);
			await refuse(2);
			expect(trigger.logged).toEqual([line('a notification'), line('4 notifications since the last such line')]);
		} finally {
			elapsed.mockRestore();
		}
	});

	test('a push that cannot be processed fills no log either', async () => {
		await start({ authentication: `={{ $("${'x'.repeat(2000)}").first() }}` });
		for (let push = 0; push < 3; push++) expect((await post(notification(DELIVERED))).status).toBe(500);
		expect(trigger.logged).toHaveLength(1);
		expect(trigger.logged[0]!.length).toBeLessThan(500);
	});

	test('each trigger has its own', async () => {
		for (let started = 1; started <= 2; started++) {
			await start({ authentication: 'token', token: 'secret-0815' });
			await refuse(2);
			expect(trigger.logged).toEqual([line('a notification')]);
			if (started === 1) await trigger.close();
		}
	});

	test('entries that are not reports, beside others that are', async () => {
		await start();
		const { answer } = await post(notification(DELIVERED, { messageId: '2', status: 'DELIVERED' } as never));
		expect(answer).toMatchObject({ started: 1, unreadable: 1 });
		expect(trigger.logged).toEqual([
			expect.stringContaining('did not understand all of a notification: entries without'),
		]);
	});

	test('an accepted push leaves no trace', async () => {
		await start({ authentication: 'token', token: 'secret-0815' });
		expect((await post(notification(DELIVERED), { query: '?token=secret-0815' })).status).toBe(200);
		expect(trigger.logged).toEqual([]);
	});
});

describe('the same report again', () => {
	const counts = (started: number, repeated: number) => ({
		status: 200,
		answer: { received: started + repeated, started, filtered: 0, repeated, unreadable: 0 },
	});

	test('starts nothing a second time, as JSON or XML, alone or among others', async () => {
		await start();
		expect(await post(notification(DELIVERED))).toEqual(counts(1, 0));
		expect(await post(notification(DELIVERED))).toEqual(counts(0, 1));
		expect(await post(`<report>${DELIVERED_XML}</report>`, { contentType: 'application/xml' })).toEqual(counts(0, 1));
		expect(await post(notification(EXPIRED, DELIVERED))).toEqual(counts(1, 1));
		expect(trigger.executions.map((items) => items.map(({ to }) => to))).toEqual([[DELIVERED.to], [EXPIRED.to]]);
	});

	test('starts when n8n could not store the first execution', async () => {
		await start();
		trigger.failNextExecution();
		expect((await post(notification(DELIVERED))).status).toBe(500);
		expect(trigger.executions).toEqual([]);
		expect(await post(notification(DELIVERED))).toEqual(counts(1, 0));
		expect(await post(notification(DELIVERED))).toEqual(counts(0, 1));
	});

	test('at the test URL it starts each time', async () => {
		await start({}, AT_TEST_URL);
		for (let time = 0; time < 3; time++) expect(await post(notification(DELIVERED))).toEqual(counts(1, 0));
		expect(trigger.executions).toHaveLength(3);
	});
});

test('a kind of authentication that this version does not know lets no one in', async () => {
	await start({ authentication: 'somethingNew' });
	expect((await post(notification(DELIVERED))).status).toBe(401);
	expect(trigger.executions).toEqual([]);
});

test.each([
	['authentication', { authentication: '={{ $("Missing").first().json.kind }}' }],
	['the token', { authentication: 'token', token: '={{ $("Missing").first().json.token }}' }],
	['the status groups', { startOn: 'groups', statusGroups: '={{ $("Missing").first().json.groups }}' }],
])(
	'an expression in %s that cannot be resolved: the sender is told to come again, and n8n’s log says why',
	async (_, parameters) => {
		await start(parameters);
		expect(await post(notification(DELIVERED))).toEqual({
			status: 500,
			answer: { message: expect.stringContaining('see the n8n log') },
		});
		expect(trigger.executions).toEqual([]);
		expect(trigger.logged).toEqual([
			expect.stringContaining("'SMS Messaging Trigger' could not process a notification"),
		]);
	},
);
