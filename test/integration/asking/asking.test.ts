import type { INodeParameters } from 'n8n-workflow';

import { startFaultProxy } from '../../support/faults/faultProxy';
import { forbidden, resetAfterAcceptance, unauthorized } from '../../support/faults/faults';
import { CONTINUE, credentialFor, sandboxForEach, STOP, type SmsRun } from '../smsNode';
import { AskedExecution } from './askedExecution';

const node = sandboxForEach({ logsPerMinute: 100_000 });
const start = async (parameters: INodeParameters, more: Partial<SmsRun> = {}) =>
	await AskedExecution.start(node.sandbox, parameters, more);

test('a link to an execution without a question answers 404', async () => {
	const waiting = await start({ operation: 'sendTextAndWait', text: 'Hello' });
	expect(waiting.isWaiting).toBe(true);
	const link = new URL('http://127.0.0.1:5678/webhook-waiting/1/node?k=Sample-_0000');
	expect((await waiting.get(link)).status).toBe(404);
	expect((await waiting.post({ answer: 'approved' }, link)).status).toBe(404);
	expect(waiting.isWaiting).toBe(true);
});

describe('kinds of answers', () => {
	test.each([
		[{ approvalType: 'single', approveLabel: 'Seen' }, { answer: 'Seen', approved: true }, ['Seen']],
		[{ approveLabel: 'Ja', declineLabel: 'Nein' }, { answer: 'Nein', approved: false }, ['Ja', 'Nein']],
		[{ declineLabel: ' ' }, { answer: 'Decline', approved: false }, ['Approve', 'Decline']],
	])('%j', async (parameters, answer, labels) => {
		const asked = await start(parameters);
		const { html } = await asked.get();
		expect(Array.from(html.matchAll(/>([^<]*)<\/button>/g), ([, label]) => label)).toEqual(labels);
		await asked.post({ answer: answer.approved ? 'approved' : 'declined' });
		expect(asked.came[0]).toEqual([expect.objectContaining(answer)]);
	});

	test('a text, within its length', async () => {
		const asked = await start({ responseType: 'freeText', page: { maxLength: 10 } });
		for (const text of ['', ' \r\n ', 'x'.repeat(11)]) {
			const refused = await asked.post({ text });
			expect(refused).toMatchObject({ status: 400, html: expect.stringContaining('role="alert"') });
			expect(refused.html).toContain(text.trim());
		}
		expect(await asked.post({ text: ' <b>\r\n&"1" 9\r\n' })).toMatchObject({
			status: 200,
			html: expect.stringContaining('Your answer: &lt;b&gt;\n&amp;&quot;1&quot; 9'),
		});
		expect(asked.came[0]).toEqual([expect.objectContaining({ answer: '<b>\n&"1" 9' })]);
		expect(asked.came[0][0]).not.toHaveProperty('approved');
	});

	test('only the offered options', async () => {
		const asked = await start({ approvalType: 'single' });
		for (const form of [{}, { answer: 'declined' }, { answer: 'text', text: 'yes' }])
			expect((await asked.post(form as Record<string, string>)).status).toBe(400);
		expect(asked.isWaiting).toBe(true);
	});
});

const TWO = { to: '43660000001,43660000002' };

test('all answers are awaited; those who answered see theirs, and missing answers are listed', async () => {
	const asked = await start({ to: `${TWO.to},43660000003`, awaits: 'all' });
	await asked.post({ answer: 'approved' }, asked.link('43660000001'));
	expect(asked.isWaiting).toBe(true);
	expect(await asked.get(asked.link('43660000001'))).toMatchObject({
		status: 200,
		html: expect.stringMatching(/already been answered.*Your answer: Approve/),
	});
	expect((await asked.post({ answer: 'declined' }, asked.link('43660000001'))).status).toBe(409);
	await asked.post({ answer: 'declined' }, asked.link('43660000003'));
	await asked.untilOver();
	expect(asked.came).toEqual([
		[
			expect.objectContaining({ to: '43660000001', approved: true, statusGroup: 'DELIVERED' }),
			expect.objectContaining({ to: '43660000003', approved: false }),
		],
		[expect.objectContaining({ to: '43660000002', reason: 'timeLimit', statusGroup: 'DELIVERED' })],
	]);
	expect(node.sandbox.messages).toHaveLength(3);
});

