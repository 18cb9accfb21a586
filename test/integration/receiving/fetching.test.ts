import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { publish } from '../polling/poller';
import { startScriptedService, type ScriptedAnswer, type ScriptedService } from '../scriptedService';
import { credentialFor, runSms } from '../smsNode';
import { mms, received } from './entries';

let sandbox: Sandbox | undefined;
let service: ScriptedService | undefined;
afterEach(async () => {
	await sandbox?.stop();
	await service?.stop();
	sandbox = service = undefined;
});

const PHONE = '436601234567';
const TEXTS = Array.from({ length: 5 }, (_, nth) => `Text ${nth}`);
async function sandboxWith(texts: string[], options = {}): Promise<Sandbox> {
	sandbox = await startSandbox(options);
	for (const text of texts) sandbox.receive({ from: PHONE, text });
	return sandbox;
}
const page = (pendingMessageCount: number | undefined, ...results: object[]): ScriptedAnswer => ({
	body: { results, messageCount: results.length, ...(pendingMessageCount !== undefined && { pendingMessageCount }) },
});
const get = async (of: { url: string }, parameters = {}, settings = {}) =>
	await runSms({ parameters: { operation: 'getReceived', ...parameters }, credential: credentialFor(of), settings });
const textsOf = (items: IDataObject[] | null) => items?.map(({ text }) => text);
const messageIdsOf = (items: IDataObject[] | null) => items?.map(({ messageId }) => messageId);

describe('Get Received Messages', () => {
	test('an entry that is not a text message is output unchanged, since it cannot be fetched again', async () => {
		service = await startScriptedService(page(0, mms('picture'), received('a')));
		const { json } = await get(service, { returnAll: true });
		expect(messageIdsOf(json)).toEqual(['picture', 'a']);
		expect(json[0]).toMatchObject({ received: mms('picture') });
	});
});

describe('Polling Trigger', () => {
	const parameters = { startOn: 'received' };

	test('each message starts the workflow once, filters apply, and no call is made if no message waits', async () => {
		await sandboxWith(['YES', 'no', 'Perhaps'], { mostResults: 2 });
		const poller = publish(sandbox!, { parameters: { ...parameters, options: { keyword: 'yes, no' } } });
		expect(textsOf(await poller.poll())).toEqual(['YES', 'no']);
		expect(sandbox!.requests).toHaveLength(2);
		sandbox!.receive({ from: PHONE, text: 'Yes, later' });
		expect(textsOf(await poller.poll())).toEqual(['Yes, later']);
		expect(await poller.poll()).toBeNull();
	});

	test('an entry that is not a text message is output unchanged, with a warning that lists its fields', async () => {
		service = await startScriptedService(page(0, mms('picture')));
		const poller = publish(service, { parameters });
		expect(await poller.poll()).toMatchObject([{ messageId: 'picture', received: mms('picture') }]);
		expect(poller.logged.join()).toMatch(/^warn: .*"message"/);
	});

	test('the test in the editor shows waiting messages, and they are not returned again', async () => {
		await sandboxWith(TEXTS);
		const poller = publish(sandbox!, { parameters: { ...parameters, options: { keyword: 'no' } }, mode: 'manual' });
		expect(textsOf(await poller.poll())).toEqual(TEXTS);
		expect(await publish(sandbox!, { parameters }).poll()).toBeNull();
	});
});
