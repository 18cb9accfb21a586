import { EventEmitter } from 'node:events';

import { keyEntries, ReportMemory, triggerMemoryOf } from '../../../nodes/SmsMessaging/notifications/reportMemory';
import { host } from '../../../nodes/SmsMessaging/n8n/host';
import { readEntry, type Entry } from '../../../nodes/SmsMessaging/api/entry';

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
}

const report = (messageId: string): Entry => readEntry({ messageId, status: { groupId: 3 } });
const keyed = (...ids: string[]) => keyEntries(ids.map(report));
const idsOf = (reports: Entry[] | undefined) => reports?.map(({ messageId }) => messageId);

async function push(memory: ReportMemory, ids: string[], statusCode = 200) {
	const response = new Response();
	const fresh = idsOf(await memory.claim(keyed(...ids), response));
	response.answer(statusCode);
	return fresh;
}

/** How many reports a trigger remembers. */
const KEPT_PER_NODE = 100_000;

/** Without the hash of each, which takes long. @returns how many are new */
async function pushMany(memory: ReportMemory, count: number) {
	const response = new Response();
	const reports = new Map(Array.from({ length: count }, (_, index) => [`${index}`, report(`${index}`)]));
	const fresh = await memory.claim(reports, response);
	response.answer(200);
	return fresh?.length;
}

afterEach(() => jest.restoreAllMocks());

test('the oldest are forgotten first', async () => {
	const memory = new ReportMemory();
	await push(memory, ['a', 'b']);
	await pushMany(memory, KEPT_PER_NODE - 2);
	await push(memory, ['d']);
	expect(await push(memory, ['b', 'd'], 500)).toEqual([]);
	expect(await push(memory, ['a'])).toEqual(['a']);
	expect(await push(memory, ['b', 'd', 'a'], 500)).toEqual(['b']);
});

describe('if the memory of all triggers is too large', () => {
	beforeEach(() => void host.memory.delete('started runs'));
	const at = (workflow: string) => triggerMemoryOf(workflow, 'node');
	/** As if it remembered so many more. */
	const ofSize = (workflow: string, size: number) => Object.defineProperty(at(workflow), 'size', { value: size });

	test('the least recently used is dropped', async () => {
		for (const workflow of ['first', 'second']) await push(ofSize(workflow, 249_999), ['a']);
		ofSize('1', 2);
		expect(await push(at('second'), ['a'])).toEqual([]);
		expect(await push(at('first'), ['a'])).toEqual([]);
		at('1');
		ofSize('2', 1);
		at('3');
		expect(await push(at('second'), ['a'])).toEqual(['a']);
		expect(await push(at('first'), ['a'])).toEqual([]);
	});

	test('but not one with an unanswered push', async () => {
		const answerTo = new Response();
		await ofSize('busy', 300_000).claim(keyed('a'), answerTo);
		await push(ofSize('quiet', 200_000), ['a']);
		ofSize('1', 1);
		at('2');
		answerTo.answer(200);
		expect(await push(at('busy'), ['a'])).toEqual([]);
		expect(await push(at('quiet'), ['a'])).toEqual(['a']);
	});
});
