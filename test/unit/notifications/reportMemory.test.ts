import { EventEmitter } from 'node:events';

import { keyEntries, ReportMemory, triggerMemoryOf } from '../../../nodes/SmsMessaging/notifications/reportMemory';
import { host } from '../../../nodes/SmsMessaging/n8n/host';
import { readEntry, type Entry } from '../../../nodes/SmsMessaging/api/entry';

/** A response that n8n answers when the test says so. */
class Response extends EventEmitter {
	statusCode = 200;

	/** What happens when n8n ends its answer. */
	answer(statusCode: number): void {
		this.statusCode = statusCode;
		this.emit('prefinish');
	}
}

const report = (messageId: string): Entry => readEntry({ messageId, status: { groupId: 3 } });
const keyed = (...ids: string[]) => keyEntries(ids.map(report));
const idsOf = (reports: Entry[] | undefined) => reports?.map(({ messageId }) => messageId);

function push(memory: ReportMemory, ids: string[], statusCode = 200) {
	const response = new Response();
	const fresh = idsOf(memory.claim(keyed(...ids), response));
	response.answer(statusCode);
	return fresh;
}

/** How many reports a trigger remembers. */
const KEPT_PER_NODE = 100_000;

/** Without the hash of each, which takes long. @returns how many are new */
function pushMany(memory: ReportMemory, count: number) {
	const response = new Response();
	const reports = new Map(Array.from({ length: count }, (_, index) => [`${index}`, report(`${index}`)]));
	const fresh = memory.claim(reports, response);
	response.answer(200);
	return fresh?.length;
}

test('a report that another push holds cannot be claimed until n8n has answered that push; then it starts a run once', () => {
	const memory = new ReportMemory();
	const first = new Response();
	expect(idsOf(memory.claim(keyed('a'), first))).toEqual(['a']);
	expect(push(memory, ['a', 'b'])).toBeUndefined();
	expect(push(memory, ['b'])).toEqual(['b']);
	first.answer(500);
	expect(push(memory, ['a', 'b'])).toEqual(['a']);
	expect(push(memory, ['a', 'b'])).toEqual([]);
});

test('the oldest are forgotten first', () => {
	const memory = new ReportMemory();
	push(memory, ['a', 'b']);
	pushMany(memory, KEPT_PER_NODE - 2);
	push(memory, ['d']);
	expect(push(memory, ['b', 'd'], 500)).toEqual([]);
	expect(push(memory, ['a'])).toEqual(['a']);
	expect(push(memory, ['b', 'd', 'a'], 500)).toEqual(['b']);
});

describe('if the memory of all triggers is too large', () => {
	beforeEach(() => void host.memory.delete('started runs'));
	const at = (workflow: string) => triggerMemoryOf(workflow, 'node');
	/** As if it remembered so many more. */
	const ofSize = (workflow: string, size: number) => Object.defineProperty(at(workflow), 'size', { value: size });

	test('the least recently used is dropped', () => {
		for (const workflow of ['first', 'second']) push(ofSize(workflow, 249_999), ['a']);
		ofSize('1', 2);
		expect(push(at('second'), ['a'])).toEqual([]);
		expect(push(at('first'), ['a'])).toEqual([]);
		at('1');
		ofSize('2', 1);
		at('3');
		expect(push(at('second'), ['a'])).toEqual(['a']);
		expect(push(at('first'), ['a'])).toEqual([]);
	});

	test('but not one with an unanswered push', () => {
		const answerTo = new Response();
		ofSize('busy', 300_000).claim(keyed('a'), answerTo);
		push(ofSize('quiet', 200_000), ['a']);
		ofSize('1', 1);
		at('2');
		answerTo.answer(200);
		expect(push(at('busy'), ['a'])).toEqual([]);
		expect(push(at('quiet'), ['a'])).toEqual(['a']);
	});
});
