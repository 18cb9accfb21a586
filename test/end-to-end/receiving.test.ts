import { readExample, type ExampleName } from '../../tools/n8n/exampleWorkflows';
import type { RunningN8n } from '../../tools/n8n/instance';
import { itemsOf } from '../../tools/n8n/restClient';
import type { Sandbox } from '../../sandbox';
import { sharedN8nWithSandbox, START } from './realN8n';
import { push } from './trigger/triggerN8n';

/** The recipes that received messages start, as shipped; and a limit that several executions share. */

let n8n: RunningN8n;
let sandbox: Sandbox;
let published: string | undefined;

beforeAll(async () => {
	({ n8n, sandbox } = await sharedN8nWithSandbox());
});
afterEach(async () => {
	if (published !== undefined) await n8n.rest.deactivate(published);
	published = undefined;
	sandbox.forward(undefined);
});

/** Runs what makes the tables, publishes the recipe, and has the sandbox forward to it. */
async function publish(name: ExampleName): Promise<string> {
	const recipe = await readExample(name);
	const id = await n8n.rest.saveWorkflow(recipe);
	expect((await n8n.rest.runToEnd(id, START)).status).toBe('success');
	await n8n.rest.activate(id);
	published = id;
	sandbox.forward(n8n.notifyUrl(recipe));
	return id;
}

/**
 * A phone writes. @returns what it gets from then on, once the execution that this starts has ended
 * @param write how the message gets to n8n
 */
async function answersTo(
	workflowId: string,
	from: string,
	text: string,
	count: number,
	write: () => unknown = () => sandbox.receive({ from, text }),
): Promise<string[]> {
	const before = sandbox.messages.length;
	const known = (await n8n.rest.executionsOf(workflowId)).length;
	await write();
	const executions = await n8n.rest.finishedExecutionsOf(workflowId, known + 1);
	expect(executions.map(({ status }) => status)).not.toContain('error');
	const answers = sandbox.messages.slice(before).filter(({ isIncoming }) => !isIncoming);
	expect(answers.map(({ to }) => to)).toEqual(Array.from({ length: count }, () => from));
	return answers.map(({ text: answer }) => answer!);
}

/** All in one body. */
async function pushMessages(recipe: ExampleName, messages: Array<[from: string, text: string]>): Promise<void> {
	const results = messages.map(([from, text], index) => ({
		messageId: `push-${index}`,
		from,
		to: '447491163443',
		text,
		cleanText: text,
		keyword: '',
		receivedAt: '2030-01-31T07:30:00.123+0000',
	}));
	const answer = await push(n8n.notifyUrl(await readExample(recipe)), JSON.stringify({ results }));
	expect(answer.status).toBe(200);
}

test('opt-out.json and campaign.json: STOP is confirmed once, the campaign skips the number, START allows it again', async () => {
	const id = await publish('opt-out');
	const phone = '447700900123';
	const inCampaign = async () => {
		const campaign = await n8n.rest.saveWorkflow(await readExample('campaign'));
		const execution = await n8n.rest.runToEnd(campaign, START);
		expect(execution.status).toBe('success');
		return itemsOf(execution, 'Accepted').some(({ json }) => json.to === phone);
	};
	expect(await inCampaign()).toBe(true);
	sandbox.receive({ from: phone, text: 'Hello, when do you open?' });
	expect(await answersTo(id, phone, 'Arrêt svp', 1)).toEqual([expect.stringContaining('START')]);
	expect(await answersTo(id, phone, 'stop!', 0)).toEqual([]);
	// An answer to some question
	expect(await answersTo(id, phone, 'Yes', 0)).toEqual([]);
	expect(await inCampaign()).toBe(false);
	expect(await answersTo(id, phone, 'Start', 1)).toEqual([expect.stringContaining('STOP')]);
	expect(await inCampaign()).toBe(true);
	expect(await answersTo(id, phone, 'Start', 0)).toEqual([]);
	// One makes the table; the question at the beginning started none
	expect(await n8n.rest.executionsOf(id)).toHaveLength(6);
});

test('opt-out.json: a push with several messages confirms each number once, also next to one that is none', async () => {
	const id = await publish('opt-out');
	await answersTo(id, '447700900803', 'STOP', 1);
	const before = sandbox.messages.length;
	const known = (await n8n.rest.executionsOf(id)).length;
	await pushMessages('opt-out', [
		['447700900801', 'STOP'],
		['SUPPORT', 'STOP'],
		['447700900802', 'STOP'],
		['447700900801', 'STOP'],
		['447700900803', 'START'],
		['447700900803', 'STOP'],
		['447700900803', 'START'],
	]);
	const execution = (await n8n.rest.finishedExecutionsOf(id, known + 1)).at(-1);
	expect(execution?.status).toBe('success');
	const answers = sandbox.messages
		.slice(before)
		.filter(({ isIncoming }) => !isIncoming)
		.map(({ to, text }) => [to, text!.includes('answer START')]);
	// STOP has the last word, in whatever order they came
	expect(answers).toEqual([
		['447700900803', false],
		['447700900801', true],
		['447700900802', true],
		['447700900803', true],
	]);
	expect(itemsOf(execution!, 'Not confirmed')).toHaveLength(1);
	expect(itemsOf(execution!, 'Add to the table')).toHaveLength(5);
});

test('appointment-answers.json: YES and NO update the row of that number, and are answered', async () => {
	const id = await publish('appointment-answers');
	const before = sandbox.messages.length;
	const reminded = await n8n.rest.runToEnd(id, 'Every hour');
	expect(itemsOf(reminded, 'Asked').map(({ json }) => [json.name, json.state])).toEqual([
		['Ann', 'ASKED'],
		['Ben', 'ASKED'],
	]);
	expect(sandbox.messages.slice(before).map(({ text }) => text)).toEqual([
		expect.stringMatching(/Ann.*YES or NO/),
		expect.stringMatching(/Ben.*YES or NO/),
	]);
	expect(await answersTo(id, '447700900123', 'What time?', 0)).toEqual([]);
	expect(await answersTo(id, '447700900123', ' yes, see you', 1)).toEqual([expect.stringContaining('see you then')]);
	expect(await answersTo(id, '447700900234', 'No проблем', 0)).toEqual([]);
	const inOnePush = async () =>
		await pushMessages('appointment-answers', [
			['447700900234', 'No'],
			['447700900234', 'YES'],
		]);
	expect(await answersTo(id, '447700900234', 'No', 1, inOnePush)).toEqual([expect.stringContaining('cancelled')]);
	expect(await answersTo(id, '447700900234', 'Yes', 0)).toEqual([]);
	const executions = await n8n.rest.finishedExecutionsOf(id, 7);
	const moved = executions.flatMap((execution) => itemsOf(execution, 'Move the row').map(({ json }) => json));
	expect(moved.map(({ name, state }) => `${name} ${state}`).sort()).toEqual(['Ann CONFIRMED', 'Ben CANCELLED']);
});

test('a-few-a-day.json: at most three messages a day to a number, across executions', async () => {
	const id = await n8n.rest.saveWorkflow(await readExample('a-few-a-day'));
	for (const [sent, held] of [
		[3, 1],
		[0, 4],
	]) {
		const before = sandbox.messages.length;
		const execution = await n8n.rest.runToEnd(id, START);
		expect(execution.status).toBe('success');
		expect(sandbox.messages.length - before).toBe(sent);
		expect(itemsOf(execution, 'Too many today')).toHaveLength(held!);
	}
});
