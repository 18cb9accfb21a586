import type { RunningN8n } from '../../tools/n8n/instance';
import { itemsOf } from '../../tools/n8n/restClient';
import { serverError, slow, tooManyRequestsUntil, unauthorized } from '../support/faults/faults';
import { sharedN8n } from '../support/n8n/shared';
import { idsOf, PollingN8n, polls, pollingWorkflow, REPORTS, sendTo } from './pollingN8n';

let n8n: RunningN8n;
let polling: PollingN8n;
beforeAll(async () => {
	n8n = await sharedN8n();
	polling = new PollingN8n(n8n);
});
afterAll(async () => await polling.stop());

test('429 at the beginning of a poll is no failed execution', async () => {
	const account = await polling.newAccount();
	await sendTo(account, [{ id: 'a' }]);
	account.faults.push(tooManyRequestsUntil('1'));
	const id = await polling.publish(account);
	expect(idsOf(await n8n.rest.finishedExecutionsOf(id, 1))).toEqual([['a']]);
	await n8n.rest.deactivate(id);
	expect((await n8n.rest.executionsOf(id)).map(({ status }) => status)).toEqual(['success']);
});

test('a failing service is a failed execution that says what to do, and the next poll gets the reports', async () => {
	const account = await polling.newAccount();
	const id = await polling.publish(account);
	account.faults.push(serverError);
	await n8n.rest.finishedExecutionsOf(id, 1);
	await sendTo(account, [{ id: 'a' }]);
	const [failed, succeeded] = await n8n.rest.finishedExecutionsOf(id, 2);
	await n8n.rest.deactivate(id);
	expect(failed!.status).toBe('error');
	expect(failed!.data.resultData.error).toMatchObject({
		message: expect.stringContaining('(500)'),
		description: expect.stringMatching(/tries again at the next poll time.*Get Logs/),
	});
	expect(idsOf([succeeded!])).toEqual([['a']]);
});

test('a wrong credential: the workflow is not published, and n8n says why', async () => {
	const account = await polling.newAccount();
	account.faults.push(...Array(10).fill(unauthorized));
	await expect(polling.publish(account)).rejects.toThrow('The service does not accept the credential (401)');
});

test('published anew while a poll is under way: its reports start the new version once', async () => {
	const account = await polling.newAccount();
	// Late enough that the message is there before, and the next version long after
	const once = (seconds: number) => ({
		item: [{ mode: 'custom', cronExpression: `${(new Date().getSeconds() + seconds) % 60} * * * * *` }],
	});
	account.faults.push(undefined, slow(10_000));
	const id = await polling.publish(account, { pollTimes: once(8) });
	await sendTo(account, [{ id: 'a' }]);
	await polls(account, 1);
	await n8n.rest.saveWorkflow({ ...pollingWorkflow(account, { simplify: false }), id });
	await n8n.rest.activate(id);
	const [execution] = await n8n.rest.finishedExecutionsOf(id, 1);
	await polls(account, 2);
	await n8n.rest.deactivate(id);
	expect(account.proxy.records[1]).toMatchObject({ fault: 'slow' });
	expect(idsOf(await n8n.rest.finishedExecutionsOf(id, 1))).toEqual([['a']]);
	expect(itemsOf(execution!, REPORTS)[0]!.json).toHaveProperty('report.messageId', 'a');
});
