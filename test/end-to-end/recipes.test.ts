import { nodeOf, readExample, type ExampleName } from '../../tools/n8n/exampleWorkflows';
import type { RunningN8n } from '../../tools/n8n/instance';
import { itemsOf, type Execution, type Item, type WorkflowFile } from '../../tools/n8n/restClient';
import { sandboxCredential } from '../../tools/n8n/sandboxCredential';
import type { Sandbox, SandboxMessage } from '../../sandbox';
import { startMailbox, type Mailbox } from '../essentials/mailbox';
import { send } from '../sandbox/client';
import { afterwards } from '../support/afterwards';
import { startFaultProxy, type FaultScript } from '../support/faults/faultProxy';
import { forbidden } from '../support/faults/faults';
import { linkTo, pressAnswer } from './asking/askingWorkflow';
import { chain, plain, sharedN8nWithSandbox, START } from './realN8n';
import { startScriptedModel } from './scriptedModel';
import { push } from './trigger/triggerN8n';

/** The recipes of docs/recipes, as shipped, that no other file runs. */

const UNDELIVERABLE = '19990200271';
/** At the phone's network. */
const AT_OPERATOR = '19990600200';

let n8n: RunningN8n;
let sandbox: Sandbox;
let mailbox: Mailbox;

beforeAll(async () => {
	({ n8n, sandbox } = await sharedN8nWithSandbox({
		// n8n refuses a report that comes before it has stored the wait; the next try comes soon
		delays: { enrouteMs: 200, finalMs: 600 },
		notifications: { retryUnitMs: 300 },
	}));
	mailbox = await startMailbox();
});

const jsonOf = (items: Item[]) => items.map(({ json }) => json);

/** Puts a recipe into n8n, with the mail server where it sends an e-mail, and after `change`. */
async function place(name: ExampleName, change: (recipe: WorkflowFile) => void = () => {}): Promise<string> {
	const recipe = await readExample(name);
	for (const node of recipe.nodes.filter(({ type }) => type === 'n8n-nodes-base.emailSend'))
		node.credentials = {
			smtp: { id: await n8n.rest.saveCredential(mailbox.credential), name: mailbox.credential.name },
		};
	change(recipe);
	return await n8n.rest.saveWorkflow(recipe);
}

/** The execution of a recipe, the messages at the service, and the e-mails sent. */
async function run(name: ExampleName, change?: (recipe: WorkflowFile) => void, start = START) {
	const id = await place(name, change);
	const [messages, mails] = [sandbox.messages.length, mailbox.mails.length];
	const execution = await n8n.rest.runToEnd(id, start);
	return { execution, sent: sandbox.messages.slice(messages), mails: mailbox.mails.slice(mails) };
}

/** The same, while requests to the service fail. */
async function runWithFaults(script: FaultScript, ...recipe: Parameters<typeof run>) {
	const proxy = afterwards(await startFaultProxy(sandbox, script));
	await n8n.rest.saveCredential(sandboxCredential(proxy.url));
	const ran = await run(...recipe);
	await n8n.rest.saveCredential(sandboxCredential(sandbox.url));
	return ran;
}

/** Puts a value in place of the first one that a node sets. */
const assigned = (node: string, value: string) => (recipe: WorkflowFile) => {
	const { assignments } = nodeOf(recipe, node).parameters.assignments as { assignments: Array<{ value: string }> };
	assignments[0]!.value = value;
};

/** Output of several nodes, by name of the node. */
const outOf = (execution: Execution, names: string[], field: string) =>
	Object.fromEntries(names.map((name) => [name, jsonOf(itemsOf(execution, name)).map((json) => json[field])]));

