import { PackageDirectoryLoader } from 'n8n-core';
import type { INodeType } from 'n8n-workflow';
import { packPackage, type PackedPackage } from './packedPackage';

const ALIASES = [
	'send sms',
	'text message',
	'otp',
	'one-time code',
	'reminder',
	'alert',
	'notification',
	'delivery report',
];

describe("n8n's own loader", () => {
	let packed: PackedPackage;
	let loader: PackageDirectoryLoader;
	beforeAll(async () => {
		packed = await packPackage();
		loader = new PackageDirectoryLoader(packed.folder);
		await loader.loadAll();
	}, 60_000);
	afterAll(async () => await packed?.remove());

	it('takes the three nodes and the credential', () => {
		expect(loader.packageName).toBe('n8n-nodes-sms-messaging');
		expect(Object.keys(loader.known.nodes).sort()).toEqual([
			'smsMessaging',
			'smsMessagingPollingTrigger',
			'smsMessagingTrigger',
		]);
		expect(Object.keys(loader.known.credentials)).toEqual(['smsMessagingApi']);
		expect(loader.known.credentials.smsMessagingApi?.supportedNodes?.sort()).toEqual([
			'smsMessaging',
			'smsMessagingPollingTrigger',
			'smsMessagingTrigger',
		]);
	});

	it.each(['smsMessaging', 'smsMessagingPollingTrigger', 'smsMessagingTrigger'])(
		'finds the codex of %s: category and aliases',
		(name) => {
			const { description } = loader.getNode(name).type as INodeType;
			expect(description.codex?.categories).toEqual(['Communication']);
			expect(description.codex?.alias).toEqual(expect.arrayContaining(ALIASES));
		},
	);

	it('finds icons for light and dark', () => {
		for (const { iconUrl } of [...loader.types.nodes, ...loader.types.credentials]) {
			expect(iconUrl).toEqual({
				light: 'icons/n8n-nodes-sms-messaging/dist/nodes/SmsMessaging/smsMessaging.svg',
				dark: 'icons/n8n-nodes-sms-messaging/dist/nodes/SmsMessaging/smsMessaging.dark.svg',
			});
		}
	});
});
