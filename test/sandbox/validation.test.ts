import { startSandbox, type Sandbox } from '../../sandbox';
import { BINARY, get, post, TEXT } from './client';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ clock: () => Date.UTC(2026, 0, 5, 12) });
});
afterAll(() => sandbox.stop());

const message = (fields: object) => ({ messages: [{ text: 'Hi', destinations: [{ to: '41793026727' }], ...fields }] });

async function reasons(path: string, body: unknown): Promise<Record<string, string[]>> {
	const answer = await post(sandbox, path, body);
	expect(answer.status).toBe(400);
	expect(answer.body.requestError.serviceException).toMatchObject({ messageId: 'BAD_REQUEST', text: 'Bad Request' });
	return answer.body.requestError.serviceException.validationErrors;
}

test.each<[string, unknown, string, RegExp]>([
	['no messages', {}, 'messages', /null/],
	['empty messages', { messages: [] }, 'messages', /empty/],
	['no destinations', { messages: [{ text: 'Hi' }] }, 'messages[0].destinations', /null/],
	['empty destinations', message({ destinations: [] }), 'messages[0].destinations', /empty/],
	['destinations null', message({ destinations: null }), 'messages[0].destinations', /null/],
	['no to', message({ destinations: [{ to: '1' }, {}] }), 'messages[0].destinations[1].to', /null/],
	['sendAt', message({ sendAt: 'tomorrow' }), 'messages[0].sendAt', /date-time/],
	['sendAt without an offset', message({ sendAt: '2026-01-05T12:00:00.000' }), 'messages[0].sendAt', /date-time/],
	['sendAt on 31 February', message({ sendAt: '2026-02-31T12:00:00.000+0000' }), 'messages[0].sendAt', /date-time/],
	['sendAt in a year', message({ sendAt: '2027-01-05T12:00:00.000+0000' }), 'messages[0].sendAt', /180 days/],
	['notifyUrl', message({ notifyUrl: 'ftp://x' }), 'messages[0].notifyUrl', /URL/],
	[
		'notifyContentType',
		message({ notifyContentType: 'text/plain' }),
		'messages[0].notifyContentType',
		/application\/json/,
	],
	['transliteration', message({ transliteration: 'KLINGON' }), 'messages[0].transliteration', /GREEK/],
	['languageCode', message({ language: { languageCode: 'XX' } }), 'messages[0].language.languageCode', /TR, ES, PT/],
	['validityPeriod', message({ validityPeriod: -1 }), 'messages[0].validityPeriod', />= 0/],
	['flash', message({ flash: 'maybe' }), 'messages[0].flash', /boolean/],
	['no days', message({ deliveryTimeWindow: { days: [] } }), 'messages[0].deliveryTimeWindow.days', /empty/],
	[
		'a wrong day',
		message({ deliveryTimeWindow: { days: ['Monday'] } }),
		'messages[0].deliveryTimeWindow.days[0]',
		/MONDAY/,
	],
	[
		'hour 24',
		message({ deliveryTimeWindow: { days: ['MONDAY'], from: { hour: 24, minute: 0 }, to: { hour: 1, minute: 0 } } }),
		'messages[0].deliveryTimeWindow.from.hour',
		/<= 23/,
	],
	[
		'from without to',
		message({ deliveryTimeWindow: { days: ['MONDAY'], from: { hour: 8, minute: 0 } } }),
		'messages[0].deliveryTimeWindow',
		/both/,
	],
	[
		'a window over midnight',
		message({ deliveryTimeWindow: { days: ['MONDAY'], from: { hour: 22, minute: 0 }, to: { hour: 6, minute: 0 } } }),
		'messages[0].deliveryTimeWindow',
		/60 minutes/,
	],
])('400 names the field: %s', async (_, body, path, reason) => {
	const said = await reasons(TEXT, body);
	expect(Object.keys(said)).toEqual([path]);
	expect(said[path]![0]).toMatch(reason);
	expect(sandbox.messages).toHaveLength(0);
});

test.each([
	['no binary', message({}), 'messages[0].binary'],
	['no hex', message({ binary: {} }), 'messages[0].binary.hex'],
	['half an octet', message({ binary: { hex: '48 6' } }), 'messages[0].binary.hex'],
	['no hexadecimal', message({ binary: { hex: 'xy' } }), 'messages[0].binary.hex'],
	['dataCoding 256', message({ binary: { hex: '48', dataCoding: 256 } }), 'messages[0].binary.dataCoding'],
])('binary, 400 names the field: %s', async (_, body, path) => {
	expect(Object.keys(await reasons(BINARY, body))).toEqual([path]);
});

test.each([
	['limit=0', 'limit'],
	['limit=ten', 'limit'],
	['generalStatus=GONE', 'generalStatus'],
	['sentSince=yesterday', 'sentSince'],
	['sentUntil=2026-01-05T12:00:00.000+0000', 'sentUntil'],
	['mcc=12', 'mcc'],
	['mnc=01', 'mcc'],
])('logs, 400 names the parameter: %s', async (query, path) => {
	const { status, body } = await get(sandbox, `/sms/1/logs?${query}`);
	expect(status).toBe(400);
	expect(Object.keys(body.requestError.serviceException.validationErrors)).toEqual([path]);
});

test.each(['{"messages":', '', 'null', '[]', '"text"'])('an invalid body: %j', async (body) => {
	const answer = await post(sandbox, TEXT, body);
	expect(answer.status).toBe(400);
	expect(answer.body.requestError.serviceException.messageId).toBe('BAD_REQUEST');
});

test('an unknown path is 404 with the error body', async () => {
	const { status, body } = await get(sandbox, '/sms/9/text');
	expect(status).toBe(404);
	expect(body.requestError.serviceException).toEqual({
		messageId: 'NOT_FOUND',
		text: expect.stringContaining('Requested resource not found'),
	});
});
