import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { environmentForNpm, runCommand } from '../../tools/n8n/runCommand';

const SANDBOX = join(__dirname, '../../sandbox');

/** What a user has: the Node.js of the machine rather than the one of this repository, and packages' scripts that run. */
const env = {
	...environmentForNpm(),
	npm_config_ignore_scripts: 'false',
	PATH: process.env
		.PATH!.split(delimiter)
		.filter((folder) => !folder.includes('node_modules'))
		.join(delimiter),
};

let place: string;
beforeAll(async () => {
	place = mkdtempSync(join(tmpdir(), 'sandbox-package-'));
	await runCommand('npm', ['pack', '--pack-destination', place], { cwd: SANDBOX, env });
	const tarball = readdirSync(place).find((name) => name.endsWith('.tgz'))!;
	await runCommand('npm', ['install', '--prefer-offline', join(place, tarball)], { cwd: place, env });
}, 120_000);
afterAll(() => rmSync(place, { recursive: true }));

test('installed into an empty folder, it starts, accepts a message, serves its page, and stops', async () => {
	const child = spawn(join(place, 'node_modules/.bin/sms-sandbox'), ['--port', '0'], { cwd: place, env });
	const ended = new Promise((resolve) => child.once('close', resolve));
	try {
		let output = '';
		const url = await new Promise<string>((resolve, reject) => {
			const read = (data: Buffer) => {
				output += data;
				const [, found] = /Base URL: (\S+)\n/.exec(output) ?? [];
				if (found) resolve(found);
			};
			child.stdout.on('data', read);
			child.stderr.on('data', read);
			void ended.then(() => reject(new Error(`It ended: ${output}`)));
		});
		const sent = await fetch(`${url}/sms/1/text/advanced`, {
			method: 'POST',
			headers: { authorization: 'App sandbox-key', 'content-type': 'application/json' },
			body: JSON.stringify({ messages: [{ text: 'Hello', destinations: [{ to: '41793026727' }] }] }),
		});
		expect(await sent.json()).toMatchObject({ messages: [{ to: '41793026727', status: { groupName: 'PENDING' } }] });

		const html = await (await fetch(url)).text();
		const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
		expect(files.sort()).toEqual(['/icon.svg', '/inbox.css', '/inbox.js']);
		for (const file of files) {
			const part = await fetch(`${url}${file}`);
			expect([file, part.status, (await part.text()).length > 100]).toEqual([file, 200, true]);
		}

		child.kill('SIGTERM');
		expect(await ended).toBe(0);
	} finally {
		child.kill('SIGKILL');
		await ended;
	}
});