test('n8n resumes it from an older copy: recorded answers stay, and nothing follows twice', async () => {
	const asked = await start({ ...TWO, awaits: 'all' });
	const copy = asked.execution;
	await asked.post({ answer: 'approved' }, asked.link('43660000001'));
	await asked.wake(copy);
	expect(asked.isWaiting).toBe(true);
	await asked.post({ answer: 'declined' }, asked.link('43660000002'));
	expect(asked.came[0]).toMatchObject([{ approved: true }, { approved: false }]);
	await asked.wake(copy);
	expect(asked.execution.error?.message).toMatch(/earlier state/);
	expect(asked.came).toEqual([[], []]);
});

test('no answer within the time limit: a late one gets a page, and is not recorded', async () => {
	const asked = await start({ ...TWO, timeLimit: 5, timeLimitUnit: 'minutes' });
	await new Promise((resolve) => setTimeout(resolve, 300_000));
	expect(await asked.get()).toMatchObject({ status: 410, html: expect.stringContaining('too late') });
	expect((await asked.post({ answer: 'approved' })).status).toBe(410);
	await asked.untilOver();
	const each = { reason: 'timeLimit', statusGroup: 'DELIVERED' };
	const destinations = TWO.to.split(',').map((to) => expect.objectContaining({ to, ...each }));
	const explanation = expect.stringContaining('within the time limit');
	expect(asked.came).toEqual([
		[],
		[expect.objectContaining({ ...TWO, reason: 'timeLimit', explanation, destinations })],
	]);
});

test('the page has the chosen language and the name of the sender', async () => {
	const asked = await start({
		message: 'Neustart? {link} Danke',
		from: 'Nacht & Tag',
		page: { language: 'de-AT' },
	});
	expect(node.sandbox.messages[0]!.text).toMatch(/^Neustart\? http\S+ Danke$/);
	const { html } = await asked.get();
	for (const part of ['<html lang="de-AT">', 'Nacht &amp; Tag fragt', 'Neustart? ↓ Danke', 'Zustimmen'])
		expect(html).toContain(part);
	const { html: answered } = await asked.post({ answer: 'declined' });
	for (const part of ['Danke', 'Antwort: Ablehnen']) expect(answered).toContain(part);
});

test('custom texts replace the built-in ones; without a sender the page has no name', async () => {
	const word = [
		{ place: 'recorded', text: 'Danke <3, {name} bekommt {answer} von {max}' },
		{ place: 'given', text: 'Also: {answer}' },
		{ place: 'late', text: '' },
	];
	const asked = await start({ from: '', page: { language: 'de', words: { word } } });
	expect((await asked.get()).html).toContain('<title>Frage</title>');
	const { html } = await asked.post({ answer: 'approved' });
	for (const part of ['Danke &lt;3,  bekommt Zustimmen von 500', 'Also: Zustimmen']) expect(html).toContain(part);
	const own = { language: '={{ "pt-BR" }}', words: { word: [{ place: 'asks', text: 'Pergunta' }] } };
	expect((await (await start({ from: '', page: own })).get()).html).toContain('Pergunta');
});

