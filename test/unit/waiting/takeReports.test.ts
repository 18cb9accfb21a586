import { EventEmitter } from 'node:events';
import type { IWebhookFunctions } from 'n8n-workflow';

import { host } from '../../../nodes/SmsMessaging/service/host';
import { noteResumed } from '../../../nodes/SmsMessaging/waiting/seenReports';
import { takeReports } from '../../../nodes/SmsMessaging/waiting/takeReports';
import { type WaitState, processId } from '../../../nodes/SmsMessaging/waiting/waitState';

const UNKNOWN = { groupId: 77, groupName: 'PARKED' };
const DELIVERED = { groupId: 3 };

class Response extends EventEmitter {
	statusCode = 200;
	status(code: number): this {
		this.statusCode = code;
		return this;
	}
	setHeader(): void {}
	json(): void {}
}

/** A stored wait for three messages, and the handling of their reports. */
function startWait(more: Partial<WaitState> = {}) {
	let wait = { waitId: host.randomHex(8), round: 1, processId: processId(), deadline: Infinity, ...more } as WaitState;
	wait.messages ??= ['a', 'b', 'c'].map((messageId, itemIndex) => ({
		itemIndex,
		destination: { to: `43660000001${itemIndex}`, messageId },
		accepted: {},
	}));
	return async (
		messageId: string,
		status: object,
		{ to, bulkId, meanwhile = () => {} }: { to?: string; bulkId?: string; meanwhile?: (wait: WaitState) => void } = {},
	): Promise<{ answered: number; stored: string[] }> => {
		const contextData = { 'node:Send': { wait } };
		const response = new Response();
		const context = {
			runExecutionData: { executionData: { contextData } },
			getNode: () => ({ name: 'Send' }),
			getRequestObject: () => ({
				rawHeaders: [],
				rawBody: Buffer.from(JSON.stringify({ messageId, to, bulkId, status })),
			}),
			getHeaderData: () => {
				meanwhile(wait);
				return {};
			},
			getQueryData: () => ({}),
			getResponseObject: () => response,
		};
		const { workflowData } = await takeReports(context as unknown as IWebhookFunctions);
		response.emit('prefinish');
		// n8n stores the webhook's changes only when the execution continues
		if (workflowData !== undefined) wait = { ...contextData['node:Send'].wait, round: wait.round + 1 };
		return {
			answered: response.statusCode,
			stored: wait.messages.flatMap(({ destination, final }) => (final ? [destination.messageId!] : [])),
		};
	};
}

let now = 1_000_000;
beforeEach(() => void jest.spyOn(host, 'elapsed').mockImplementation(() => now));
afterEach(() => jest.restoreAllMocks());

test('a report whose status is not in the logs is stored before it is answered 200; otherwise the service retries', async () => {
	const report = startWait();
	expect(await report('a', UNKNOWN)).toEqual({ answered: 200, stored: ['a'] });
	// The execution is not woken time and again
	expect(await report('b', UNKNOWN)).toEqual({ answered: 503, stored: ['a'] });
	expect(await report('a', UNKNOWN)).toEqual({ answered: 200, stored: ['a'] });
	now += 6000;
	expect(await report('b', UNKNOWN)).toEqual({ answered: 200, stored: ['a', 'b'] });
});

test('a report whose status is in the logs is kept in memory, until it is the last one', async () => {
	const report = startWait();
	expect(await report('a', DELIVERED)).toEqual({ answered: 200, stored: [] });
	expect(await report('b', DELIVERED)).toEqual({ answered: 200, stored: [] });
	expect(await report('c', DELIVERED)).toEqual({ answered: 200, stored: ['a', 'b', 'c'] });
});

test('a report that another process could not see is stored before it is answered 200, but only once', async () => {
	const report = startWait({ processId: 'worker' });
	expect(await report('a', DELIVERED)).toEqual({ answered: 200, stored: ['a'] });
	expect(await report('b', DELIVERED)).toEqual({ answered: 503, stored: ['a'] });
	now += 6000;
	expect(await report('a', DELIVERED)).toEqual({ answered: 200, stored: ['a'] });
	expect(await report('b', DELIVERED)).toEqual({ answered: 200, stored: ['a', 'b'] });
	expect(await report('c', DELIVERED)).toEqual({ answered: 200, stored: ['a', 'b', 'c'] });
});

test('a report that arrives while the execution resumes is refused, so that the service retries', async () => {
	const report = startWait();
	expect(await report('a', UNKNOWN, { meanwhile: noteResumed })).toEqual({ answered: 503, stored: [] });
});

test('a report whose body took too long does not end the wait', async () => {
	const report = startWait();
	expect(await report('a', UNKNOWN, { meanwhile: () => (now += 6000) })).toEqual({ answered: 503, stored: [] });
});

test('for a question, a failure resumes the execution at once, and a delivery never does', async () => {
	const report = startWait({ awaitsMore: true, processId: 'worker' });
	for (const messageId of ['a', 'b']) expect(await report(messageId, DELIVERED)).toEqual({ answered: 200, stored: [] });
	expect(await report('c', { groupId: 2 })).toEqual({ answered: 200, stored: ['a', 'b', 'c'] });
});

test('for a question, a failure that another process could not see is stored, or the service retries', async () => {
	const report = startWait({ awaitsMore: true, processId: 'worker' });
	const failed = { groupId: 2 };
	expect(await report('a', failed)).toEqual({ answered: 200, stored: ['a'] });
	// The worker has not continued yet
	expect(await report('b', failed, { meanwhile: (wait) => (wait.round = 1) })).toMatchObject({ answered: 503 });
});
