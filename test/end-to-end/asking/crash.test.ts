import type { N8nInstance } from '../../../tools/n8n/instance';
import { itemsOf } from '../../../tools/n8n/restClient';
import { crash, SEND, START, startN8nWithSandbox } from '../realN8n';
import { WaitingN8n } from '../waiting/waitingN8n';
import { ANSWER, askingWorkflow, linkTo } from './askingWorkflow';

let asking: WaitingN8n<N8nInstance>;

beforeAll(async () => {
	asking = new WaitingN8n(await startN8nWithSandbox());
}, 120_000);
afterAll(async () => await asking?.stop());

test('after a crash of n8n during the wait, the links still work, and nothing is sent again', async () => {
	const to = ['447700900901', '447700900902'];
	const { rest } = asking.n8n;
	const workflow = askingWorkflow({ to: to.join(), message: 'Ready?', awaits: 'all' });
	const id = await rest.run(await rest.saveWorkflow(workflow), START);
	const links = async () => {
		while ((await asking.n8n.rest.execution(id)).status !== 'waiting')
			await new Promise((resolve) => setTimeout(resolve, 50));
		return to.map((number) => linkTo(asking.sandbox, number)) as [string, string];
	};
	const press = async (link: string) =>
		(await fetch(link, { method: 'POST', body: new URLSearchParams({ answer: 'approved' }) })).status;
	const [first, second] = await links();
	expect(await press(first)).toBe(200);
	expect(await links()).toEqual([first, second]);
	await crash(asking.n8n);
	expect(await press(first)).toBe(409);
	expect(await press(second)).toBe(200);
	const execution = await asking.n8n.rest.finished(id);
	expect(itemsOf(execution, ANSWER).map(({ json }) => json.to)).toEqual(to);
	expect(itemsOf(execution, SEND)).toHaveLength(2);
	expect(asking.sandbox.messages).toHaveLength(2);
}, 120_000);
