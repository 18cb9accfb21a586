import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Sandbox } from '../../sandbox';
import { ask } from './client';
import { operationOf, wrongIn } from './documented';
import { start, START } from './running';

const ROOT = resolve(__dirname, '../..');
const FILE = join(ROOT, 'docs/sandbox-openapi.json');

let sandbox: Sandbox;
let document: any;
beforeEach(async () => {
	sandbox = await start({ sendVersions: ['1', '3'] });
	document = (await ask('GET', sandbox, '/openapi.json')).body;
});

test('docs/ has the served document (UPDATE_OPENAPI=1 rewrites it), and it is valid', async () => {
	if (process.env.UPDATE_OPENAPI) writeFileSync(FILE, `${JSON.stringify(document, null, '\t')}\n`);
	expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(document);
	const validator = join(ROOT, 'node_modules/.bin/validate-api');
	const { stdout } = await promisify(execFile)(process.execPath, [validator, FILE]);
	expect(JSON.parse(stdout)).toEqual({ valid: true });
});

/** That an answer has the documented shape, `ask` checks here and in every test. */
test('all operations of the document are served', async () => {
	const one = {
		text: 'Hello',
		destinations: [{ to: '436601234567', messageId: 'one' }],
		notifyUrl: 'http://127.0.0.1:9',
	};
	const sendAt = new Date(START + 86_400_000).toISOString();
	const scheduled = { text: 'Later', destinations: [{ to: '436601234568' }], sendAt };
	const called = ['GET /_sandbox/events'];
	for (const [what, body] of [
		['POST /sms/1/text/advanced', { messages: [one], tracking: { track: 'SMS', type: 'ANY' } }],
		['POST /sms/1/text/advanced', { bulkId: 'one', messages: [scheduled] }],
		[
			'POST /sms/1/binary/advanced',
			{ messages: [{ destinations: [{ to: '19990200271' }], binary: { hex: '0a 0b' } }] },
		],
		['POST /sms/3/messages', { messages: [{ destinations: [{ to: '19990200271' }], content: { hex: '0a 0b' } }] }],
		['POST /_sandbox/received', { from: '436601234567', text: 'Yes' }],
		['POST /_sandbox/messages/one/outcome', { status: '5' }],
		['POST /_sandbox/messages/one/push'],
		['POST /_sandbox/clock', { advance: '1h' }],
		...['logs', 'reports', 'inbox/reports', 'bulks?bulkId=one', 'bulks/status?bulkId=one'].map((path) => [
			`GET /sms/1/${path}`,
		]),
		...['logs', 'reports'].map((path) => [`GET /sms/3/${path}`]),
		['GET /account/1/balance'],
		...['catalogue', 'clock', 'conversations', 'faults', 'forwarding', 'health', 'messages'].map((path) => [
			`GET /_sandbox/${path}`,
		]),
		['PUT /sms/1/bulks?bulkId=one', { sendAt }],
		['PUT /_sandbox/bulks/one', { sendAt, status: 'PENDING' }],
		['PUT /sms/1/bulks/status?bulkId=one', { status: 'CANCELED' }],
		['PUT /_sandbox/forwarding', { url: 'http://127.0.0.1:9' }],
		['PUT /_sandbox/faults', { rules: [{ fault: 'status', status: 503 }] }],
		['DELETE /_sandbox/faults'],
		['DELETE /_sandbox/messages'],
	] as Array<[what: string, body?: object]>) {
		const [method = '', path = ''] = what.split(' ');
		const { status, body: answer } = await ask(method, sandbox, path, body);
		const operation = operationOf(method, path);
		expect([what, Math.floor(status / 100), wrongIn(operation, status, answer)]).toEqual([what, 2, null]);
		called.push(operation);
	}
	const operations = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
	);
	expect(new Set(called)).toEqual(new Set(operations));
});
