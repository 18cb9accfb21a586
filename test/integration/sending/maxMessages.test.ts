import { numberOf, rows } from '../bulk/messages';
import { withProxiedSandbox } from '../bulk/proxiedSandbox';
import { runWorkflow } from '../engine';
import { CONTINUE, SMS } from '../smsNode';
import { twoRounds } from '../twoRounds';

test('messages above Maximum Messages, in all iterations of a loop, are not sent and have the reason', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, runOf }) => {
		const execution = await runWorkflow(
			twoRounds(runOf(rows(3), { parameters: { safeguards: { maxMessages: 4 } }, settings: CONTINUE })),
		);
		expect(sandbox.messages.map(({ to }) => to)).toEqual([0, 1, 2, 0].map(numberOf));
		const second = execution.output(SMS).map(({ json }) => json);
		expect(second[0]).not.toHaveProperty('error');
		for (const json of second.slice(1)) {
			expect(json).toMatchObject({
				error: expect.stringContaining('allows 4 in one execution, and 4 are used, 3 of them in earlier runs'),
				details: { state: 'notSent' },
			});
			expect((json.details as any).description).toContain('Raise Maximum Messages');
		}
	});
});

test('an empty maximum is an error, not unlimited', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const { error } = await send(rows(1), { parameters: { safeguards: { maxMessages: '' } } });
		expect(error!.message).toContain("'Maximum Messages' is empty; enter a number, or remove the option");
		expect(sandbox.requests).toEqual([]);
	});
});
