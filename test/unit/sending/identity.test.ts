import {
	bulkIdPrefix,
	contentOf,
	identityIn,
	messageOf,
	type Identifying,
} from '../../../nodes/SmsMessaging/sending/plan/identity';
import { contextOf, type Execution } from './contexts';

const identifying = (message: Identifying, destination: { to: string; messageId?: string }, source?: string): string =>
	messageOf(contentOf(message, source), destination);

const HELLO = [{ text: 'Hello', to: '1' }];
const identityOf = (execution: Execution, call: unknown = []) => identityIn(contextOf(execution), call);
const idOf = (execution: Execution, call?: unknown) => identityOf(execution, call).messageId('content', 0);
const bulkIdOf = (execution: Execution, call?: unknown) => identityOf(execution, call).bulkId(1);

test.each<[string, Execution, unknown, boolean]>([
	['other execution', { token: 'b', id: '8' }, [], true],
	['other node', { token: 'a', nodeId: 'node-2' }, [], true],
	['run of the node', { token: 'a', runIndex: 1 }, [], false],
	['other call of an agent', { token: 'a', isTool: true }, [{ text: 'Bye' }], true],
])('no %s has the same bulk IDs, and only with a shared ledger the same message IDs', (_, other, call, differs) => {
	for (const one of [{ token: 'a' }, { token: 'a', isTool: true }]) {
		expect(bulkIdOf(other, call)).not.toBe(bulkIdOf(one, HELLO));
		if (differs)
			expect(identityOf(one, HELLO).isOwnBulkId(bulkIdOf(other, call))).toBe(
				one.isTool === undefined && other.isTool === true,
			);
		if (one.isTool === undefined || other.isTool === true) expect(idOf(other, call) !== idOf(one, HELLO)).toBe(differs);
	}
});

test('without a token, IDs are stable as long as n8n keeps the execution’s data, and differ between executions', () => {
	const kept = {};
	const [first, again] = [identityOf({ kept }), identityOf({ kept, runIndex: 1 })];
	expect(again.messageId('content', 0)).toBe(first.messageId('content', 0));
	expect(again.isOwnBulkId(first.bulkId(1))).toBe(true);
	// Get Logs finds it by the execution
	expect(first.bulkId(1).startsWith(bulkIdPrefix(contextOf({}), '7'))).toBe(true);
	expect(Object.keys(kept)).toEqual(['identity']);
	const other = identityOf({});
	expect(other.messageId('content', 0)).not.toBe(first.messageId('content', 0));
	expect(other.isOwnBulkId(first.bulkId(1))).toBe(false);
});

test('a message is identified by number, sender and text or bytes, or by your own ID; the link of a question does not count', () => {
	const link = (signature: string) =>
		`https://n8n.example/webhook-waiting/7?k=abcdefghijkl&signature=${signature.repeat(64)}`;
	const contents = [
		identifying({ content: { text: 'Hello' } }, { to: '1' }),
		identifying({ content: { text: 'Hello' } }, { to: '2' }),
		identifying({ sender: 'A', content: { text: 'Hello' } }, { to: '1' }),
		identifying({ sender: 'B', content: { text: 'Hello' } }, { to: '1' }),
		identifying({ content: { text: 'Bye' } }, { to: '1' }),
		identifying({ content: { hex: '00' } }, { to: '1' }),
		identifying({ content: { hex: '01' } }, { to: '1' }),
		identifying({ content: { text: 'Hello' } }, { to: '1', messageId: 'x' }),
		identifying({ content: { text: 'Hello' } }, { to: '1', messageId: 'y' }),
		identifying({ content: { text: `Yes? ${link('0')}` } }, { to: '1' }),
	];
	expect(new Set(contents).size).toBe(contents.length);
	expect(identifying({ content: { text: 'Bye' } }, { to: '2', messageId: 'x' })).toBe(contents[7]);
	expect(identifying({ content: { text: `Yes? ${link('1')}` } }, { to: '1' })).toBe(contents.at(-1));
	expect(identifying({ sender: '', content: { text: 'Hello' } }, { to: '1' })).toBe(contents[0]);
});

test('a bulk ID belongs to its execution, in all its Retries, and to this n8n', () => {
	const [execution, retry] = [identityOf({ token: 'a' }), identityOf({ token: 'a', id: '1234', isRetry: true })];
	const other = identityOf({ token: 'b', id: '8' }).bulkId(1);
	const [own, own2] = [execution.bulkId(1), retry.bulkId(2)];
	const foreign = [own.replace(/^n8n-......-/, 'n8n-ffffff-'), `x${own}`, 'campaign', '', undefined, 7];
	for (const identity of [execution, retry]) {
		for (const one of [own, own2]) expect(identity.isOwnBulkId(one)).toBe(true);
		for (const one of [other, ...foreign, bulkIdOf({ token: 'a', nodeId: 'node-2' })])
			expect(identity.isOwnBulkId(one)).toBe(false);
	}
});

test('with expressions that give something else each time, a message is identified by number and item', () => {
	const contents = [
		identifying({ content: { text: 'Hello' } }, { to: '1' }, 'item 0'),
		identifying({ content: { text: 'Hello' } }, { to: '2' }, 'item 0'),
		identifying({ content: { text: 'Hello' } }, { to: '1' }, 'item 1'),
		identifying({ content: { text: 'Hello' } }, { to: '1' }),
	];
	expect(new Set(contents).size).toBe(contents.length);
	expect(identifying({ sender: 'A', content: { text: 'Bye' } }, { to: '1' }, 'item 0')).toBe(contents[0]);
});
