import { createConnection } from 'node:net';
import { gzipSync } from 'node:zlib';

import { startN8n, type N8nInstance } from '../../../tools/n8n/instance';
import { MEASURABLE, ProcessMemory } from '../../../tools/n8n/processMemory';
import { DELIVERED } from '../../unit/notifications/bodies';
import { countExecutions, publishTrigger, push, type LiveTrigger } from './triggerN8n';

const MEGABYTE = 2 ** 20;
const CUT_UPLOADS = 250;
const LIMIT_BYTES = 4 * MEGABYTE;

let n8n: N8nInstance;
let trigger: LiveTrigger;

beforeAll(async () => {
	n8n = await startN8n({ env: { NODE_OPTIONS: `${MEASURABLE.NODE_OPTIONS} --max-old-space-size=1024` } });
	trigger = await publishTrigger(n8n);
});
afterAll(async () => await n8n.stop());

const idle = async () => (await ProcessMemory.begin(n8n.pid!)).idle;
const xmlReport = (messageId: string, callbackData = '') =>
	`<SMSReportResponse><results><messageId>${messageId}</messageId><callbackData>${callbackData}</callbackData><status><groupId>3</groupId><groupName>DELIVERED</groupName><name>DELIVERED_TO_HANDSET</name></status></results></SMSReportResponse>`;
const XML = { 'Content-Type': 'application/xml' };

test('a body above the limit is answered 413 with the reason and starts nothing; n8n keeps running', async () => {
	const before = countExecutions(n8n, trigger.workflowId);
	const { status, json } = await push(
		trigger.url,
		JSON.stringify({ results: [{ ...DELIVERED, callbackData: 'x'.repeat(LIMIT_BYTES) }] }),
	);
	expect([status, json]).toEqual([413, { message: expect.stringContaining('more than 4 MiB') }]);
	expect(countExecutions(n8n, trigger.workflowId)).toBe(before);
	expect(
		(await push(trigger.url, JSON.stringify({ results: [{ ...DELIVERED, messageId: 'afterwards' }] }))).status,
	).toBe(200);
});

test('250 aborted gzip uploads do not leak memory', async () => {
	const { hostname, port, pathname } = new URL(trigger.url);
	const body = gzipSync(xmlReport('never', 'x'.repeat(1000)));
	const upload = async (): Promise<void> =>
		await new Promise((resolve, reject) => {
			const socket = createConnection(Number(port), hostname, () => {
				socket.write(
					`POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`,
				);
				socket.write(body.subarray(0, body.length - 20));
				setTimeout(() => socket.destroy(), 30);
			});
			socket.on('close', () => resolve());
			socket.on('error', reject);
		});
	// The first ones use memory that later ones share
	await Promise.all(Array.from({ length: 5 }, upload));
	const before = await idle();
	for (let count = 0; count < CUT_UPLOADS; count += 5) await Promise.all(Array.from({ length: 5 }, upload));
	const after = await idle();
	process.stdout.write(
		`\n${JSON.stringify({ uploads: CUT_UPLOADS, beforeMb: Math.round(before / MEGABYTE), afterMb: Math.round(after / MEGABYTE) })}\n`,
	);
	// It varies with garbage collection; a leak of each upload would be 2 GB
	expect(after - before).toBeLessThan(1000 * MEGABYTE);
	expect((await push(trigger.url, xmlReport('after the cut ones'), XML)).json).toMatchObject({ started: 1 });
});
