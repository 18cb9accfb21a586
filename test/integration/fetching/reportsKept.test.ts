import type { INode, INodeParameters } from 'n8n-workflow';

import {
	serverError,
	tooManyRequestsUntil,
	truncatedAfterAcceptance,
	unauthorized,
	unavailable,
} from '../../support/faults/faults';
import { runWorkflow, storedForRetry, type Execution } from '../engine';
import { CONTINUE, ERROR_OUTPUT, SMS, smsWorkflow, STOP } from '../smsNode';
import { twoRounds } from '../twoRounds';
import { hintsOf, idsOf, keptOf, withReportQueue, type ReportQueue, type ReportsRun } from './reportQueue';

/** What Get Reports has fetched comes out also where a later call fails, on Retry On Fail and on Retry, and is not asked for again. */

const BY_ID: INodeParameters = { filters: { messageId: '={{ $json.id }}' } };
const BY_BULK: INodeParameters = { returnAll: true, filters: { bulkId: '={{ $json.bulk }}' } };
const RETRY_ON_FAIL: Partial<INode> = { retryOnFail: true, maxTries: 3 };
const IDS = ['m-0', 'm-1', 'm-2', 'm-3', 'm-4'];
const items = IDS.map((id) => ({ id }));
const bulks = ['a', 'b'].map((bulk) => ({ bulk }));

const asked = ({ calls }: ReportQueue) => calls().map(({ messageId }) => messageId);
const fetchedBy = (execution: Execution, output = 0) => idsOf(execution.output(SMS, output));
const pairs = (execution: Execution) =>
	execution.output(SMS).map(({ json, pairedItem }) => [json.messageId, pairedItem]);
/** The loss that may have come with a failed call of an earlier try stays named. */
const MAY_BE_LOST = {
	type: 'warning',
	message: expect.stringMatching(
		/^Reports may be lost because an earlier try failed: .*\(500\).* will not come again: Get Logs/,
	),
};
const failOn = (queue: ReportQueue, ...calls: number[]) =>
	(queue.faultAt = (call) => (calls.includes(call) ? serverError : undefined));

const withIds = async (
	test: (queue: ReportQueue) => Promise<void>,
	ids = IDS,
	options: Parameters<typeof withReportQueue>[2] = {},
) =>
	await withReportQueue(
		0,
		async (queue) => {
			for (const id of ids) queue.queue(id);
			await test(queue);
		},
		options,
	);

/** Retry with the workflow as it is saved now; the node may have been changed since it failed. */
async function retry({ runOf }: ReportQueue, run: ReportsRun, failed: Execution): Promise<Execution> {
	const start = smsWorkflow(runOf(run));
	const executionData = storedForRetry(failed);
	// n8n does the same with the nodes that wait to be run
	for (const waiting of executionData.executionData!.nodeExecutionStack)
		waiting.node = start.nodes.find(({ name }) => name === waiting.node.name)!;
	return await runWorkflow({ ...start, mode: 'retry', executionData, additionalData: { executionId: '2' } });
}

