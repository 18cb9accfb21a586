import { rows } from '../bulk/messages';
import { withProxiedSandbox } from '../bulk/proxiedSandbox';

test('an empty maximum is an error, not unlimited', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const { error } = await send(rows(1), { parameters: { safeguards: { maxMessages: '' } } });
		expect(error!.message).toContain("'Maximum Messages' is empty; enter a number, or remove the option");
		expect(sandbox.requests).toEqual([]);
	});
});
