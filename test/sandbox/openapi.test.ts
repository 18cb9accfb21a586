import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startSandbox, type Sandbox } from '../../sandbox';

const ROOT = resolve(__dirname, '../..');
const FILE = join(ROOT, 'docs/sandbox-openapi.json');

let sandbox: Sandbox;
let document: any;
beforeAll(async () => {
	sandbox = await startSandbox();
	document = await (await fetch(`${sandbox.url}/openapi.json`)).json();
});
afterAll(() => sandbox.stop());

test('docs/ has the document as it is served (UPDATE_OPENAPI=1 writes it anew), and it is valid', async () => {
	if (process.env.UPDATE_OPENAPI) writeFileSync(FILE, `${JSON.stringify(document, null, '\t')}\n`);
	expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(document);
	const validator = join(ROOT, 'node_modules/.bin/validate-api');
	const { stdout } = await promisify(execFile)(process.execPath, [validator, FILE]);
	expect(JSON.parse(stdout)).toEqual({ valid: true });
});

test('it names every endpoint', () => {
	expect(document.openapi).toMatch(/^3\.1\./);
	const operations = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
	);
	expect(operations.sort()).toEqual([
		'DELETE /_sandbox/faults',
		'DELETE /_sandbox/messages',
		'GET /_sandbox/catalogue',
		'GET /_sandbox/clock',
		'GET /_sandbox/conversations',
		'GET /_sandbox/events',
		'GET /_sandbox/faults',
		'GET /_sandbox/health',
		'GET /_sandbox/messages',
		'GET /sms/1/logs',
		'GET /sms/1/reports',
		'POST /_sandbox/clock',
		'POST /_sandbox/messages/{messageId}/outcome',
		'POST /_sandbox/messages/{messageId}/push',
		'POST /sms/1/binary/advanced',
		'POST /sms/1/text/advanced',
		'PUT /_sandbox/faults',
	]);
});
