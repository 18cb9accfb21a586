import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contentsPage, rowsOf } from './contentsPage';
import { builtFile, packPackage, type PackedPackage, ROOT, sourceFiles } from './packedPackage';

const PAGE = join(ROOT, 'docs/quality/package.md');
/** Sizes on the page may be older than the code by this much. */
const STALE = 0.25;

/** What the editor and npm need beside the compiled sources. */
const INDISPENSABLE = [
	'LICENSE',
	'README.md',
	'dist/credentials/SmsMessagingApi.credentials.js',
	'dist/nodes/SmsMessaging/SmsMessaging.node.js',
	'dist/nodes/SmsMessaging/SmsMessaging.node.json',
	'dist/nodes/SmsMessaging/SmsMessagingPollingTrigger.node.js',
	'dist/nodes/SmsMessaging/SmsMessagingPollingTrigger.node.json',
	'dist/nodes/SmsMessaging/SmsMessagingTrigger.node.js',
	'dist/nodes/SmsMessaging/SmsMessagingTrigger.node.json',
	'dist/nodes/SmsMessaging/smsMessaging.dark.svg',
	'dist/nodes/SmsMessaging/smsMessaging.svg',
	'index.js',
	'package.json',
];

describe('the tarball', () => {
	let packed: PackedPackage;
	beforeAll(async () => {
		packed = await packPackage();
	}, 60_000);
	afterAll(async () => await packed?.remove());

	it('holds what n8n and npm need', () => {
		expect(packed.files).toEqual(expect.arrayContaining(INDISPENSABLE));
	});

	it('holds the built sources and four files of the top level, and nothing else', async () => {
		const expected = ['LICENSE', 'README.md', 'index.js', 'package.json', ...(await sourceFiles()).map(builtFile)];
		expect(packed.files).toEqual(expected.sort());
	});

	it('holds no TypeScript, no tests and no source maps', () => {
		expect(packed.files.filter((file) => /\.ts$|\.map$|\.test\.|(^|\/)test\//.test(file))).toEqual([]);
	});

	it('is listed in docs/quality/package.md, which UPDATE_DOCS=1 writes anew', () => {
		const page = contentsPage(packed);
		if (process.env.UPDATE_DOCS === '1') {
			mkdirSync(dirname(PAGE), { recursive: true });
			writeFileSync(PAGE, page);
		}
		const now = rowsOf(page);
		const listed = rowsOf(readFileSync(PAGE, 'utf8'));
		expect(Object.keys(listed)).toEqual(Object.keys(now));
		expect(Math.abs(listed.unpacked! / now.unpacked! - 1)).toBeLessThan(STALE);
	});
});