test('appointment-reminders.json: everybody with an appointment within a day is reminded once', async () => {
	const activate = (recipe: WorkflowFile) => (nodeOf(recipe, 'Every hour').disabled = false);
	const refused = await runWithFaults(() => forbidden, 'appointment-reminders');
	expect(itemsOf(refused.execution, 'Add examples')).toHaveLength(3);
	expect(jsonOf(itemsOf(refused.execution, 'Not reminded')).map(({ reminder }) => reminder)).toEqual([null, null]);
	expect(refused.sent).toEqual([]);

	const first = await run('appointment-reminders', activate, 'Every hour');
	expect(first.execution.status).toBe('success');
	expect(first.sent.map(({ to }) => to)).toEqual(['447700900123', '447700900234']);
	expect(first.sent[0]?.text).toMatch(/^Hello Ann, we look forward to seeing you on \w+ \d+ \w+ at \d\d:00\./);
	expect(jsonOf(itemsOf(first.execution, 'Reminded'))).toEqual(
		['Ann', 'Ben'].map((name, index) =>
			expect.objectContaining({ name, reminder: 'SENT', result: null, messageId: first.sent[index]?.messageId }),
		),
	);

	const second = await run('appointment-reminders', activate, 'Every hour');
	expect(second.execution.status).toBe('success');
	expect(second.sent).toEqual([]);
});

test('local-morning.json: each message goes out in the morning of its recipient', async () => {
	const startMs = Date.now();
	const { execution, sent } = await run('local-morning');
	const accepted = jsonOf(itemsOf(execution, 'Accepted'));
	expect(accepted.map(({ to }) => to)).toEqual(['447700900123', '12025550123', '61491570006']);
	const zones = ['Europe/London', 'America/New_York', 'Australia/Sydney'];
	for (const [index, { deferredTo }] of accepted.entries()) {
		const at = new Date(deferredTo === undefined ? startMs : String(deferredTo));
		expect(sent[index]?.schedule?.sendAt).toBe(deferredTo === undefined ? undefined : at.getTime());
		const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zones[index], timeStyle: 'short' }).format(at);
		if (deferredTo === undefined) expect(clock).toMatch(/^0[89]:/);
		else expect(clock).toBe('08:00');
		// A day on which clocks are put back has 25 hours
		expect((at.getTime() - startMs) / 3_600_000).toBeLessThanOrEqual(25);
	}
});

describe('one-time-code.json', () => {
	test('delivered: the caller gets the code, and no e-mail is sent', async () => {
		const { execution, sent, mails } = await run('one-time-code');
		const [code] = jsonOf(itemsOf(execution, 'By SMS'));
		expect(code).toEqual({ code: expect.stringMatching(/^\d{6}$/), validUntil: expect.any(String), sentBy: 'sms' });
		expect(sent.map(({ text }) => text)).toEqual([expect.stringContaining(`${code?.code} is your code.`)]);
		expect(mails).toEqual([]);
	});

	test('a calling workflow continues with the code after delivery', async () => {
		const id = await place('one-time-code');
		await n8n.rest.activate(id);
		const parent = await n8n.rest.saveWorkflow({
			name: 'Calls one-time-code',
			nodes: [
				plain(START, 'manualTrigger', 1),
				plain('Call', 'executeWorkflow', 1.3, {
					workflowId: { __rl: true, mode: 'id', value: id },
					workflowInputs: { mappingMode: 'defineBelow', value: { phone: '447700900345', email: 'ben@example.com' } },
					options: {},
				}),
				plain('After', 'noOp', 1),
			],
			connections: chain(START, 'Call', 'After'),
			settings: { executionOrder: 'v1' },
		});
		const execution = await n8n.rest.runToEnd(parent, START);
		await n8n.rest.deactivate(id);
		const [code] = jsonOf(itemsOf(execution, 'After'));
		expect(code).toMatchObject({ sentBy: 'sms' });
		expect(sandbox.messages.at(-1)).toMatchObject({
			to: '447700900345',
			text: expect.stringContaining(String(code?.code)),
		});
	});

	test.each([
		['is not delivered', UNDELIVERABLE, 1],
		['is in no country of the users', '+1 202 555 0123', 0],
	])('a number that %s: the same code is e-mailed', async (_what, phone, messages) => {
		const { execution, sent, mails } = await run('one-time-code', assigned('Example', phone));
		const [code] = jsonOf(itemsOf(execution, 'By e-mail'));
		expect(code).toMatchObject({ sentBy: 'email' });
		expect(mails.map(({ text }) => text?.slice(0, 6))).toEqual([code?.code]);
		expect(sent).toHaveLength(messages);
	});
});

