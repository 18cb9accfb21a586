import { EventEmitter } from 'node:events';

import type { IHookFunctions } from 'n8n-workflow';

import { keyReports, memoryOf, ReportMemory } from '../../../nodes/SmsMessaging/notifications/reportMemory';
import { notificationWebhookMethods } from '../../../nodes/SmsMessaging/notifications/webhookMethods';
import type { Report } from '../../../nodes/SmsMessaging/reports/report';
import { host } from '../../../nodes/SmsMessaging/service/host';
import { DELIVERED, EXPIRED } from './bodies';

/** A response that n8n answers when the test says so. */
class Response extends EventEmitter {
	statusCode = 200;
	closed = false;

	/** What happens when n8n ends its answer. The sender hears it unless it has gone. */
	answer(statusCode: number): void {
		this.statusCode = statusCode;
		this.emit('prefinish');
		this.closed = true;
		this.emit('close');
	}

	senderGoes(): void {
		this.closed = true;
		this.emit('close');
	}
}

const report = (messageId: string): Report => ({ messageId, status: { groupId: 3 } });
const keyed = (...ids: string[]) => keyReports(ids.map(report));
const idsOf = (reports: Report[] | undefined) => reports?.map(({ messageId }) => messageId);

async function push(memory: ReportMemory, ids: string[], statusCode = 200) {
	const response = new Response();
	const fresh = idsOf(await memory.claim(keyed(...ids), response));
	response.answer(statusCode);
	return fresh;
}

afterEach(() => jest.useRealTimers());

test('the key of a report is that of its message, destination, status and error, as JSON or XML gives them', () => {
	const asText = { ...DELIVERED, smsCount: 7, status: { ...DELIVERED.status, id: '5', description: 'other words' } };
	expect([...keyReports([DELIVERED, asText, EXPIRED]).values()]).toEqual([DELIVERED, EXPIRED]);
});

test('what was answered 200 is known from then on; what was not answered so starts again', async () => {
	const memory = new ReportMemory();
	expect(await push(memory, ['a', 'b'], 500)).toEqual(['a', 'b']);
	expect(await push(memory, ['a', 'b'])).toEqual(['a', 'b']);
	expect(await push(memory, ['b', 'c', 'a'])).toEqual(['c']);
	expect(await push(memory, ['c'])).toEqual([]);
});

test('a second push at the same time waits for the answer to the first', async () => {
	const memory = new ReportMemory();
	for (const [statusCode, expected] of [[500, ['x', 'y']], [200, ['y']]] as const) {
		const first = new Response();
		expect(idsOf(await memory.claim(keyed('x'), first))).toEqual(['x']);
		const second = new Response();
		const secondClaim = memory.claim(keyed('x', 'y'), second);
		first.answer(statusCode);
		expect(idsOf(await secondClaim)).toEqual(expected);
		second.answer(500);
	}
});

test('a push of other reports does not wait', async () => {
	const memory = new ReportMemory();
	await memory.claim(keyed('a'), new Response());
	expect(await push(memory, ['b'])).toEqual(['b']);
});

test('an answer that does not come: the second push is told so, and takes nothing', async () => {
	const memory = new ReportMemory(10, 2);
	const first = new Response();
	await memory.claim(keyed('a'), first);
	expect(await memory.claim(keyed('a', 'b'), new Response())).toBeUndefined();
	expect(await push(memory, ['b'])).toEqual(['b']);
	first.answer(200);
	expect(await push(memory, ['a'])).toEqual([]);
});

test('a sender that goes while it waits starts nothing', async () => {
	const memory = new ReportMemory();
	const first = new Response();
	await memory.claim(keyed('a'), first);
	const second = new Response();
	second.senderGoes();
	expect(await memory.claim(keyed('a'), second)).toBeUndefined();
});

test('a sender that goes before n8n answers: what n8n then stored is known, what it could not store is not', async () => {
	const memory = new ReportMemory(10, 1);
	for (const [statusCode, expected] of [[500, ['a']], [200, []]] as const) {
		const response = new Response();
		expect(idsOf(await memory.claim(keyed('a'), response))).toEqual(['a']);
		response.senderGoes();
		// n8n may still be storing the run
		expect(await memory.claim(keyed('a'), new Response())).toBeUndefined();
		response.answer(statusCode);
		expect(await push(memory, ['a'], 500)).toEqual(expected);
	}
});

