import { startSandbox } from '../../sandbox';
import { runWorkflow, startWorkflow, storedForRetry } from './engine';
import { startScriptedService } from './scriptedService';
import { credentialFor, SMS, smsWorkflow } from './smsNode';

/** What later tests lean on: Retry goes on with the stored input of the node that failed, and Stop ends an execution. */

const parameters = { operation: 'sendText', to: '={{ $json.to }}', text: 'Hello', options: { messageIds: 'node' } };

test('Retry runs the node that failed with the input that it had', async () => {
	const down = await startScriptedService({ status: 500 });
	const failed = await runWorkflow(
		smsWorkflow({ parameters, items: [{ to: '436601234567' }], credential: credentialFor(down) }),
	);
	await down.stop();
	expect(failed.run.status).toBe('error');
	expect(failed.task(SMS)!.error!.message).toMatch(/500/);

	const sandbox = await startSandbox();
	const retried = await runWorkflow({
		...smsWorkflow({ parameters, credential: credentialFor(sandbox) }),
		mode: 'retry',
		executionData: storedForRetry(failed),
	});
	await sandbox.stop();
	expect(retried.error).toBeUndefined();
	expect(retried.run.mode).toBe('retry');
	expect(retried.output(SMS).map(({ json }) => json.to)).toEqual(['436601234567']);
});

test('Stop ends an execution', async () => {
	const service = await startScriptedService({ status: 500 });
	const execution = startWorkflow(
		smsWorkflow({
			parameters,
			credential: credentialFor(service),
			settings: { retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 },
		}),
	);
	execution.cancel();
	const { run } = await execution.ended;
	await service.stop();
	expect(run.status).toBe('canceled');
});