test('the page is small, loads nothing from other hosts and runs no script', async () => {
	const asked = await start({ message: 'x'.repeat(1000) });
	const { html, headers } = await asked.get();
	expect(Buffer.byteLength(html)).toBeLessThan(15_000);
	expect(html).not.toMatch(/<script|https?:\/\/|url\(|@import/);
	expect(headers).toMatchObject({
		'Content-Security-Policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
		'Cache-Control': 'no-store',
		'Referrer-Policy': 'no-referrer',
	});
	expect(html).toContain(`content="default-src &#39;none&#39;`);
});

test('a report with a group only: nothing of the acceptance stands beside it', async () => {
	const asked = await start({ awaits: 'all', timeLimit: 1, timeLimitUnit: 'minutes' });
	const { messageId } = node.sandbox.messages[0]!;
	await asked.push({ messageId, to: '43660000001', status: { groupId: 2, groupName: 'UNDELIVERABLE' } });
	await asked.untilOver();
	const [, [item]] = asked.came;
	expect(item).toMatchObject({ reason: 'notReached', statusGroup: 'UNDELIVERABLE', messageId });
	for (const name of ['status', 'statusDescription']) expect(item).not.toHaveProperty(name);
});

test('a question that another execution has asked under the same ID is over at once, since its link belongs there', async () => {
	const parameters = { messageOptions: { messageId: 'q-1' }, options: { messageIds: 'own' } };
	await start(parameters, { start: { additionalData: { executionId: '1' } } });
	const second = await start(parameters, { start: { additionalData: { executionId: '2' } } });
	expect(second.isWaiting).toBe(false);
	expect(second.came[1]).toMatchObject([{ reason: 'linkEnded' }]);
	expect(node.sandbox.messages).toHaveLength(1);
});

test('with a message ID of the user, a report of another request says nothing, nor does the rejection of a repeated ID', async () => {
	const messageOptions = { messageId: 'order-1', bulkId: 'monday' };
	const limit = { timeLimit: 1, timeLimitUnit: 'minutes' };
	const parameters = { operation: 'sendTextAndWait', text: 'Hello', messageOptions, ...limit };
	const waiting = await start(parameters);
	const report = { messageId: 'order-1', to: '43660000001', status: { groupId: 3, groupName: 'DELIVERED' } };
	await waiting.push({ ...report, bulkId: 'sunday' });
	const repeated = { groupId: 5, groupName: 'REJECTED', name: 'REJECTED_DUPLICATE_MESSAGE_ID' };
	await waiting.push({ ...report, bulkId: 'monday', status: repeated });
	expect(waiting.isWaiting).toBe(true);
	await waiting.push({ ...report, bulkId: 'monday' });
	expect(waiting.isWaiting).toBe(false);
});

describe('sending fails', () => {
	test('a repeated number does not claim that the other question was sent', async () => {
		const credential = credentialFor({ url: 'http://127.0.0.1:9' });
		const parameters = { safeguards: { sameNumber: 'skip' } };
		const more = { credential, items: [{}, {}], settings: CONTINUE };
		const { came } = await start(parameters, more);
		expect(came[1].map(({ reason }) => reason)).toEqual(['notReached', 'skipped']);
		expect(came[1][1]!.explanation).not.toContain('another message');
	});

	test('nothing was accepted: Stop stops, and Continue outputs the reason', async () => {
		const proxy = await startFaultProxy(node.sandbox, () => unauthorized);
		const credential = credentialFor(proxy);
		const stopped = await start({}, { credential, settings: STOP });
		expect(stopped.execution.error?.message).toMatch(/401/);
		const continued = await start(TWO, { credential, settings: CONTINUE });
		const explanation = expect.stringMatching(/not sent: .*401/);
		expect(continued.came).toEqual([[], [expect.objectContaining({ reason: 'notReached', explanation })]]);
		await proxy.stop();
	});

	test('it is not known whether it was sent: the wait goes on, and the reason says so', async () => {
		const proxy = await startFaultProxy(node.sandbox, ({ isSend }) => (isSend ? resetAfterAcceptance : forbidden));
		const limit = { timeLimit: 1, timeLimitUnit: 'minutes' };
		const asked = await start(limit, { credential: credentialFor(proxy), settings: STOP });
		expect(asked.isWaiting).toBe(true);
		await asked.untilOver();
		expect(asked.came[1]).toMatchObject([{ reason: 'unknown', explanation: expect.stringContaining('not known') }]);
		await proxy.stop();
	});

	test('an invalid item is output with its error, and the others are sent', async () => {
		const items = [{ question: '' }, { question: 'Ready?' }];
		const parameters = { message: '={{ $json.question }}' };
		const asked = await start(parameters, { items, settings: CONTINUE });
		await asked.post({ answer: 'approved' });
		const [answers, others] = asked.came;
		expect(answers).toEqual([expect.objectContaining({ question: 'Ready?', approved: true })]);
		expect(others).toEqual([expect.objectContaining({ error: expect.stringMatching(/'Question' is empty/) })]);
	});
});

describe('the options of sending, where the message is a question', () => {
	const LINK = /http:\S+&signature=[0-9a-f]{64}/;
	const QUESTION = 'The disk of db1 is full. Restart?';

	const ask = async (parameters: INodeParameters, more: Partial<SmsRun> = {}) =>
		await start({ message: QUESTION, ...parameters }, more);

	test('a dry run sends nothing and does not wait; it shows segments and cost with the link', async () => {
		const asked = await ask({ to: '43660000001,0660 2000', defaultCountry: 'AT', safeguards: { dryRun: true } });
		expect(asked.isWaiting).toBe(false);
		expect(node.sandbox.requests).toEqual([]);
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
		expect(node.sandbox.requests).toEqual([]);
	});

	test('Maximum Segments: the link counts', async () => {
		const { execution } = await ask({ safeguards: { maxSegments: 1 } });
		expect(execution.error?.message).toMatch(/^'Question' needs 2 segments/);
		expect(node.sandbox.messages).toEqual([]);
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
		const own = {
			to: '={{ $json.to }}',
			timeLimit: 1,
			timeLimitUnit: 'minutes',
			options: { includeInputFields: true },
		};
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
});