describe('outage-alert.json', () => {
	test('the second level is alerted if the first is not reached, the third is not', async () => {
		const { execution, sent, mails } = await run('outage-alert', undefined, 'Monitoring');
		expect(execution.status).toBe('success');
		expect(sent[0]?.text).toContain('HTTP 503');
		expect(sent.map(({ to, text }) => [to, text?.slice(0, 15)])).toEqual([
			[UNDELIVERABLE, 'OUTAGE, level 1'],
			['19990200272', 'OUTAGE, level 1'],
			['447700900123', 'OUTAGE, level 2'],
			['447700900234', 'OUTAGE, level 2'],
		]);
		expect(itemsOf(execution, 'Somebody has it')).toHaveLength(1);
		expect(mails).toEqual([]);
	});

	test('called by the monitoring: one e-mail if nobody is reached', async () => {
		const id = await place('outage-alert', (recipe) => {
			nodeOf(recipe, 'On-call list').parameters.jsonOutput = String(
				nodeOf(recipe, 'On-call list').parameters.jsonOutput,
			).replace(
				/levels: \[.*\]/s,
				`levels: [{ level: 1, numbers: ['nobody', '${AT_OPERATOR}', '${UNDELIVERABLE}'] }, { level: 2, numbers: [] }, { level: 3 }]`,
			);
		});
		await n8n.rest.activate(id);
		const { path } = nodeOf(await readExample('outage-alert'), 'Monitoring').parameters as { path: string };
		const before = (await n8n.rest.executionsOf(id)).length;
		await push(`${n8n.baseUrl}/webhook/${path}`, JSON.stringify({ summary: { mail: 'down' } }));
		const execution = (await n8n.rest.finishedExecutionsOf(id, before + 1)).at(-1)!;
		await n8n.rest.deactivate(id);
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Somebody has it')).toEqual([]);
		expect(mailbox.mails.at(-1)).toMatchObject({ subject: 'OUTAGE: {"mail":"down"}' });
		expect(sandbox.messages.at(-1)).toMatchObject({ to: UNDELIVERABLE, text: 'OUTAGE, level 1: {"mail":"down"}' });
	});
});

test('escalate.json: skips a person who cannot be reached, and asks the next', async () => {
	const execution = await n8n.rest.run(await place('escalate'), START);
	const link = await sandbox.waitFor(() => {
		const isAsked = sandbox.messages.some(
			({ to, text }) => to === '447700900456' && text?.includes('/webhook-waiting/'),
		);
		return isAsked && linkTo(sandbox, '447700900456');
	}, 20_000);
	await pressAnswer(link, 'approved');
	const done = await n8n.rest.finished(execution);
	expect(itemsOf(done, 'Restart').map(({ json }) => [json.to, json.approved])).toEqual([['447700900456', true]]);
	expect(done.data.resultData.runData.Ask).toHaveLength(2);
	expect(sandbox.messages.filter(({ to }) => to === '19990200270')).toHaveLength(1);
	expect(sandbox.messages.filter(({ to }) => to === '447700900789')).toEqual([]);
});

