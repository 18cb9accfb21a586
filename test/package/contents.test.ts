import { builtFile, packPackage, type PackedPackage, sourceFiles } from './packedPackage';

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
});
