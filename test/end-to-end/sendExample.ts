import { readExample, withNotifyUrl } from '../../tools/n8n/exampleWorkflows';
import type { RunningN8n } from '../../tools/n8n/instance';
import type { Sandbox } from '../../sandbox';
import { START } from './realN8n';

/** Sends the list of bulk-send.json without a notify URL, so that the reports wait to be fetched. Returns the message IDs. */
export async function sendExampleWithoutNotifyUrl({ rest }: RunningN8n, sandbox: Sandbox): Promise<string[]> {
	const before = sandbox.messages.length;
	const bulkSend = withNotifyUrl(await readExample('bulk-send'), '');
	await rest.saveWorkflow(bulkSend);
	const { status } = await rest.runToEnd(bulkSend.id, START);
	expect(status).toBe('success');
	const sent = sandbox.messages.slice(before);
	await sandbox.waitFor(() => sent.every((message) => !['ACCEPTED', 'PENDING'].includes(message.status.groupName)));
	return sent.map(({ messageId }) => messageId);
}