describe('Retry On Fail', () => {
	test.each(IDS.map((_id, index) => [index]))(
		'Stop, call %i fails once: every report once, and one call more',
		async (failing) => {
			await withIds(async (queue) => {
				failOn(queue, failing);
				const result = await queue.fetch({ parameters: BY_ID, items, settings: { ...STOP, ...RETRY_ON_FAIL } });
				expect(result.error).toBeUndefined();
				expect(pairs(result)).toEqual(IDS.map((id, item) => [id, { item }]));
				expect(asked(queue)).toEqual([...IDS.slice(0, failing + 1), ...IDS.slice(failing)]);
				expect(hintsOf(result)).toEqual([MAY_BE_LOST]);
				expect(keptOf(result)).toEqual({});
			});
		},
	);

	test.each<[string, Partial<INode>]>([
		['Continue', CONTINUE],
		['error output', ERROR_OUTPUT],
	])('%s, the only call fails once: n8n runs the node again', async (_name, settings) => {
		await withIds(async (queue) => {
			failOn(queue, 0);
			const result = await queue.fetch({
				parameters: BY_ID,
				items: items.slice(0, 1),
				settings: { ...settings, ...RETRY_ON_FAIL },
			});
			const failed = settings === CONTINUE ? result.output(SMS).slice(1) : result.failed;
			expect(pairs(result)[0]).toEqual(['m-0', { item: 0 }]);
			expect(failed.map(({ json }) => json)).toEqual([
				expect.objectContaining({
					error: expect.stringMatching(/^Reports may be lost/),
					details: expect.objectContaining({ lostAnswers: [{ message: expect.stringContaining('(500)') }] }),
				}),
			]);
			expect(asked(queue)).toEqual(['m-0', 'm-0']);
		});
	});

	test('Continue, the first of five fails once: the others are not asked for again', async () => {
		await withIds(async (queue) => {
			failOn(queue, 0);
			const result = await queue.fetch({ parameters: BY_ID, items, settings: { ...CONTINUE, ...RETRY_ON_FAIL } });
			const reports = pairs(result).filter(([id]) => id !== undefined);
			expect(reports).toEqual(IDS.map((id, item) => [id, { item }]));
			expect(result.output(SMS)).toHaveLength(IDS.length + 1);
			expect(asked(queue)).toEqual([...IDS, 'm-0']);
			expect(hintsOf(result)).toEqual([MAY_BE_LOST]);
		});
	});

	test('Continue, the answer to the only call was cut off: it is in the details of the next try', async () => {
		await withIds(async (queue) => {
			queue.faultAt = (call) => (call === 0 ? truncatedAfterAcceptance : undefined);
			const result = await queue.fetch({
				parameters: BY_ID,
				items: items.slice(0, 1),
				settings: { ...CONTINUE, ...RETRY_ON_FAIL },
			});
			const answer = expect.stringMatching(/^\{"results":\[\{/);
			expect(result.json.at(-1)).toMatchObject({
				details: { lostAnswers: [{ message: expect.stringContaining('answered 200'), answer }] },
			});
		});
	});

	test.each([unauthorized, tooManyRequestsUntil('3600')])(
		'$name loses nothing, and nothing is said of it',
		async (fault) => {
			await withIds(async (queue) => {
				queue.faultAt = (call) => (call === 1 ? fault : undefined);
				const result = await queue.fetch({ parameters: BY_ID, items, settings: { ...STOP, ...RETRY_ON_FAIL } });
				expect(fetchedBy(result)).toEqual(IDS);
				expect(hintsOf(result)).toEqual([]);
			});
		},
	);

	test('what an earlier try may have lost is named for the first item that asks, even if none does any more', async () => {
		await withIds(async (queue) => {
			failOn(queue, 0, 2);
			const some = [{ id: '' }, ...items.slice(0, 1)];
			const settings = { ...CONTINUE, ...RETRY_ON_FAIL };
			const result = await queue.fetch({ parameters: BY_ID, items: some, settings });
			expect(hintsOf(result)).toEqual([
				{ type: 'warning', message: expect.stringMatching(/^Reports may be lost .* \[item 1\]$/) },
			]);
			const run = { parameters: BY_ID, items: items.slice(1, 2), settings: STOP };
			const failed = await queue.fetch(run);
			const filters = { messageId: '={{ $json.none }}' };
			const retried = await retry(queue, { ...run, parameters: { filters }, settings: CONTINUE }, failed);
			expect(retried.error).toBeUndefined();
			expect(hintsOf(retried)).toEqual([MAY_BE_LOST]);
		});
	});

	test('Continue, the first item is faulty: n8n runs the node three times, and the reports come out once', async () => {
		await withIds(async (queue) => {
			const result = await queue.fetch({
				parameters: BY_ID,
				items: [{ id: '' }, ...items],
				settings: { ...CONTINUE, ...RETRY_ON_FAIL },
			});
			expect(fetchedBy(result)).toEqual([undefined, ...IDS]);
			expect(asked(queue)).toEqual(IDS);
		});
	});

	test('Combine IDs, a call in the middle fails once', async () => {
		await withIds(
			async (queue) => {
				failOn(queue, 0);
				const result = await queue.fetch({
					parameters: BY_ID,
					options: { combineIds: true },
					items,
					settings: { ...STOP, ...RETRY_ON_FAIL },
				});
				expect(fetchedBy(result)).toEqual(IDS);
				expect(asked(queue)).toEqual([IDS.join(','), IDS.join(','), 'm-2,m-3,m-4', 'm-4']);
			},
			IDS,
			{ mostResults: 2 },
		);
	});

	test('Return All: what ended early comes out at once, with a warning', async () => {
		await withReportQueue(
			30,
			async (queue) => {
				failOn(queue, 1);
				const result = await queue.fetch({ parameters: { returnAll: true }, settings: { ...STOP, ...RETRY_ON_FAIL } });
				expect(fetchedBy(result)).toEqual(queue.ids.slice(0, 10));
				expect(hintsOf(result)).toEqual([
					{ type: 'warning', message: expect.stringContaining('The 10 fetched before that are in the output.') },
				]);
				expect(queue.calls()).toHaveLength(2);
				expect(keptOf(result)).toEqual({});
			},
			{ mostResults: 10 },
		);
	});
});

describe('Retry after the node’s own failure', () => {
	test('gives out what was fetched, and asks for the rest', async () => {
		await withIds(async (queue) => {
			failOn(queue, 2);
			const run = { parameters: BY_ID, items, settings: STOP };
			const failed = await queue.fetch(run);
			expect(failed.run.status).toBe('error');
			expect(failed.json).toEqual([]);
			const retried = await retry(queue, run, failed);
			expect(retried.error).toBeUndefined();
			expect(pairs(retried)).toEqual(IDS.map((id, item) => [id, { item }]));
			expect(asked(queue)).toEqual(['m-0', 'm-1', 'm-2', 'm-2', 'm-3', 'm-4']);
			expect(keptOf(retried)).toEqual({});
		});
	});

	test('after all tries of Retry On Fail, and Retry of a Retry', async () => {
		await withIds(async (queue) => {
			queue.faultAt = (call) => (call >= 2 && call < 8 ? unauthorized : undefined);
			const run = { parameters: BY_ID, items, settings: { ...STOP, ...RETRY_ON_FAIL } };
			const failed = await queue.fetch(run);
			expect(failed.error).toMatchObject({ description: expect.stringContaining('Reports fetched before that (2)') });
			const again = await retry(queue, run, failed);
			expect(again.error).toMatchObject({ description: expect.stringContaining('Reports fetched before that (2)') });
			const last = await retry(queue, run, again);
			expect(last.error).toBeUndefined();
			expect(fetchedBy(last)).toEqual(IDS);
			expect(asked(queue)).toEqual(['m-0', 'm-1', ...Array(6).fill('m-2'), 'm-2', 'm-3', 'm-4']);
		});
	});

	test('Retry pressed twice on the same execution: what the first has fetched is named by the second', async () => {
		await withIds(async (queue) => {
			failOn(queue, 2);
			const run = { parameters: BY_ID, items, settings: STOP };
			const failed = await queue.fetch(run);
			expect(fetchedBy(await retry(queue, run, failed))).toEqual(IDS);
			const second = await retry(queue, run, failed);
			expect(fetchedBy(second)).toEqual(['m-0', 'm-1']);
			expect(hintsOf(second)).toEqual(
				expect.arrayContaining([
					{ type: 'warning', message: expect.stringContaining('message IDs m-2, m-3, m-4.') },
					MAY_BE_LOST,
				]),
			);
		});
	});

	test('two bulk IDs: a drain that ended early goes on, the one that was empty is left alone', async () => {
		await withReportQueue(
			0,
			async (queue) => {
				for (let index = 0; index < 25; index++) queue.queue(`a-${index}`, 'a');
				queue.queue('b-0', 'b');
				// a: 10, then a failure; b: a failure
				failOn(queue, 1, 2);
				const run = { parameters: BY_BULK, items: bulks, settings: STOP };
				const failed = await queue.fetch(run);
				const lost =
					'Earlier failed answers (1) are in the details under lostAnswers; any reports that the service had handed out with them will not come again: Get Logs';
				expect(failed.error).toMatchObject({
					description: expect.stringContaining(lost),
					context: { itemIndex: 1, data: { lostAnswers: [{ message: expect.stringContaining('(500)') }] } },
				});
				const retried = await retry(queue, run, failed);
				expect(fetchedBy(retried)).toEqual([...Array(25).keys()].map((index) => `a-${index}`).concat('b-0'));
				expect(hintsOf(retried)).toEqual([MAY_BE_LOST]);
				expect(queue.calls().map(({ bulkId }) => bulkId)).toEqual(['a', 'a', 'b', 'a', 'a', 'a', 'b', 'b']);
			},
			{ mostResults: 10 },
		);
	});

	test('an ID without a report is asked for again; if that fails, the error has what came for those after it', async () => {
		await withReportQueue(0, async (queue) => {
			queue.queue('m-1');
			queue.faultAt = (call) => ({ 2: serverError, 3: unavailable })[call];
			const run = { parameters: BY_ID, items: items.slice(0, 3), settings: STOP };
			const failed = await queue.fetch(run);
			const again = await retry(queue, run, failed);
			expect(again.error).toMatchObject({
				description: expect.stringContaining('Reports fetched before that (1)'),
				context: { itemIndex: 0, data: { reports: [expect.objectContaining({ messageId: 'm-1' })] } },
			});
			queue.queue('m-0');
			const last = await retry(queue, run, again);
			expect(fetchedBy(last)).toEqual(['m-0', 'm-1']);
			expect(asked(queue)).toEqual(['m-0', 'm-1', 'm-2', 'm-0', 'm-0', 'm-2']);
			const lost = [
				'The service gave an unexpected answer (503)',
				'The service gave an unexpected answer (500): Something went wrong. Please contact support',
			];
			expect(hintsOf(last)[0]!.message).toBe(
				`Reports may be lost because an earlier try failed: ${lost.join('; ')}. Any reports that the service had already handed out then will not come again: Get Logs shows for 48 hours what happened to the messages. [item 0]`,
			);
		});
	});

	test('the rest of a list that ended early is asked for', async () => {
		await withIds(
			async (queue) => {
				// The list: two, then a failure; and another question fails
				failOn(queue, 1, 2);
				const filters = { ...(BY_ID.filters as object), bulkId: '={{ $json.bulk }}' };
				const run = {
					parameters: { filters },
					options: { combineIds: true },
					items: [...items.map(({ id }) => ({ id, bulk: 'bulk' })), { id: 'x', bulk: 'x' }],
					settings: STOP,
				};
				const failed = await queue.fetch(run);
				expect(failed.error).toMatchObject({ context: { itemIndex: IDS.length } });
				expect(fetchedBy(await retry(queue, run, failed))).toEqual(IDS);
			},
			IDS,
			{ mostResults: 2 },
		);
	});

	test('a bulk that was drained is not asked for again', async () => {
		await withReportQueue(0, async (queue) => {
			queue.queue('a-0', 'a');
			queue.queue('b-0', 'b');
			failOn(queue, 2);
			const run = { parameters: BY_BULK, items: bulks, settings: STOP };
			const failed = await queue.fetch(run);
			queue.queue('a-1', 'a');
			const retried = await retry(queue, run, failed);
			expect(fetchedBy(retried)).toEqual(['a-0', 'b-0']);
			expect(queue.calls().map(({ bulkId }) => bulkId)).toEqual(['a', 'a', 'b', 'b', 'b']);
			expect(queue.takeRest()).toEqual(['a-1']);
		});
	});
});

describe('Retry with a node that was changed in between: what was fetched comes out all the same', () => {
	test('Combine IDs switched off', async () => {
		await withIds(async (queue) => {
			failOn(queue, 1);
			// Too long for one list
			const long = 'x'.repeat(1900);
			const run = { parameters: BY_ID, items: [{ id: 'm-0,m-1' }, { id: long }, { id: 'm-1' }], settings: STOP };
			const failed = await queue.fetch({ ...run, options: { combineIds: true } });
			expect(failed.error).toMatchObject({ description: expect.stringContaining('Reports fetched before that (2)') });
			const retried = await retry(queue, run, failed);
			expect(pairs(retried)).toEqual([
				['m-0', { item: 0 }],
				['m-1', [{ item: 0 }, { item: 2 }]],
			]);
			expect(asked(queue)).toEqual(['m-0,m-1', long, long]);
			expect(hintsOf(retried)).toEqual([
				MAY_BE_LOST,
				{ type: 'warning', message: expect.stringMatching(/^No reports for the message IDs x+\. /) },
			]);
			expect(keptOf(retried)).toEqual({});
		});
	});

	test('other filters, after a failure that lost nothing: they belong to no item, and no loss is named', async () => {
		await withReportQueue(0, async (queue) => {
			for (const id of ['a-0', 'a-1']) queue.queue(id, 'a');
			queue.faultAt = (call) => (call === 2 ? unauthorized : undefined);
			const failed = await queue.fetch({ parameters: BY_BULK, items: bulks, settings: STOP });
			queue.queue('c-0', 'c');
			const parameters = { returnAll: true, filters: { bulkId: 'c' } };
			const retried = await retry(queue, { parameters, settings: STOP }, failed);
			expect(pairs(retried)).toEqual([
				['a-0', { item: 0 }],
				['a-1', { item: 0 }],
				['c-0', [{ item: 0 }, { item: 1 }]],
			]);
			expect(hintsOf(retried)).toEqual([]);
		});
	});

	test('other filters; and it fails once more, so that they come out of the Retry after that', async () => {
		await withReportQueue(0, async (queue) => {
			for (const id of ['a-0', 'a-1']) queue.queue(id, 'a');
			queue.queue('c-0', 'c');
			failOn(queue, 2, 3);
			const failed = await queue.fetch({ parameters: BY_BULK, items: bulks, settings: STOP });
			const changed = { parameters: { returnAll: true, filters: { bulkId: 'c' } }, settings: STOP };
			const again = await retry(queue, changed, failed);
			expect(again.error).toMatchObject({ description: expect.stringContaining('Reports fetched before that (2)') });
			const last = await retry(queue, changed, again);
			expect(fetchedBy(last).sort()).toEqual(['a-0', 'a-1', 'c-0']);
			expect(keptOf(last)).toEqual({});
		});
	});
});

describe('in a loop', () => {
	const roundsOf = ({ run }: Execution) =>
		(run.data.resultData.runData[SMS] ?? []).map(({ data }) => idsOf(data?.main?.[0] ?? []));

	test('the second round fails: Retry goes on with it, and gives out nothing of the first again', async () => {
		await withReportQueue(0, async (queue) => {
			for (let index = 0; index < 4; index++) queue.queue(`a-${index}`, 'a');
			for (let index = 0; index < 4; index++) queue.queue(`b-${index}`, 'b');
			// Each round: 2 of a, 2 of b. Without Return All, one call for each
			const run = queue.runOf({
				parameters: { filters: { bulkId: '={{ $json.bulk }}' }, limit: 2 },
				items: bulks,
				settings: STOP,
			});
			failOn(queue, 3);
			const failed = await runWorkflow(twoRounds(run));
			expect(roundsOf(failed)).toEqual([['a-0', 'a-1', 'b-0', 'b-1'], []]);
			const retried = await runWorkflow({
				...twoRounds(run),
				mode: 'retry',
				executionData: storedForRetry(failed),
				additionalData: { executionId: '2' },
			});
			expect(retried.error).toBeUndefined();
			expect(roundsOf(retried)).toEqual([
				['a-0', 'a-1', 'b-0', 'b-1'],
				['a-2', 'a-3', 'b-2', 'b-3'],
			]);
			expect(queue.calls().map(({ bulkId }) => bulkId)).toEqual(['a', 'b', 'a', 'b', 'b']);
			expect(keptOf(retried)).toEqual({});
		});
	});

	test.each<[string, Partial<INode>]>([
		['Continue', CONTINUE],
		['error output', ERROR_OUTPUT],
	])('a round that fell short gives its reports to no other round (%s)', async (_name, settings) => {
		await withReportQueue(
			0,
			async (queue) => {
				for (let index = 0; index < 4; index++) queue.queue(`a-${index}`, 'a');
				failOn(queue, 1);
				const run = queue.runOf({ parameters: { returnAll: true }, settings });
				const execution = await runWorkflow(twoRounds(run));
				expect(roundsOf(execution).map((ids) => ids.filter((id) => id !== undefined))).toEqual([
					['a-0', 'a-1'],
					['a-2', 'a-3'],
				]);
			},
			{ mostResults: 2 },
		);
	});
});

test('nothing is kept when the node has returned', async () => {
	await withReportQueue(2000, async (queue) => {
		const execution = await queue.fetch({ parameters: { returnAll: true } });
		expect(execution.json).toHaveLength(2000);
		expect(JSON.stringify(execution.run.data.executionData?.contextData).length).toBeLessThan(200);
	});
});