test('campaign.json: each number once, within hours and in one segment; unsent messages have a reason', async () => {
	const { execution, sent } = await run('campaign');
	expect(execution.status).toBe('success');
	expect(outOf(execution, ['Accepted', 'Skipped'], 'to')).toEqual({
		Accepted: ['447700900123', '447700900234'],
		Skipped: ['447700900123'],
	});
	expect(jsonOf(itemsOf(execution, 'Not sent')).map(({ phone, error }) => [phone, error])).toEqual([
		['+44 7700 900456', expect.stringContaining('$json.name')],
		['+44 7700 900567', expect.stringContaining('segments')],
		['+1 202 555 0123', expect.stringContaining("'To'")],
	]);
	expect(sent.map(({ to, smsCount, text }) => [to, smsCount, text?.includes(' - ')])).toEqual([
		['447700900123', 1, true],
		['447700900234', 1, true],
	]);
	const { body } = sandbox.requests.findLast(({ method }) => method === 'POST')!;
	expect((body as { messages: object[] }).messages[0]).toMatchObject({
		deliveryTimeWindow: { from: { hour: 8, minute: 0 }, to: { hour: 19, minute: 0 } },
	});
});

test('resend-other-sender.json: temporary failures are sent again from the other sender', async () => {
	const { execution, sent } = await run('resend-other-sender');
	expect(execution.status).toBe('success');
	expect(sent.map(({ to, from, text }) => [to, from, text])).toEqual([
		['447700900123', 'DemoShop', 'Your parcel 4821 arrives today.'],
		[UNDELIVERABLE, 'DemoShop', 'Your parcel 4822 arrives today.'],
		['19990200011', 'DemoShop', 'Your parcel 4823 arrives today.'],
		[UNDELIVERABLE, '447700900999', 'Your parcel 4822 arrives today.'],
	]);
	expect(outOf(execution, ['Delivered', 'Sent again', 'Given up', 'Still open'], 'to')).toEqual({
		Delivered: ['447700900123'],
		'Sent again': [UNDELIVERABLE],
		'Given up': ['19990200011', undefined],
		'Still open': [],
	});
});

test('resend-other-sender.json: a message that was perhaps delivered is not sent again', async () => {
	const unconfirmed = '19990602900';
	const { execution, sent } = await run('resend-other-sender', (recipe) => {
		const messages = [{ to: unconfirmed, text: 'Your parcel 4821 arrives today.' }];
		nodeOf(recipe, 'Messages').parameters.jsonOutput = JSON.stringify({ messages });
	});
	expect(outOf(execution, ['Still open'], 'status')).toEqual({ 'Still open': ['EXPIRED_DLR_UNKNOWN'] });
	expect(sent.map(({ to }) => to)).toEqual([unconfirmed]);
});

test('port-addressed.json: the card arrives after a header with its port', async () => {
	const { execution, sent } = await run('port-addressed');
	const card = 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Demo Shop\r\nTEL:+447700900000\r\nEND:VCARD\r\n';
	expect(sent.map(({ to, text }) => [to, Buffer.from(text?.replace(/ /g, '') ?? '', 'hex')])).toEqual([
		['447700900456', Buffer.concat([Buffer.from('06050423f40000', 'hex'), Buffer.from(card)])],
	]);
	expect(itemsOf(execution, 'Send card')).toHaveLength(1);
});

