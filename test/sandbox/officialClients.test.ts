import { AuthType, Infobip } from '@infobip-api/sdk';
import { get, MESSAGES, post } from './client';
import { wrongIn } from './documented';
import { listen, start } from './running';

/* What the official client sends is accepted, and what it gets has the documented shape. What clients of version 3 send: version3.test.ts. */

const TO = ['436601234567', '436601234568', '436601234569'] as const;
const EVERY_DAY = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

test('@infobip-api/sdk, beside version 3', async () => {
	const sandbox = await start({ sendVersions: ['1', '2', '3'] });
	const receiver = await listen();
	const [, apiKey = ''] = sandbox.authorization.split(' ');
	const { sms } = new Infobip({ baseUrl: sandbox.url, authType: AuthType.ApiKey, apiKey }).channels;
	const ok = async (operation: string, answer: Promise<any>): Promise<any> => {
		const { status, data, message } = await answer;
		expect([message, status, wrongIn(operation, 200, data)]).toEqual([undefined, 200, null]);
		return data;
	};
	const text = { from: 'Clinic', text: 'Hello', destinations: [{ to: TO[0], messageId: 'one' }] };
	await ok('POST /sms/1/text/advanced', sms.send({ type: 'text', bulkId: 'bulk', messages: [text] }));
	const binary = {
		destinations: [{ to: TO[1] }, { to: TO[2] }],
		binary: { hex: '48 69', dataCoding: 0, esmClass: 0 },
		deliveryTimeWindow: { days: EVERY_DAY, from: { hour: 6, minute: 0 }, to: { hour: 15, minute: 30 } },
		notifyUrl: receiver.url,
	};
	await ok('POST /sms/1/binary/advanced', sms.send({ type: 'binary', messages: [binary] }));
	await post(sandbox, MESSAGES, { messages: [{ destinations: [{ to: TO[0] }], content: { text: 'Hello' } }] });
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
	expect([refused.response.status, wrongIn('POST /sms/1/text/advanced', 400, refused.response.data)]).toEqual([
		400,
		null,
	]);
});