test('a push that n8n never answers is forgotten in the end', async () => {
	jest.useFakeTimers({ doNotFake: ['setTimeout', 'setImmediate', 'nextTick', 'queueMicrotask'] });
	const memory = new ReportMemory(10, 1);
	const lost = new Response();
	await memory.claim(keyed('a', 'b'), lost);
	jest.setSystemTime(Date.now() + 599_000);
	expect(await memory.claim(keyed('a'), new Response())).toBeUndefined();
	jest.setSystemTime(Date.now() + 1_000);
	const second = new Response();
	expect(idsOf(await memory.claim(keyed('a'), second))).toEqual(['a']);
	// an answer that comes after all does not let go of what is held by another push
	lost.answer(500);
	expect(await memory.claim(keyed('a'), new Response())).toBeUndefined();
	second.answer(200);
	expect(await push(memory, ['a', 'b'])).toEqual(['b']);
});

test('the oldest are forgotten first, and no more are kept than asked for', async () => {
	const memory = new ReportMemory(3);
	await push(memory, ['a', 'b']);
	await push(memory, ['c']);
	await push(memory, ['d']);
	expect(await push(memory, ['b', 'c', 'd'], 500)).toEqual([]);
	expect(await push(memory, ['a'])).toEqual(['a']);
	expect(await push(memory, ['b', 'c', 'd', 'a'], 500)).toEqual(['b']);
});

test('each workflow and each node has a memory of its own', async () => {
	await push(memoryOf('workflow', 'node'), ['a']);
	expect(await push(memoryOf('workflow', 'node'), ['a'])).toEqual([]);
	expect(await push(memoryOf('workflow', 'other'), ['a'])).toEqual(['a']);
	expect(await push(memoryOf('other', 'node'), ['a'])).toEqual(['a']);
});

describe('a trigger that n8n takes away', () => {
	const hook = (method: 'checkExists' | 'delete', workflow: string, webhookData = {}) =>
		notificationWebhookMethods!.default![method].call({ getWorkflow: () => ({ id: workflow }), getNode: () => ({ id: 'node' }), webhookData } as unknown as IHookFunctions);
	/** Ends the time for which memories of removed triggers are kept. */
	let endSleeps: () => void = () => {};
	beforeEach(() => {
		const slept = new Promise<void>((resolve) => (endSleeps = resolve));
		jest.spyOn(host, 'sleep').mockReturnValue(slept);
	});
	afterEach(() => jest.restoreAllMocks());
	const timePasses = async () => {
		endSleeps();
		await new Promise((resolve) => setImmediate(resolve));
	};

	test('is forgotten after a while', async () => {
		await push(memoryOf('deleted', 'node'), ['a']);
		await hook('delete', 'deleted');
		await timePasses();
		expect(await push(memoryOf('deleted', 'node'), ['a'])).toEqual(['a']);
	});

	test('is remembered when it comes back, as with an update of the workflow', async () => {
		await push(memoryOf('updated', 'node'), ['a']);
		await hook('delete', 'updated');
		await hook('checkExists', 'updated');
		await timePasses();
		expect(await push(memoryOf('updated', 'node'), ['a'])).toEqual([]);
	});

	test('is remembered when only its test URL goes', async () => {
		await push(memoryOf('tested', 'node'), ['a']);
		await hook('delete', 'tested', { isTest: true });
		await timePasses();
		expect(await push(memoryOf('tested', 'node'), ['a'])).toEqual([]);
	});

	test('one that was taken away and came back between is not forgotten by the first removal', async () => {
		jest.spyOn(host, 'now').mockReturnValueOnce(1).mockReturnValue(2);
		await push(memoryOf('twice', 'node'), ['a']);
		await hook('delete', 'twice');
		await hook('checkExists', 'twice');
		await timePasses();
		jest.mocked(host.sleep).mockReturnValue(new Promise(() => {}));
		await hook('delete', 'twice');
		expect(await push(memoryOf('twice', 'node'), ['a'])).toEqual([]);
	});
});

test('where all triggers together remember too much, the one that was quiet for longest is forgotten', async () => {
	host.memory.delete('started runs');
	const at = (workflow: string) => memoryOf(workflow, 'node', 3);
	await push(at('quiet'), ['a', 'b']);
	await push(at('busy'), ['a', 'b']);
	expect(await push(at('busy'), ['a', 'b'])).toEqual([]);
	expect(await push(at('quiet'), ['a'])).toEqual(['a']);
});
