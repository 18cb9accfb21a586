import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startSandbox, type Sandbox } from '../../sandbox';
import { documentOf, shapeChecker } from './documented';

const ROOT = resolve(__dirname, '../..');
const FILE = join(ROOT, 'docs/sandbox-openapi.json');

let sandbox: Sandbox;
let document: any;
let wrongIn: ReturnType<typeof shapeChecker>;
beforeAll(async () => {
	sandbox = await startSandbox({ sendVersions: ['1', '3'] });
	document = await documentOf(sandbox);
	wrongIn = shapeChecker(document);
});
afterAll(() => sandbox.stop());

test('docs/ has the served document (UPDATE_OPENAPI=1 rewrites it), and it is valid', async () => {
	if (process.env.UPDATE_OPENAPI) writeFileSync(FILE, `${JSON.stringify(document, null, '\t')}\n`);
	expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(document);
	const validator = join(ROOT, 'node_modules/.bin/validate-api');
	const { stdout } = await promisify(execFile)(process.execPath, [validator, FILE]);
	expect(JSON.parse(stdout)).toEqual({ valid: true });
});

test('all operations and refusals answer as in the document', async () => {
	const text = (fields: object) => ({ messages: [{ from: 'Tests', text: 'Hello', ...fields }] });
	const one = { destinations: [{ to: '436601234567', messageId: 'one' }], notifyUrl: 'http://127.0.0.1:9' };
	const several = { destinations: [{ to: '436601234568' }, { to: '19990200271' }] };
	const { destinations } = several;
	await call('POST /sms/1/text/advanced', 200, text(one));
	await call('POST /sms/1/text/advanced', 200, { ...text(several), tracking: { track: 'SMS', type: 'ANY' } });
	await call('POST /sms/1/text/advanced', 400, text({ ...several, sendAt: 'tomorrow' }));
	await call('POST /sms/1/binary/advanced', 200, { messages: [{ destinations, binary: { hex: '0a 0b' } }] });
	await call('POST /_sandbox/clock', 200, { advance: '1h' });
	await call('GET /sms/1/logs', 200);
	await call('GET /sms/1/logs?limit=none', 400);
	await call('GET /sms/1/reports', 200);
	await call('POST /_sandbox/received', 201, { from: '436601234567', text: 'Yes' });
	await call('POST /_sandbox/received', 400, { from: '436601234567' });
	await call('GET /sms/1/inbox/reports', 200);
	await call('PUT /_sandbox/forwarding', 200, { url: 'http://127.0.0.1:9' });
	await call('PUT /_sandbox/forwarding', 400, { url: 'here' });
	await call('GET /sms/1/reports', 401, undefined, 'App wrong');
	const sendAt = new Date(Date.now() + 86_400_000).toISOString();
	await call('POST /sms/1/text/advanced', 200, { bulkId: 'later', ...text({ destinations, sendAt }) });
	await call('GET /sms/1/bulks?bulkId=later', 200);
	await call('GET /sms/1/bulks?bulkId=unknown', 404);
	await call('PUT /sms/1/bulks?bulkId=later', 200, { sendAt });
	await call('PUT /sms/1/bulks?bulkId=unknown', 404, { sendAt });
	await call('GET /sms/1/bulks/status?bulkId=later', 200);
	await call('GET /sms/1/bulks/status', 400);
	await call('PUT /_sandbox/bulks/later', 200, { sendAt, status: 'PENDING' });
	await call('PUT /_sandbox/bulks/unknown', 404, { sendAt });
	await call('PUT /sms/1/bulks/status?bulkId=later', 200, { status: 'CANCELED' });
	await call('PUT /sms/1/bulks/status?bulkId=later', 400, { status: 'PAUSED' });
	await call('GET /account/1/balance', 200);
	const content = { text: 'Hello' };
	const counted = { options: { includeSmsCountInResponse: true } };
	await call('POST /sms/3/messages', 200, { messages: [{ destinations, content }], ...counted });
	await call('POST /sms/3/messages', 200, { messages: [{ destinations, content: { hex: '0a 0b' } }] });
	await call('POST /sms/3/messages', 400, { messages: [{ content }] });
	await call('POST /_sandbox/clock', 200, { advance: '1h' });
	for (const query of ['', '?useCursor=true&limit=1', '?useCursor=true']) await call(`GET /sms/3/logs${query}`, 200);
	await call('GET /sms/3/logs?cursor=unknown', 400);
	await call('GET /sms/3/reports', 200);
	await call('GET /sms/3/reports?limit=none', 400);
	await call('GET /sms/3/reports', 401, undefined, 'App wrong');
	for (const name of ['catalogue', 'clock', 'conversations', 'faults', 'forwarding', 'health', 'messages'])
		await call(`GET /_sandbox/${name}`, 200);
	await call('POST /_sandbox/messages/one/push', 202);
	await call('POST /_sandbox/messages/one/outcome', 409, { status: 'DELIVERED_TO_HANDSET' });
	await call('PUT /_sandbox/faults', 200, { rules: [{ fault: 'status', status: 503 }] });
	await call('DELETE /_sandbox/faults', 204);
	await call('DELETE /_sandbox/messages', 204);
	expect([...called, 'GET /_sandbox/events'].sort()).toEqual(operationsOf(document));
});

const called = new Set<string>();

/** Calls the sandbox, and looks up the answer in the document. */
async function call(what: string, status: number, body?: object, authorization = sandbox.authorization): Promise<void> {
	const [method, url] = what.split(' ') as [string, string];
	const json = body !== undefined && { 'content-type': 'application/json' };
	const response = await fetch(sandbox.url + url, {
		method,
		headers: { authorization, ...json },
		...(json && { body: JSON.stringify(body) }),
	});
	const answer = status === 204 ? undefined : await response.json();
	expect([what, response.status, answer]).toEqual([what, status, answer]);
	const path = url
		.replace(/\?.*/, '')
		.replace('/one/', '/{messageId}/')
		.replace(/(bulks)\/\w+$/, (whole, bulks) => (url.startsWith('/_sandbox') ? `${bulks}/{bulkId}` : whole));
	called.add(`${method} ${path}`);
	expect([what, wrongIn(`${method} ${path}`, status, answer)]).toEqual([what, null]);
}

function operationsOf({ paths }: { paths: Record<string, object> }): string[] {
	return Object.entries(paths)
		.flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
		.sort();
}