test('ai-agent.json: the agent sends within its limits, and is told when it exceeds them', async () => {
	const call = (To: string, Text: string) => ({ tool: 'Send_SMS', input: { To, Text } });
	const model = await startScriptedModel([
		{ calls: [call('+44 7700 900123', 'The meeting starts at 10.')] },
		{ calls: [call('+1 202 555 0123', 'The meeting starts at 10.')] },
		{ calls: [call('+44 7700 900123', 'x'.repeat(400))] },
		{ calls: [call('+44 7700 900234', 'Two'), call('+44 7700 900345', 'Three'), call('+44 7700 900456', 'Four')] },
		'Done.',
	]);
	const id = await n8n.rest.saveCredential(model.credential);
	const { execution, sent } = await run('ai-agent', (recipe) => {
		nodeOf(recipe, 'Model').credentials = { openAiApi: { id, name: model.credential.name } };
		Object.assign(nodeOf(recipe, 'Chat'), {
			type: 'n8n-nodes-base.set',
			typeVersion: 3.5,
			parameters: { mode: 'raw', jsonOutput: '{ "chatInput": "Tell them", "sessionId": "1" }', options: {} },
		});
		recipe.nodes.push(plain(START, 'manualTrigger', 1));
		Object.assign(recipe.connections, chain(START, 'Chat'));
	});
	expect(jsonOf(itemsOf(execution, 'AI Agent'))).toEqual([{ output: 'Done.' }]);
	expect(sent.map(({ text }) => text)).toEqual(['The meeting starts at 10.', 'Two', 'Three']);
	const [, first, country, long, many] = model.told;
	expect(first).toContain('PENDING_ACCEPTED');
	expect(country).toContain('Allowed Destinations allows only');
	expect(long).toContain('Maximum Segments');
	expect(many).toContain('Maximum Messages');
});

describe('after-a-crash.json', () => {
	const listOf = (...messages: object[]) => JSON.stringify({ messages });
	const lookUp = (execution: string) => assigned('Settings', execution);
	const OUTCOMES = ['Already sent', 'Still to send'];

	let crashed: string;
	beforeAll(async () => {
		const { execution } = await run('resend-other-sender', (recipe) => {
			nodeOf(recipe, 'Messages').parameters.jsonOutput = listOf(
				{ to: '+44 7700 900123', text: 'Your parcel 4821 arrives today.' },
				{ to: '+44 7700 900234', text: 'Your parcel 4822 arrives today.' },
			);
		});
		crashed = execution.id;
	});

	test('sent, unsent and faulty messages are separated, however their numbers are written', async () => {
		const { execution, sent } = await run('after-a-crash', (recipe) => {
			nodeOf(recipe, 'As it would be sent').parameters.defaultCountry = 'GB';
			nodeOf(recipe, 'The list').parameters.jsonOutput = listOf(
				{ to: '07700 900123', text: 'Your parcel 4821 arrives today.' },
				{ to: '+44 7700 900234', text: 'Your parcel 4822 arrives today.' },
				{ to: 7700900345, text: 'Your parcel 4823 arrives today.' },
				{ to: 'nobody', text: 'Your parcel 4824 arrives today.' },
			);
			lookUp(crashed)(recipe);
		});
		expect(outOf(execution, [...OUTCOMES, 'Faulty'], 'text')).toEqual({
			'Already sent': ['Your parcel 4821 arrives today.', 'Your parcel 4822 arrives today.'],
			'Still to send': ['Your parcel 4823 arrives today.'],
			Faulty: ['Your parcel 4824 arrives today.'],
		});
		expect(sent).toEqual([]);
	});

	test('an execution that sent nothing: all messages are still to send', async () => {
		const { execution } = await run('after-a-crash', lookUp('999999'));
		expect(outOf(execution, OUTCOMES, 'to')['Already sent']).toEqual([]);
		expect(itemsOf(execution, 'Still to send')).toHaveLength(3);
	});

	test('incomplete logs: it stops and lists nothing as still to send', async () => {
		// An answer of 50 entries may be full, so that the node asks for what is left
		await send(
			sandbox,
			Array.from({ length: 50 }, (_, i) => `4477009010${String(i).padStart(2, '0')}`),
		);
		let calls = 0;
		const refuseSecond = () => (++calls > 1 ? forbidden : undefined);
		const { execution } = await runWithFaults(refuseSecond, 'after-a-crash', lookUp(crashed));
		expect(execution.status).toBe('error');
		expect(itemsOf(execution, 'Sent by that execution')).not.toEqual([]);
		expect(execution.data.resultData.error?.message).toContain('Not all logs could be read');
		expect(execution.data.resultData.runData['Still to send']).toBeUndefined();
	});
});

