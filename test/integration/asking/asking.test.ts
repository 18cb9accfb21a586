import { AskedExecution, withSandbox } from './askedExecution';

test('a question goes out with a link, and the answer comes out with who gave it and when', async () => {
	await withSandbox(async (sandbox) => {
		const asked = await AskedExecution.start(sandbox, {});
		expect(asked.isWaiting).toBe(true);
		expect(sandbox.messages.map(({ text }) => text)).toEqual([
			expect.stringMatching(
				/^Restart db1\?\nhttp:\/\/127\.0\.0\.1:5678\/webhook-waiting\/1\/SMS%20Messaging\?k=[\w-]{12}&signature=[0-9a-f]{64}$/,
			),
		]);
		const page = await asked.get();
		expect(page.status).toBe(200);
		expect(page.html).toContain('Restart db1?');
		const answered = await asked.post({ answer: 'approved' });
		expect(answered).toMatchObject({ status: 200, html: expect.stringContaining('Your answer: Approve') });
		expect(asked.execution.error).toBeUndefined();
		expect(asked.came).toEqual([
			[
				expect.objectContaining({
					answer: 'approved',
					approved: true,
					answeredAt: expect.stringMatching(/Z$/),
					question: 'Restart db1?',
					askedBy: 'Workflow',
					to: '43660000001',
				}),
			],
			[],
		]);
		expect(JSON.stringify(asked.came)).not.toContain('signature');
		expect(sandbox.messages).toHaveLength(1);
	});
});
