import type { IDataObject } from 'n8n-workflow';

import { resetAfterAcceptance, unavailable } from '../../support/faults/faults';
import { runWorkflow, storedForRetry } from '../engine';
import { CONTINUE, ERROR_OUTPUT, SMS, smsWorkflow, STOP } from '../smsNode';
import { numberOf, rows } from '../bulk/messages';
import { withProxiedSandbox } from '../bulk/proxiedSandbox';

const DRY = { dryRun: true };
const SCHEDULE = {
	sendAt: { at: { time: '2030-01-31T08:30:00', timeZone: 'Europe/Vienna' } },
	validityPeriod: { period: { amount: 1, unit: 'hours' } },
};

test('Dry Run outputs the messages and their requests; nothing is sent, looked up or stored', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const parameters = { from: 'Shop', schedule: SCHEDULE, safeguards: { sameNumber: 'skip' } };
		const options = { ...DRY, messagesPerRequest: 2, includeInputFields: true };
		const items = [...rows(3), { ...rows(1)[0]!, content: 'Once more' }];
		const dry = await send(items, { parameters, options });
		expect(sandbox.requests).toEqual([]);
		expect(dry.json[2]).toEqual({
			content: 'Hello 2',
			dryRun: true,
			messageId: expect.stringMatching(/^[0-9a-f]{24}$/),
			to: items[2]!.to,
			from: 'Shop',
			text: 'Hello 2',
			sendAt: '2030-01-31T08:30:00.000+01:00',
			validityPeriod: 60,
			segments: 1,
			encoding: 'GSM-7',
			bulkId: expect.stringMatching(/-2$/),
			request: 2,
			requests: 2,
		});
		expect(dry.json[3]).toMatchObject({ dryRun: true, skipped: true, originalItem: 0 });
		expect(dry.task(SMS)!.hints).toEqual([
			expect.objectContaining({
				message: expect.stringContaining('3 messages with 3 segments in 2 requests'),
			}),
		]);
		const kept = dry.run.data.executionData!.contextData;
		expect(JSON.stringify(kept)).not.toContain('requests');
	});
});

test('Send Binary, Simplify off: the message as in the request', async () => {
	await withProxiedSandbox(undefined, async ({ send }) => {
		const { json } = await send([{ to: '43660000', content: '48 65' }], {
			parameters: { operation: 'sendBinary', hex: '48 65', simplify: false },
			options: DRY,
		});
		expect(json[0]).toMatchObject({
			hex: '48 65',
			message: { binary: { hex: '48 65' }, destinations: [{ to: '43660000', messageId: json[0]!.messageId }] },
		});
	});
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'%s: invalid items and those above the maximum are output as error items',
	async (onError) => {
		await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
			const { json, failed } = await send([{ to: 'home', content: 'A' }, ...rows(2)], {
				parameters: { safeguards: { maxMessages: 1 } },
				options: DRY,
				settings: onError === 'continueErrorOutput' ? ERROR_OUTPUT : CONTINUE,
			});
			expect(sandbox.requests).toEqual([]);
			const errors = [...json, ...failed.map((item) => item.json)].filter(({ error }) => error !== undefined);
			expect(errors.map(({ error }) => error)).toEqual([
				expect.stringContaining("'To' is 'home'"),
				expect.stringContaining('Maximum Messages allows 1'),
			]);
			expect(errors.map(({ details }) => (details as IDataObject).dryRun)).toEqual([true, true]);
		});
	},
);

test('Stop: one error for all messages that would not be sent', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const { error } = await send(rows(3), {
			parameters: { safeguards: { maxMessages: 2 } },
			options: DRY,
			settings: STOP,
		});
		expect(error!.message).toMatch(/^Dry run: 1 of 3 messages would not be sent. Maximum Messages allows 2/);
		expect(sandbox.requests).toEqual([]);
	});
});

test('Send Text and Wait does not wait: the items are in the output No Answer', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const { output, run } = await send(rows(2), { parameters: { operation: 'sendTextAndWait' }, options: DRY });
		expect(run.waitTill).toBeFalsy();
		expect([0, 1, 2].map((index) => output(SMS, index).length)).toEqual([0, 0, 2]);
		expect(output(SMS, 2)[0]!.json).toMatchObject({ dryRun: true, text: 'Hello 0' });
		expect(sandbox.requests).toEqual([]);
	});
});

test('on Retry, it shows what an earlier try sent and what it may have sent, and both count towards the maximum', async () => {
	await withProxiedSandbox(
		({ isSend, body }) => (isSend ? (body.includes(numberOf(1)) ? resetAfterAcceptance : undefined) : unavailable),
		async ({ sandbox, runOf }) => {
			const options = { messagesPerRequest: 1, ifUnclear: 'report', patience: 1 };
			const failed = await runWorkflow(smsWorkflow(runOf(rows(2), { options, settings: STOP })));
			const before = sandbox.requests.length;
			const executionData = storedForRetry(failed);
			const [waiting] = executionData.executionData!.nodeExecutionStack;
			const parameters = { safeguards: { maxMessages: 2 } };
			const start = smsWorkflow(runOf([], { options: { ...options, ...DRY }, parameters, settings: CONTINUE }));
			waiting!.node = start.nodes[1]!;
			waiting!.data.main![0]!.push({ json: rows(3)[2]! });
			const dry = await runWorkflow({ ...start, mode: 'retry', executionData });
			const [accepted, unknown, excess] = dry.output(SMS).map(({ json }) => json);
			expect(accepted).toMatchObject({ dryRun: true, statusGroup: 'PENDING', to: numberOf(0) });
			expect(accepted).not.toHaveProperty('warning');
			expect(unknown).toMatchObject({ dryRun: true, warning: expect.stringContaining('may have sent this') });
			expect(excess).toMatchObject({ details: { dryRun: true, state: 'notSent' } });
			expect(sandbox.requests).toHaveLength(before);
		},
	);
});
