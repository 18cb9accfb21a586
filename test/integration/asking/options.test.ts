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
	const each = { dryRun: true, text: `${QUESTION}\n{link}`, segments: 2, linkCharacters: 145, linkSegments: 1 };
	expect(asked.came).toEqual([
		[],
		[{ to: '43660000001' }, { to: '436602000', given: '0660 2000' }].map((fields) =>
			expect.objectContaining({ ...each, ...fields }),
		),
	]);
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

test('Include Input Fields: whatever comes out has its columns, and none that an earlier question has put out', async () => {
	const earlier = {
		...{ question: 'Restart db1?', askedBy: 'Watch', messageId: 'm-1', statusGroup: 'DELIVERED' },
		...{ answer: 'Approve', approved: true, answeredAt: '2030-01-31T08:30:00.000Z', report: { messageId: 'm-1' } },
	};
	const items = [
		{ row: 1, to: '43660000001' },
		{ row: 2, to: '19990200270' },
		{ row: 3, to: '1' },
		{ row: 4, to: '43660000004', ...earlier },
		// Columns of the user
		{ row: 5, to: '43660000005', answer: 'Approve', approved: true, reason: 'disk full' },
	];
	const own = { to: '={{ $json.to }}', timeLimit: 1, timeLimitUnit: 'minutes', options: { includeInputFields: true } };
	const asked = await ask(own, { items, settings: CONTINUE });
	await asked.post({ answer: 'approved' });
	await asked.untilOver();
	const [answers, others] = asked.came;
	expect(answers).toMatchObject([{ row: 1, approved: true }]);
	expect(others.map(({ row, to, reason }) => [row, to, reason]).sort()).toEqual([
		[2, '19990200270', 'notReached'],
		[3, '1', undefined],
		[4, '43660000004', 'timeLimit'],
		[5, '43660000005', 'timeLimit'],
	]);
	for (const item of others)
		for (const name of ['answer', 'approved', 'answeredAt', 'report']) expect(item).not.toHaveProperty(name);
});
