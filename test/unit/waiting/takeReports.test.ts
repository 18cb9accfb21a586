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

/** A wait for three messages as it is stored, and what becomes of reports on them. */
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
		// n8n stores what the webhook leaves only when the execution goes on
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

test('a report that the logs could not tell again is stored before it is answered 200, or sent again', async () => {
	const report = startWait();
	expect(await report('a', UNKNOWN)).toEqual({ answered: 200, stored: ['a'] });
	// The execution is not woken time and again
	expect(await report('b', UNKNOWN)).toEqual({ answered: 503, stored: ['a'] });
	expect(await report('a', UNKNOWN)).toEqual({ answered: 200, stored: ['a'] });
	now += 6000;
	expect(await report('b', UNKNOWN)).toEqual({ answered: 200, stored: ['a', 'b'] });
});

test('one that the logs can tell is only noted, until it is the last one', async () => {
	const report = startWait();
	expect(await report('a', DELIVERED)).toEqual({ answered: 200, stored: [] });
	expect(await report('b', DELIVERED)).toEqual({ answered: 200, stored: [] });
	expect(await report('c', DELIVERED)).toEqual({ answered: 200, stored: ['a', 'b', 'c'] });
});

test('one that another process would not see is stored before it is answered 200, but not twice', async () => {
	const report = startWait({ processId: 'worker' });
	expect(await report('a', DELIVERED)).toEqual({ answered: 200, stored: ['a'] });
	expect(await report('b', DELIVERED)).toEqual({ answered: 503, stored: ['a'] });
	now += 6000;
	expect(await report('a', DELIVERED)).toEqual({ answered: 200, stored: ['a'] });
	expect(await report('b', DELIVERED)).toEqual({ answered: 200, stored: ['a', 'b'] });
	expect(await report('c', DELIVERED)).toEqual({ answered: 200, stored: ['a', 'b', 'c'] });
});

test('one during which the execution went on would take it back: it is to be sent again', async () => {
	const report = startWait();
	expect(await report('a', UNKNOWN, { meanwhile: noteResumed })).toEqual({ answered: 503, stored: [] });
});

test('one that took long to come ends no wait', async () => {
	const report = startWait();
	expect(await report('a', UNKNOWN, { meanwhile: () => (now += 6000) })).toEqual({ answered: 503, stored: [] });
});

test('one of another number under the same ID, as the user may give it in another run, is of another message', async () => {
	const report = startWait();
	expect(await report('a', UNKNOWN, { to: '436600000019' })).toEqual({ answered: 200, stored: [] });
	expect(await report('a', UNKNOWN, { to: '+43 660 0000010' })).toEqual({ answered: 200, stored: ['a'] });
});

test('where an answer is awaited, a failure wakes the execution at once, and deliveries never do', async () => {
	const report = startWait({ awaitsMore: true, processId: 'worker' });
	for (const messageId of ['a', 'b']) expect(await report(messageId, DELIVERED)).toEqual({ answered: 200, stored: [] });
	expect(await report('c', { groupId: 2 })).toEqual({ answered: 200, stored: ['a', 'b', 'c'] });
});

test('where an answer is awaited, a failure that another process would not see is stored, or sent again', async () => {
	const report = startWait({ awaitsMore: true, processId: 'worker' });
	const failed = { groupId: 2 };
	expect(await report('a', failed)).toEqual({ answered: 200, stored: ['a'] });
	// The worker has not gone on yet
	expect(await report('b', failed, { meanwhile: (wait) => (wait.round = 1) })).toMatchObject({ answered: 503 });
});