describe('cancel-the-reminder.json', () => {
	const runAgain = async () => {
		const activate = (recipe: WorkflowFile) => (nodeOf(recipe, 'Every 15 minutes').disabled = false);
		return await run('cancel-the-reminder', activate, 'Every 15 minutes');
	};
	const compare = async (wanted = 0) => {
		const { execution, sent } = await runAgain();
		expect([execution.status, sent.length]).toEqual(['success', wanted]);
		return execution;
	};

	/** Deletes Ben's appointment, and moves that of Cem. */
	const change = async (startsAt: string) => {
		const rows = (operation: string, name: string, more: object = {}) => ({
			...{ resource: 'row', operation, dataTableId: { __rl: true, mode: 'name', value: 'SMS calendar' } },
			...{
				matchType: 'allConditions',
				filters: { conditions: [{ keyName: 'name', condition: 'eq', keyValue: name }] },
			},
			...more,
		});
		const columns = { mappingMode: 'defineBelow', value: { startsAt }, matchingColumns: [], schema: [] };
		const id = await n8n.rest.saveWorkflow({
			name: 'Changes the calendar',
			nodes: [
				plain(START, 'manualTrigger', 1),
				plain('Delete', 'dataTable', 1.1, rows('deleteRows', 'Ben')),
				plain('Move', 'dataTable', 1.1, rows('update', 'Cem', { columns, options: {} })),
			],
			connections: chain(START, 'Delete', 'Move'),
			settings: { executionOrder: 'v1' },
		});
		expect((await n8n.rest.runToEnd(id, START)).status).toBe('success');
	};

	test('a deleted appointment has its SMS cancelled, a moved one another in its place, and the others stay', async () => {
		const refused = await runWithFaults(() => forbidden, 'cancel-the-reminder');
		expect(itemsOf(refused.execution, 'Not scheduled')).toHaveLength(3);
		const { execution, sent } = await runAgain();
		expect(execution.status).toBe('success');
		expect(sent.map(({ to, sentAt }) => [to, sentAt])).toEqual([
			['447700900123', undefined],
			['447700900234', undefined],
			['447700900345', undefined],
		]);
		const [ann, ben, cem] = sent as [SandboxMessage, SandboxMessage, SandboxMessage];
		expect(new Set(sent.map(({ bulkId }) => bulkId)).size).toBe(3);
		await compare();

		const due = cem.schedule!.sendAt!;
		const hour = 3_600_000;
		await change(new Date(due + 30 * hour).toISOString());
		await compare(1);
		expect(ben.error.name).toBe('EC_MESSAGE_CANCELED');
		expect(cem.error.name).toBe('EC_MESSAGE_CANCELED');
		expect(ann.doneAt).toBeUndefined();
		const instead = sandbox.messages.at(-1)!;
		expect(instead).toMatchObject({ to: cem.to, schedule: { sendAt: due + 6 * hour } });
		expect(instead.text).not.toBe(cem.text);

		// It has arrived at what the calendar says
		const again = await compare();
		for (const node of ['Note it first', 'Cancel']) expect(itemsOf(again, node)).toEqual([]);
	});
});

describe('low-balance.json', () => {
	const limit = (value: number) => (recipe: WorkflowFile) => {
		const { conditions } = nodeOf(recipe, 'Below the limit?').parameters.conditions as {
			conditions: Array<{ rightValue: number }>;
		};
		conditions[0]!.rightValue = value;
	};

	test.each([
		[20, 0],
		[200, 1],
	])('with a limit of %d and a balance of 100, %d e-mails', async (value, count) => {
		const { execution, sent, mails } = await run('low-balance', limit(value), 'Every morning');
		expect(execution.status).toBe('success');
		expect(sent).toEqual([]);
		expect(mails.map(({ subject }) => subject)).toEqual(count === 0 ? [] : [expect.stringContaining('100 EUR')]);
	});
});
