import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sendAndLook } from '../../tools/live/exchange';
import { pageOf } from '../../tools/live/page';
import { readSettings } from '../../tools/live/settings';
import { listen } from '../support/listen';
import { start } from './running';

/** npm run live. */

const ROOT = resolve(__dirname, '../..');
const KEY = 'a-key-that-nobody-may-see';
const NUMBER = '+43 660 1234567';
/** The number, or all of it but the country code, in any writing. */
const SHOWN_NUMBER = /1[ .()-]*2[ .()-]*3[ .()-]*4[ .()-]*5[ .()-]*6[ .()-]*7/;

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'live-'))));
afterAll(async () => await rm(folder, { recursive: true }));

const SETTINGS = { SMS_API_KEY: KEY, SMS_TO: NUMBER, SMS_WAIT_SECONDS: '20' };

/** As a process of its own. @returns the exit code, and the file if one was written */
async function live(environment: Record<string, string>): Promise<{ code: number; page?: string }> {
	const file = join(folder, 'new', 'live.md');
	const args = ['--import', 'tsx', join(ROOT, 'tools/live/main.ts'), '--file', file];
	const env = { PATH: process.env.PATH, ...SETTINGS, ...environment };
	const code = await new Promise<number>((done) => {
		execFile(process.execPath, args, { cwd: ROOT, env }, (error) => done(error === null ? 0 : Number(error.code)));
	});
	const page = await readFile(file, 'utf8').catch(() => undefined);
	await rm(join(folder, 'new'), { recursive: true, force: true });
	return { code, page: page && withoutSecrets(page) };
}

function withoutSecrets(page: string): string {
	expect(page).not.toContain(KEY);
	expect(page).not.toMatch(SHOWN_NUMBER);
	return page;
}

test('sends one message, and compares every field of its answer, log and report with the interface', async () => {
	const delays = { enrouteMs: 100, finalMs: 100 };
	const sandbox = await start({ clock: Date.now, authorizations: [`App ${KEY}`], delays, messages: 20 });
	const { code, page } = await live({ SMS_BASE_URL: `${sandbox.url}/` });
	expect(code).toBe(0);
	expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	expect(page).toMatch(/\| `messages\[0\]\.status\.name` \| string \| string: `PENDING_\w+` \|/);
	expect(page).toMatch(/\| `results\[0\]\.doneAt` \| dateTime \| dateTime: `20\S+` \|/);
	expect(page).toMatch(/\| `results\[0\]\.status\.groupName` \| string \| string: `DELIVERED` \|/);
	expect(page).toMatch(/\| `results\[0\]\.callbackData` \| string \| string: `live` \|/);
	expect(page).toMatch(/\| `results\[0\]\.entityId` \| string \| – \| missing \|/);
	expect(page).not.toMatch(/another type|unexpected/);
});

test('lists the differences, and masks key, numbers, prices and unknown values everywhere', async () => {
	const description = `App ${KEY} for 0660-1234567`;
	const status = { groupId: '1', groupName: 'DELIVERED', id: 26, name: 'X', description };
	const price = { pricePerMessage: 4.75 };
	const own = { messageId: 'theirs', to: '0043660/1234567', from: '436601234567', status, price };
	const other = { ...own, messageId: 'another', to: '4915112345678' };
	const answers: Record<string, object> = {
		text: { messages: [{ to: NUMBER, messageId: 'theirs', status }], account: { name: 'Somebody Limited' } },
		logs: { results: [other, own] },
		reports: { results: [own] },
	};
	const server = createServer((request, response) => {
		const name = Object.keys(answers).find((part) => request.url?.includes(`/${part}`));
		request.resume().once('end', () => response.end(JSON.stringify(answers[name!])));
	});
	const { url, stop } = await listen(server);
	const settings = readSettings({ ...SETTINGS, SMS_BASE_URL: url }, []);
	const page = withoutSecrets(pageOf(settings, await sendAndLook(settings)));
	expect(page).toMatch(/\| `messages\[0\]\.status\.groupId` \| integer \| string: `1` \| \*\*another type\*\* \|/);
	expect(page).toMatch(/\| `account` \| not named \| object \| \*\*unexpected\*\* \|/);
	expect(page).toMatch(/1 entry of another message/);
	expect(page).not.toMatch(/Somebody|4\.75|49151/);
	await stop();
});

test('the file contains a refusal', async () => {
	const sandbox = await start({ clock: Date.now, authorizations: ['App another'] });
	const { code, page } = await live({ SMS_BASE_URL: sandbox.url });
	expect(code).toBe(1);
	expect(page).toContain('HTTP 401');
	expect(page).toMatch(/\| `requestError\.serviceException\.messageId` \| string \| string: `UNAUTHORIZED` \|/);
});

test('sends nothing in CI', async () => {
	const sandbox = await start({ clock: Date.now, authorizations: [`App ${KEY}`] });
	expect(await live({ SMS_BASE_URL: sandbox.url, CI: 'true' })).toEqual({ code: 2, page: undefined });
	expect(sandbox.requests).toEqual([]);
});
