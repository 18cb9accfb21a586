import type { INodeParameters } from 'n8n-workflow';

import { notificationBody } from '../../../sandbox/notificationBody';
import { DELIVERED, DELIVERED_XML, EXPIRED } from '../../unit/notifications/bodies';
import { startTrigger, type TriggerServer } from './triggerServer';

let trigger: TriggerServer;
const start = async (parameters?: INodeParameters) => {
	trigger = await startTrigger(parameters);
};
afterEach(async () => {
	const { thrown } = trigger;
	await trigger.close();
	expect(thrown).toEqual([]);
});

const post = async (body: string | Uint8Array<ArrayBuffer>, { query = '', contentType = 'application/json' } = {}) => {
	const response = await fetch(trigger.url + query, { method: 'POST', headers: { 'Content-Type': contentType }, body });
	return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
};
const notification = (...results: object[]) => JSON.stringify({ results });

test('with nothing set, a pushed notification starts the workflow with one item per report', async () => {
	await start();
	expect(await post(notification(DELIVERED, EXPIRED))).toEqual({ status: 200, answer: { received: 2, started: 2, filtered: 0, unreadable: 0 } });
	expect(trigger.executions).toEqual([
		[
			expect.objectContaining({ messageId: DELIVERED.messageId, status: 'DELIVERED_TO_HANDSET', doneAt: '2026-03-04T08:58:20.385Z', callbackData: DELIVERED.callbackData }),
			expect.objectContaining({ messageId: EXPIRED.messageId, status: 'EXPIRED_EXPIRED', errorName: 'EC_UNKNOWN_SUBSCRIBER', errorPermanent: true }),
		],
	]);
});

test('JSON and XML give the same items, whatever Content-Type says', async () => {
	await start({ simplify: false });
	const xml = `<?xml version="1.0" encoding="UTF-8"?><SMSReportResponse><results>${DELIVERED_XML}</results></SMSReportResponse>`;
	for (const contentType of ['application/xml', 'text/xml; charset=utf-8', 'application/json', 'text/plain', 'application/octet-stream']) {
		expect((await post(xml, { contentType })).status).toBe(200);
		expect((await post(notification(DELIVERED), { contentType })).status).toBe(200);
	}
	expect(trigger.executions).toHaveLength(10);
	for (const items of trigger.executions) expect(items).toEqual(trigger.executions[0]);
	expect(trigger.executions[0]).toEqual([expect.objectContaining({ smsCount: 2, pricePerMessage: 0.01, report: DELIVERED })]);
});

test('all that the sandbox pushes gives the same items: JSON and both forms of XML', async () => {
	await start({ simplify: false });
	const reports = [DELIVERED, { ...EXPIRED, callbackData: '<&>"\'\u00e9 😀' }] as Parameters<typeof notificationBody>[0];
	await post(notificationBody(reports, 'application/json', 'SMSReportResponse'));
	for (const form of ['SMSReportResponse', 'reportResponse'] as const) {
		await post(notificationBody(reports, 'application/xml', form), { contentType: 'application/xml' });
	}
	expect(trigger.executions).toHaveLength(3);
	for (const items of trigger.executions) expect(items.map(({ report }) => report)).toEqual(reports);
});

test('ids beyond 2^53 and texts in other charsets arrive exact', async () => {
	await start();
	const body = '{"results":[{"messageId":1457717814630853757,"callbackData":"Zürich","status":{"groupId":3}}]}';
	await post(body);
	await post(new Uint8Array(Buffer.from(body, 'latin1')), { contentType: 'application/json; charset=ISO-8859-1' });
	const items = [{ messageId: '1457717814630853757', callbackData: 'Zürich' }];
	expect(trigger.executions).toEqual([items, items]);
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
	expect(await post(notification(DELIVERED))).toEqual({ status: 200, answer: { received: 1, started: 0, filtered: 1, unreadable: 0 } });
	expect(trigger.executions).toEqual([]);
	await post(notification(DELIVERED, EXPIRED));
	expect(trigger.executions).toEqual([[expect.objectContaining({ messageId: EXPIRED.messageId })]]);
});

test('an empty notification is answered 200 and starts nothing', async () => {
	await start();
	expect((await post('{"results":[]}')).status).toBe(200);
	expect(trigger.executions).toEqual([]);
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

test('a multipart form is answered 400 and starts nothing', async () => {
	await start();
	const form = new FormData();
	form.append('report', JSON.stringify(DELIVERED));
	const response = await fetch(trigger.url, { method: 'POST', body: form });
	expect([response.status, await response.json()]).toEqual([400, { message: expect.stringContaining('multipart/form-data') }]);
	expect(trigger.executions).toEqual([]);
});

describe('with a token', () => {
	const token = 'abc123XYZ';

	test('only requests that carry it start the workflow, and it shows up nowhere', async () => {
		await start({ authentication: 'token', token, simplify: false });
		const answers = [];
		for (const query of ['', '?token=', '?token=wrong', `?token=${token}&token=${token}`, `?Token=${token}`, `?token=${token}`]) {
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

	test.each([
		['blank', { authentication: 'token', token: '  ' }],
		['not there', { authentication: 'token' }],
		['an expression that gives nothing', { authentication: 'token', token: '={{ undefined }}' }],
	])('a token that is %s refuses everything and says why', async (_, parameters) => {
		await start(parameters);
		for (const query of ['', '?token=', '?token=%20%20', '?token=undefined']) {
			expect(await post(notification(DELIVERED), { query })).toEqual({
				status: 401,
				answer: { message: expect.stringContaining('no token is set') },
			});
		}
		expect(trigger.executions).toEqual([]);
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
])('an expression in %s that cannot be resolved: the sender is told to come again, and n8n’s log says why', async (_, parameters) => {
	await start(parameters);
	expect(await post(notification(DELIVERED))).toEqual({ status: 500, answer: { message: expect.stringContaining('log of n8n') } });
	expect(trigger.executions).toEqual([]);
	expect(trigger.logged).toEqual([expect.stringContaining("SMS Messaging Trigger 'SMS Messaging Trigger' could not take a notification")]);
});
