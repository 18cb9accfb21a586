import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { environmentForNpm, runCommand } from '../../tools/n8n/runCommand';
import { ROOT } from './packedPackage';

const PICTURES = ['.png', '.jpg', '.gif', '.ico'];

interface TrackedFile {
	path: string;
	text: string;
}

describe('tracked files', () => {
	let files: TrackedFile[];
	beforeAll(async () => {
		const paths = (await runCommand('git', ['ls-files', '-z'], { cwd: ROOT, env: process.env }))
			.split('\0')
			.filter((path) => path !== '');
		files = paths.filter((path) => !PICTURES.includes(extname(path))).flatMap(read);
	});

	it('name no package registry', async () => {
		const configured = await runCommand('npm', ['config', 'get', 'registry'], { cwd: ROOT, env: environmentForNpm() });
		const hosts = ['registry\\.[a-z]', '"resolved":\\s*"http', escaped(new URL(configured.trim()).host)];
		expect(pathsWith(new RegExp(hosts.join('|'), 'i'))).toEqual([]);
	});

	it('hold no path of the machine on which they were written', () => {
		expect(pathsWith(/(^|[\s"'`(=:,])(\/(home|Users|root|work)\/|[A-Z]:\\Users\\)/m)).toEqual([]);
	});

	it('call it the service in code and panel', () => {
		expect(pathsWith(/infobip/i).filter((path) => /^(nodes|credentials)\//.test(path))).toEqual([]);
	});

	function pathsWith(pattern: RegExp): string[] {
		return files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
	}
});

/** A file that was removed and not yet committed so has no text. */
function read(path: string): TrackedFile[] {
	try {
		return [{ path, text: readFileSync(join(ROOT, path), 'utf8') }];
	} catch {
		return [];
	}
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
