import { unauthorized } from '../../support/faults/faults';
import { CONTINUE, STOP } from '../smsNode';
import { runWorkflow, storedForRetry } from '../engine';
import { errorData } from '../bulk/accounting';
import { withProxiedSandbox } from '../bulk/proxiedSandbox';
import { runSms, smsWorkflow } from '../smsNode';

const items = [
	{ to: '43660000, 43661000', content: 'A' },
	{ to: '+43660000', content: 'B' },
	{ to: '43662000, 43661000', content: 'C' },
];
const skipping = { options: { sameNumber: 'skip' } };

test('Skip: the first message to a number is sent, the others come out naming it', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const { json, paired } = await send(items, skipping);
		expect(sandbox.messages.map(({ to, text }) => [to, text])).toEqual([
			['43660000', 'A'],
			['43661000', 'A'],
			['43662000', 'C'],
		]);
		expect(paired).toEqual([0, 0, 1, 2, 2]);
		const skipped = (to: string, original: number) => ({
			to,
			skipped: true,
			originalItem: 0,
			originalMessageId: json[original]!.messageId,
			originalState: 'accepted',
		});
		expect(json[2]).toEqual(skipped('43660000', 0));
		expect(json[4]).toEqual(skipped('43661000', 1));
	});
});

test('Skip: the number of a faulty item counts for nothing, and a message that was not accepted is said to be so', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const faulty = { to: '43660000', content: '' };
		const { json } = await send(
			[
				faulty,
				{ to: '19990100600', content: 'A' },
				{ to: '19990100600', content: 'B' },
				{ to: '43660000', content: 'C' },
			],
			{ ...skipping, settings: CONTINUE },
		);
		expect(sandbox.messages.filter(({ to }) => to === '43660000').map(({ text }) => text)).toEqual(['C']);
		expect(json[2]).toMatchObject({ skipped: true, originalItem: 1, originalState: 'refused' });
	});
});

test.each(['Retry On Fail', 'Retry'])('Skip: %s gives the same result', async (again) => {
	let sends = 0;
	await withProxiedSandbox(
		({ isSend }) => (isSend && ++sends === 2 ? unauthorized : undefined),
		async ({ sandbox, runOf }) => {
			const retryOnFail = again === 'Retry On Fail';
			const run = runOf(items, {
				options: { sameNumber: 'skip', messagesPerRequest: 1, requestsAtOnce: 1 },
				settings: { ...STOP, retryOnFail, maxTries: 2 },
			});
			let result = await runSms(run);
			if (!retryOnFail) {
				const { destinations } = errorData(result)!;
				expect(destinations.map(({ state }) => state).toSorted()).toEqual([
					'accepted',
					'accepted',
					'notSent',
					'skipped',
					'skipped',
				]);
				const retried = await runWorkflow({
					...smsWorkflow(run),
					mode: 'retry',
					executionData: storedForRetry(result),
					additionalData: { executionId: '2' },
				});
				const out = retried.output('SMS Messaging');
				result = { ...result, ...retried, json: out.map(({ json }) => json) };
			}
			expect(result.error).toBeUndefined();
			expect(sandbox.messages.map(({ to }) => to)).toEqual(['43660000', '43661000', '43662000']);
			expect(result.json.map(({ skipped }) => skipped)).toEqual([undefined, undefined, true, undefined, true]);
		},
	);
});

test('Report as a Fault: the later item is faulty, and names the one before', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const { json } = await send([...items, { to: '43663000,43663000', content: 'D' }], {
			options: { sameNumber: 'report' },
			settings: CONTINUE,
		});
		expect(sandbox.messages.map(({ to }) => to)).toEqual(['43660000', '43661000']);
		expect(json.slice(2).map(({ error }) => error)).toEqual([
			"'to' 43660000 already appears in item 0 (Options → Same Number Twice)",
			"'to' 43661000 already appears in item 0 (Options → Same Number Twice)",
			"'to' 43663000 appears twice in this item (Options → Same Number Twice)",
		]);
	});
});
