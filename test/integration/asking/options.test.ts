import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { CONTINUE, type SmsRun } from '../smsNode';
import { AskedExecution } from './askedExecution';

/** The options of sending, where the message is a question. */

const LINK = /http:\S+&signature=[0-9a-f]{64}/;
const QUESTION = 'The disk of db1 is full. Restart?';

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await startSandbox({ logsPerMinute: 100_000 })));
afterEach(async () => await sandbox.stop());

const ask = async (parameters: INodeParameters, more: Partial<SmsRun> = {}) =>
	await AskedExecution.start(sandbox, { message: QUESTION, ...parameters }, more);

test('a dry run sends nothing and does not wait; it shows segments and cost with the link', async () => {
	const asked = await ask({ to: '43660000001,0660 2000', defaultCountry: 'AT', safeguards: { dryRun: true } });
	expect(asked.isWaiting).toBe(false);
	expect(sandbox.requests).toEqual([]);
	const [answers, others] = asked.came;
	expect(answers).toEqual([]);
	expect(others).toEqual(
		[{ to: '43660000001' }, { to: '436602000', given: '0660 2000' }].map((fields) =>
			expect.objectContaining({
				dryRun: true,
				...fields,
				text: `${QUESTION}\n{link}`,
				segments: 2,
				linkCharacters: 145,
				linkSegments: 1,
			}),
		),
	);
	expect(JSON.stringify(asked.execution.run.data)).not.toMatch(LINK);
});

test('a time limit that differs between items is a fault of each, and nothing is sent', async () => {
	const items = [5, 60].map((minutes) => ({ minutes }));
	const parameters = { timeLimit: '={{ $json.minutes }}', options: { includeInputFields: true } };
	const asked = await ask(parameters, { items, settings: CONTINUE });
	expect(asked.came[1]).toMatchObject(
		items.map((item) => ({ ...item, details: { faults: [{ field: 'timeLimit' }] } })),
	);
	expect(sandbox.requests).toEqual([]);
});

test('Maximum Segments: the link counts', async () => {
	const { execution } = await ask({ safeguards: { maxSegments: 1 } });
	expect(execution.error?.message).toMatch(/^'Question' needs 2 segments/);
	expect(sandbox.messages).toEqual([]);
	expect((await ask({ safeguards: { maxSegments: 2 } })).isWaiting).toBe(true);
});

test('Include Input Fields: with and without an answer', async () => {
	const asked = await ask(
		{ to: '={{ $json.number }}', options: { includeInputFields: true } },
		{
			items: [
				{ row: 1, number: '43660000001' },
				{ row: 2, number: '19990200270' },
			],
		},
	);
	await asked.post({ answer: 'approved' });
	await asked.untilOver();
	expect(asked.came).toEqual([
		[expect.objectContaining({ row: 1, approved: true })],
		[expect.objectContaining({ row: 2, reason: 'notReached' })],
	]);
});

test('Include Input Fields: an input column never looks like an answer, and a faulty item has its columns too', async () => {
	const asked = await ask(
		{ to: '={{ $json.number }}', timeLimit: 0.01, timeLimitUnit: 'minutes', options: { includeInputFields: true } },
		{
			items: [
				{ row: 1, number: '43660000001', answer: 'Approve', approved: true, reason: 'disk full' },
				{ row: 2, number: '1' },
			],
			settings: CONTINUE,
		},
	);
	await asked.untilOver();
	const [answers, others] = asked.came;
	expect(answers).toEqual([]);
	const [unanswered, faulty] = [1, 2].map((row) => others.find((item) => item.row === row));
	expect(unanswered).toMatchObject({ reason: 'timeLimit' });
	for (const name of ['answer', 'approved']) expect(unanswered).not.toHaveProperty(name);
	expect(faulty).toHaveProperty('error');
});

test('Include Input Fields: the output of an earlier question is not mixed with that of this one', async () => {
	const earlier = {
		...{
			row: 1,
			question: 'Restart db1?',
			askedBy: 'Watch',
			to: '43660000009',
			messageId: 'm-1',
			statusGroup: 'DELIVERED',
		},
		...{ answer: 'Approve', approved: true, answeredAt: '2030-01-31T08:30:00.000Z', report: { messageId: 'm-1' } },
	};
	const asked = await ask(
		{ timeLimit: 0.01, timeLimitUnit: 'minutes', options: { includeInputFields: true } },
		{ items: [earlier] },
	);
	await asked.untilOver();
	const [answers, [item]] = asked.came;
	expect(answers).toEqual([]);
	expect(item).toMatchObject({ row: 1, reason: 'timeLimit', to: '43660000001' });
	for (const name of ['answer', 'approved', 'answeredAt', 'report']) expect(item).not.toHaveProperty(name);
});
