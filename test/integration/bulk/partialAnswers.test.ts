import {
	changedEntries,
	entriesWithoutIds,
	missingEntries,
	reversedEntries,
	unavailable,
} from '../../support/faults/faults';
import type { Fault } from '../../support/faults/faultProxy';
import { CONTINUE, ERROR_OUTPUT, STOP } from '../smsNode';
import { brokenRules, fatesOf } from './accounting';
import { rows, targetsOf } from './messages';
import { withProxiedSandbox } from './proxiedSandbox';

/** Answers that mention fewer, more or other destinations than the request. */

const MODES = [STOP, CONTINUE, ERROR_OUTPUT];

test.each<[string, Fault]>([
	['in another order', reversedEntries],
	['without ids', entriesWithoutIds],
	[
		'with a + before the numbers',
		changedEntries('plus', (entries) => entries.map((entry) => ({ ...entry, to: `+${entry.to}` }))),
	],
	[
		'with numbers as JSON numbers',
		changedEntries('numbers', (entries) => entries.map((entry) => ({ ...entry, to: Number(entry.to) }))),
	],
	[
		'with one that nobody asked for',
		changedEntries('extra', (entries) => [{ to: '4369', messageId: 'x', status: entries[0].status }, ...entries]),
	],
	['each of them twice', changedEntries('doubled', (entries) => entries.flatMap((entry) => [entry, entry]))],
	['one of them missing', missingEntries],
	['all of them missing', changedEntries('none', () => [])],
])('entries %s: every destination comes out as accepted', async (_, fault) => {
	for (const settings of MODES) {
		await withProxiedSandbox(
			({ isSend }) => (isSend ? fault : undefined),
			async ({ sandbox, send }) => {
				const items = rows(5);
				const result = await send(items, { settings });
				expect(result.error).toBeUndefined();
				expect(brokenRules(targetsOf(items), result, sandbox)).toEqual([]);
				expect(result.json.map(({ to, messageId }) => [String(to).replace('+', ''), messageId])).toEqual(
					sandbox.messages.map(({ to, messageId }) => [to, messageId]),
				);
			},
		);
	}
});

test('a destination that neither answer nor logs can tell of is an error item with its ID, never dropped', async () => {
	await withProxiedSandbox(
		({ isSend }) => (isSend ? missingEntries : unavailable),
		async ({ sandbox, send }) => {
			const items = rows(4);
			const targets = targetsOf(items);
			for (const settings of MODES) {
				const fresh = items.map((row, index) => ({ ...row, to: `${row.to}${MODES.indexOf(settings)}${index}` }));
				const result = await send(fresh, { settings, options: { patience: 0.5 } });
				const [first, ...others] = fatesOf(targetsOf(fresh), result, sandbox);
				expect(brokenRules(targetsOf(fresh), result, sandbox)).toEqual([]);
				expect(first!.cameOut).toEqual([expect.objectContaining({ state: 'unknown' })]);
				expect(others.map(({ cameOut }) => cameOut[0]!.state)).toEqual(['accepted', 'accepted', 'accepted']);
			}
			expect(targets).toHaveLength(4);
		},
	);
});

test('the same number in several messages: entries without ids go to them in order', async () => {
	await withProxiedSandbox(
		({ isSend }) => (isSend ? entriesWithoutIds : undefined),
		async ({ sandbox, send }) => {
			const items = rows(3).map((row) => ({ ...row, to: '436601234567' }));
			const result = await send(items, { settings: CONTINUE });
			expect(result.json.map(({ messageId }) => messageId)).toEqual(sandbox.messages.map(({ messageId }) => messageId));
			expect(result.paired).toEqual([0, 1, 2]);
		},
	);
});

test('the same message twice to one number, one rejected and one not mentioned: that the logs show the rejection says nothing about the other', async () => {
	const answer = (body: object) => ({ status: 200, headers: {}, body: JSON.stringify(body) });
	const status = { groupId: 5, groupName: 'REJECTED', id: 20, name: 'REJECTED_FLOODING_FILTER' };
	let rejected: object | undefined;
	await withProxiedSandbox(
		({ isSend, body, url }) => {
			const only = (entries: object) => ({
				name: 'only the rejection',
				reachesService: false,
				answer: answer(entries),
			});
			if (!isSend) return only({ results: url.includes('bulkId=') ? [rejected] : [] });
			if (rejected !== undefined) return undefined;
			const { bulkId, messages } = JSON.parse(body);
			const [{ text, destinations }] = messages;
			rejected = { ...destinations[0], status, bulkId, text };
			return only({ messages: [{ ...destinations[0], status }] });
		},
		async ({ sandbox, send }) => {
			const same = rows(1)[0]!;
			const { json } = await send([same, same], { settings: CONTINUE });
			expect(json.map(({ details }: any) => details?.state ?? 'accepted')).toEqual(['refused', 'accepted']);
			expect(sandbox.messages.map(({ messageId }) => messageId)).toEqual([json[1]!.messageId]);
		},
	);
});

describe('destinations that the service rejects inside a 200', () => {
	const items = rows(3).map((row, index) => (index === 1 ? { ...row, to: '99901006' } : row));

	test('an entry without an ID, as for a missing number, is an error', async () => {
		const withoutStatus = changedEntries('rejected', ([first, ...others]) => [
			{
				to: first.to,
				status: { groupId: 5, groupName: 'REJECTED', id: 51, name: 'MISSING_TO', description: 'Missing TO' },
			},
			...others,
		]);
		await withProxiedSandbox(
			({ isSend }) => (isSend ? withoutStatus : undefined),
			async ({ send }) => {
				const result = await send(rows(2), { settings: CONTINUE });
				expect(result.json[0]).toEqual({
					error: expect.stringContaining('Missing TO'),
					details: expect.objectContaining({ state: 'refused' }),
				});
				expect(result.json[1]!.error).toBeUndefined();
			},
		);
	});

	test.each(['UNDELIVERABLE', 'EXPIRED', 'REJECTED'])('status group %s is an error', async (groupName) => {
		const changed = changedEntries(groupName, ([first, ...others]) => [
			{
				...first,
				status: { groupId: 99, groupName, id: 999, name: `${groupName}_SOMEHOW`, description: 'Not this time' },
			},
			...others,
		]);
		await withProxiedSandbox(
			({ isSend }) => (isSend ? changed : undefined),
			async ({ send }) => {
				const result = await send(rows(2), { settings: CONTINUE });
				expect(result.json.map(({ details }: any) => details?.state)).toEqual(['refused', undefined]);
			},
		);
	});

	test.each(MODES)('option Rejected Destinations: Return as Normal Items, with %j', async (settings) => {
		await withProxiedSandbox(undefined, async ({ send }) => {
			const result = await send(items, { settings, options: { rejectedAs: 'items' } });
			expect(result.error).toBeUndefined();
			expect(result.failed).toEqual([]);
			expect(result.paired).toEqual([0, 1, 2]);
			expect(result.json.map(({ statusGroup, status }) => [statusGroup, status])).toEqual([
				['PENDING', 'PENDING_ACCEPTED'],
				['REJECTED', 'REJECTED_NETWORK'],
				['PENDING', 'PENDING_ACCEPTED'],
			]);
		});
	});
});
