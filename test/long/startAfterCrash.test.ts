import { itemsOf } from '../../tools/n8n/restClient';
import { startN8nWithSandbox, untilWaiting } from '../end-to-end/realN8n';
import { publishTrigger, push, TRIGGER } from '../end-to-end/trigger/triggerN8n';
import { beginWait, came, messagesTo, only } from '../end-to-end/waiting/waitingN8n';

/** n8n takes requests before it has looked through the executions that a crash interrupted. */

const COUNT = 5;
/** Between two tries of a push: short, so that many come while n8n starts. */
const PAUSE_MS = 10;

/** Pushes until it is taken. @returns the answers before that */
async function pushUntilTaken(url: string, messageId: string, to: string): Promise<number[]> {
	const status = { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED_TO_HANDSET' };
	const body = JSON.stringify({ results: [{ messageId, to, status }] });
	for (const answers: number[] = []; ; ) {
		const answer = await push(url, body).catch(() => undefined);
		// Until its database is ready, n8n answers 200 with a page
		if (answer?.status === 200 && answer.json !== undefined) return answers;
		if (answer?.json !== undefined) answers.push(answer.status);
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
	}
}

test('what is pushed while n8n starts after a crash ends waits and starts runs, and none is marked as crashed', async () => {
	const { n8n, sandbox } = await startN8nWithSandbox({}, { delays: { enrouteMs: 10, finalMs: 3_600_000 } });
	const numbers = Array.from({ length: COUNT }, (_value, place) => `4477009003${place}0`);
	const { url, workflowId } = await publishTrigger(n8n);
	const waits: string[] = [];
	for (const to of numbers)
		waits.push((await untilWaiting(n8n, await beginWait(n8n, { rows: [{ row: 'a', to }] }))).id);
	const pushes = numbers.flatMap((to, place) => {
		const { messageId, notifyUrl } = messagesTo(sandbox, to)[0]!;
		return [
			{ url: notifyUrl!, messageId, to },
			{ url, messageId: `pushed-${place}`, to },
		];
	});
	await n8n.kill();
	const taken = Promise.all(pushes.map(async (one) => await pushUntilTaken(one.url, one.messageId, one.to)));
	await n8n.start();
	expect((await taken).flat()).toContain(503);
	for (const [place, id] of waits.entries()) {
		const execution = await n8n.rest.finished(id);
		expect(execution.status).toBe('success');
		expect(came(execution)).toEqual(only({ Delivered: [['a', numbers[place], 'DELIVERED_TO_HANDSET']] }));
	}
	const runs = await n8n.rest.finishedExecutionsOf(workflowId, COUNT);
	expect(runs.map(({ status }) => status)).toEqual(numbers.map(() => 'success'));
	const ids = runs.flatMap((run) => itemsOf(run, TRIGGER).map(({ json }) => json.messageId));
	expect(ids.sort()).toEqual(numbers.map((_to, place) => `pushed-${place}`));
});
