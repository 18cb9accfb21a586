import type { INode, INodeParameters } from 'n8n-workflow';

import { serverError, unauthorized } from '../../support/faults/faults';
import { CONTINUE, ERROR_OUTPUT, SMS, STOP, type SmsResult } from '../smsNode';
import { hintsOf, idsOf, withReportQueue, type ReportQueue } from './reportQueue';

/** Get Reports by message IDs: a call for each, reports paired with the items that asked, and nobody else's report used up. */

const BY_ID: INodeParameters = { filters: { messageId: '={{ $json.id }}' } };
const NAMED = (ids: string) =>
	`No reports for the message IDs ${ids}. They may come later, or were fetched before: each can be fetched only once.`;
const numbered = (count: number, prefix = 'm') => [...Array(count).keys()].map((index) => `${prefix}-${index}`);
const pairs = (result: SmsResult) => result.output(SMS).map(({ json, pairedItem }) => [json.messageId, pairedItem]);
const asked = ({ calls }: ReportQueue) => calls().map(({ messageId }) => messageId);

/** A few reports, and some of others that must stay where they are. */
async function withReports(
	ids: string[],
	test: (queue: ReportQueue) => Promise<void>,
	options?: Parameters<typeof withReportQueue>[2],
): Promise<void> {
	await withReportQueue(
		30,
		async (queue) => {
			for (const id of ids) queue.queue(id);
			await test(queue);
			expect(queue.takeRest().filter((id) => queue.ids.includes(id))).toEqual(queue.ids);
			for (const messageId of asked(queue)) expect(messageId).toMatch(/\w/);
		},
		options,
	);
}

describe('one call for each ID', () => {
	test('an ID for each item', async () => {
		await withReports(numbered(5), async (queue) => {
			const result = await queue.fetch({ parameters: BY_ID, items: numbered(5).map((id) => ({ id })) });
			expect(pairs(result)).toEqual(numbered(5).map((id, item) => [id, { item }]));
			expect(queue.calls()).toEqual(numbered(5).map((messageId) => ({ messageId, limit: '50' })));
			expect(hintsOf(result)).toEqual([]);
		});
	});

	test.each<[string, unknown]>([
		['a list with commas', 'm-2,m-0,m-3'],
		['blanks, doubles and nothing between commas', ' m-2 , m-0,, m-2 ,m-3 ,'],
		['an array', ['m-2', 'm-0', 'm-3']],
		['an array with doubles, blanks and nothing', ['m-2', '', null, ' m-0', 'm-2', undefined, 'm-3']],
		['an array of lists', ['m-2,m-0', 'm-3']],
	])('%s', async (_name, id) => {
		await withReports(numbered(5), async (queue) => {
			const result = await queue.fetch({ parameters: BY_ID, items: [{ id: id as string }] });
			expect(pairs(result)).toEqual(['m-2', 'm-0', 'm-3'].map((messageId) => [messageId, { item: 0 }]));
			expect(asked(queue)).toEqual(['m-2', 'm-0', 'm-3']);
		});
	});

	test('a list that is no expression', async () => {
		await withReports(numbered(3), async (queue) => {
			const result = await queue.fetch({ parameters: { filters: { messageId: 'm-1, m-2' } } });
			expect(idsOf(result.json)).toEqual(['m-1', 'm-2']);
			expect(asked(queue)).toEqual(['m-1', 'm-2']);
		});
	});

	test('numbers', async () => {
		await withReports(['4711', '4712'], async (queue) => {
			const result = await queue.fetch({ parameters: BY_ID, items: [{ id: 4711 }, { id: [4712] }] });
			expect(pairs(result)).toEqual([
				['4711', { item: 0 }],
				['4712', { item: 1 }],
			]);
		});
	});

	test('an ID that two items ask for: one call, and the report belongs to both', async () => {
		await withReports(numbered(3), async (queue) => {
			const result = await queue.fetch({
				parameters: BY_ID,
				items: [{ id: 'm-0' }, { id: 'm-1' }, { id: 'm-1,m-2' }, { id: 'm-0' }],
			});
			expect(pairs(result)).toEqual([
				['m-0', [{ item: 0 }, { item: 3 }]],
				['m-1', [{ item: 1 }, { item: 2 }]],
				['m-2', { item: 2 }],
			]);
			expect(asked(queue)).toEqual(numbered(3));
		});
	});

	test.each<[string, Partial<INode>]>([
		['Stop', STOP],
		['Continue', CONTINUE],
		['error output', ERROR_OUTPUT],
	])('a report that belongs to two items leaves by the first output (%s)', async (_name, settings) => {
		await withReports(numbered(1), async ({ fetch }) => {
			const result = await fetch({ parameters: BY_ID, items: [{ id: 'm-0' }, { id: 'm-0' }], settings });
			expect(result.error).toBeUndefined();
			expect(idsOf(result.json)).toEqual(['m-0']);
			expect(result.failed).toEqual([]);
		});
	});

	test('with Return All one call for each all the same, and with a bulk ID besides', async () => {
		await withReportQueue(5, async (queue) => {
			queue.queue('m-0', 'a');
			queue.queue('m-1', 'b');
			const parameters = { returnAll: true, filters: { messageId: '={{ $json.id }}', bulkId: '={{ $json.bulk }}' } };
			const items = [
				{ id: 'm-0', bulk: 'a' },
				{ id: 'm-1', bulk: 'a' },
				{ id: 'm-1', bulk: 'b' },
			];
			const result = await queue.fetch({ parameters, items });
			expect(pairs(result)).toEqual([
				['m-0', { item: 0 }],
				['m-1', { item: 2 }],
			]);
			expect(queue.calls()).toEqual(items.map(({ id, bulk }) => ({ bulkId: bulk, messageId: id, limit: '1000' })));
			expect(hintsOf(result)).toEqual([{ type: 'warning', message: NAMED('m-1') }]);
			expect(queue.takeRest()).toEqual(queue.ids);
		});
	});
});

describe('an ID that says nothing is no question for everybody’s reports', () => {
	const EMPTY: Array<[string, unknown]> = [
		['empty', ''],
		['blank', '  '],
		['null', null],
		['not there', undefined],
		['an empty list', []],
		['a list of nothing', ['', null, ' ']],
		['a comma', ','],
		['commas and blanks', ' , ,,'],
		['a list of commas', [',', ' , ']],
	];

	test.each(EMPTY)('%s: nothing is asked for where the node stops', async (_name, id) => {
		await withReports(numbered(2), async (queue) => {
			for (const options of [{}, { combineIds: true }]) {
				const { error } = await queue.fetch({
					parameters: BY_ID,
					options,
					items: [{ id: 'm-0' }, { id: id as string }, { id: 'm-1' }],
					settings: STOP,
				});
				expect(error).toMatchObject({ message: expect.stringMatching(/^'messageId' .*\[item 1\]$/) });
			}
			expect(queue.calls()).toEqual([]);
		});
	});

	test.each(EMPTY)('%s: an error item, and the others are asked for', async (_name, id) => {
		for (const options of [{}, { combineIds: true }]) {
			await withReports(numbered(2), async (queue) => {
				const result = await queue.fetch({
					parameters: BY_ID,
					options,
					items: [{ id: 'm-0' }, { id: id as string }, { id: 'm-1' }],
					settings: CONTINUE,
				});
				expect(pairs(result)).toEqual([
					['m-0', { item: 0 }],
					[undefined, { item: 1 }],
					['m-1', { item: 2 }],
				]);
				expect(result.json[1]).toMatchObject({ error: expect.stringMatching(/^'messageId' /) });
				expect(asked(queue).join(',')).toBe('m-0,m-1');
			});
		}
	});

	test('a comma typed into the box', async () => {
		await withReports([], async (queue) => {
			const { error } = await queue.fetch({ parameters: { returnAll: true, filters: { messageId: ' , ' } } });
			expect(error).toMatchObject({ message: expect.stringMatching(/^'messageId' /) });
			expect(queue.calls()).toEqual([]);
		});
	});
});

describe('IDs without a report', () => {
	test('are named on the node', async () => {
		await withReports(['m-1'], async (queue) => {
			const result = await queue.fetch({ parameters: BY_ID, items: numbered(3).map((id) => ({ id })) });
			expect(pairs(result)).toEqual([['m-1', { item: 1 }]]);
			expect(hintsOf(result)).toEqual([{ type: 'warning', message: NAMED('m-0, m-2') }]);
		});
	});

	test('more than 20 are counted', async () => {
		await withReports([], async (queue) => {
			const twenty = numbered(20);
			const result = await queue.fetch({ parameters: BY_ID, items: [{ id: twenty }] });
			expect(hintsOf(result)).toEqual([{ type: 'warning', message: NAMED(twenty.join(', ')) }]);
			const more = await queue.fetch({ parameters: BY_ID, items: [{ id: numbered(23) }] });
			expect(hintsOf(more)).toEqual([{ type: 'warning', message: NAMED(`${twenty.join(', ')} and 3 more`) }]);
			expect(more.run.status).toBe('success');
		});
	});

	test.each([[{}], [{ combineIds: true }]])('come out as items, paired with those that asked (%j)', async (options) => {
		await withReports(['m-1'], async (queue) => {
			const items = [{ id: 'm-0,m-1' }, { id: 'm-0' }, { id: 'm-2' }];
			const result = await queue.fetch({ parameters: BY_ID, options: { ...options, missingReports: 'items' }, items });
			expect(
				result.output(SMS).map(({ json, pairedItem }) => [json.messageId, json.reportAvailable, pairedItem]),
			).toEqual(
				expect.arrayContaining([
					['m-1', undefined, { item: 0 }],
					['m-0', false, [{ item: 0 }, { item: 1 }]],
					['m-2', false, { item: 2 }],
				]),
			);
			expect(result.json).toHaveLength(3);
			expect(result.json.find(({ messageId }) => messageId === 'm-2')).toEqual({
				messageId: 'm-2',
				reportAvailable: false,
			});
			expect(hintsOf(result)).toEqual([]);
		});
	});

	test('the second run names those that the first fetched', async () => {
		await withReports(numbered(2), async ({ fetch }) => {
			const items = numbered(2).map((id) => ({ id }));
			expect((await fetch({ parameters: BY_ID, items })).json).toHaveLength(2);
			const second = await fetch({ parameters: BY_ID, items });
			expect(second.json).toEqual([]);
			expect(hintsOf(second)).toEqual([{ type: 'warning', message: NAMED('m-0, m-1') }]);
		});
	});
});

describe('a call fails', () => {
	const items = numbered(5).map((id) => ({ id }));

	test('Continue: an error item for its item, the others are asked for', async () => {
		for (const [fault, calls] of [
			[serverError, 5],
			[unauthorized, 3],
		] as const) {
			await withReports(numbered(5), async (queue) => {
				queue.faultAt = (call) => (call === 2 ? fault : undefined);
				const result = await queue.fetch({ parameters: BY_ID, items, settings: CONTINUE });
				const failedItems = fault === unauthorized ? [2, 3, 4] : [2];
				expect(pairs(result)).toEqual(
					numbered(5).map((id, item) => [failedItems.includes(item) ? undefined : id, { item }]),
				);
				for (const item of failedItems) {
					expect(result.json[item]).toMatchObject({
						error: expect.stringContaining(fault.name),
						details: { messageIds: [`m-${item}`] },
					});
				}
				// What failed is not named as having no report: nobody knows
				expect(hintsOf(result)).toEqual([]);
				expect(queue.calls()).toHaveLength(calls);
			});
		}
	});

	test('error output: the reports by the first output, the statement by the second', async () => {
		await withReports(numbered(5), async (queue) => {
			queue.faultAt = (call) => (call === 0 ? serverError : undefined);
			const result = await queue.fetch({ parameters: BY_ID, items, settings: ERROR_OUTPUT });
			expect(idsOf(result.json)).toEqual(numbered(5).slice(1));
			expect(result.failed.map(({ json, pairedItem }) => [json.id, json.error, pairedItem])).toEqual([
				['m-0', expect.stringContaining('500'), { item: 0 }],
			]);
		});
	});

	test('Stop: the error names the item and the ID, and holds the reports that came before', async () => {
		await withReports(numbered(5), async (queue) => {
			queue.faultAt = (call) => (call === 2 ? serverError : undefined);
			const { error } = await queue.fetch({ parameters: BY_ID, items, settings: STOP });
			expect(error).toMatchObject({
				message: expect.stringContaining('500'),
				description: expect.stringContaining(
					'Reports fetched before that (2) are in the details under reports; Retry outputs them too.',
				),
				context: {
					itemIndex: 2,
					data: {
						messageIds: ['m-2'],
						reports: [expect.objectContaining({ messageId: 'm-0' }), expect.objectContaining({ messageId: 'm-1' })],
					},
				},
			});
			expect(queue.calls()).toHaveLength(3);
		});
	});
});

describe('Combine IDs', () => {
	const COMBINE = { combineIds: true };

	test('250 items in few calls, each report paired with its item', async () => {
		const ids = numbered(250, '0b0e6a3c-8d3f-4a55-9d9f');
		await withReports([...ids].reverse(), async (queue) => {
			const result = await queue.fetch({ parameters: BY_ID, options: COMBINE, items: ids.map((id) => ({ id })) });
			expect(pairs(result)).toEqual(ids.map((id, item) => [id, { item }]));
			expect(queue.calls().length).toBeLessThanOrEqual(10);
			// What servers and proxies take as an address ends at 2,000 characters at worst
			expect(Math.max(...asked(queue).map((list) => list!.length))).toBeLessThanOrEqual(2000);
			expect(hintsOf(result)).toEqual([]);
		});
	});

	test('a service that gives a part of the list at each call', async () => {
		const ids = numbered(170);
		await withReports(
			ids,
			async (queue) => {
				const result = await queue.fetch({ parameters: BY_ID, options: COMBINE, items: ids.map((id) => ({ id })) });
				expect(pairs(result)).toEqual(ids.map((id, item) => [id, { item }]));
				expect(queue.calls()).toHaveLength(4);
				expect(asked(queue)[3]!.split(',')).toEqual(ids.slice(150));
			},
			{ mostResults: 50 },
		);
	});

	test('goes on after what is missing as long as something new comes, and names what does not', async () => {
		const ids = numbered(120);
		await withReports(
			ids.filter((_id, index) => index % 40 !== 0),
			async (queue) => {
				const result = await queue.fetch({ parameters: BY_ID, options: COMBINE, items: [{ id: ids }] });
				expect(result.json).toHaveLength(117);
				expect(queue.calls()).toHaveLength(4);
				expect(asked(queue)[3]).toBe('m-0,m-40,m-80');
				expect(hintsOf(result)).toEqual([{ type: 'warning', message: NAMED('m-0, m-40, m-80') }]);
			},
			{ mostResults: 50 },
		);
	});

	test('an ID that several items ask for stands in the list once', async () => {
		await withReports(numbered(3), async (queue) => {
			const result = await queue.fetch({
				parameters: BY_ID,
				options: COMBINE,
				items: [{ id: 'm-0' }, { id: ['m-1', 'm-0'] }, { id: 'm-2,m-1' }],
			});
			expect(asked(queue)).toEqual(['m-0,m-1,m-2']);
			expect(pairs(result)).toEqual([
				['m-0', [{ item: 0 }, { item: 1 }]],
				['m-1', [{ item: 1 }, { item: 2 }]],
				['m-2', { item: 2 }],
			]);
		});
	});

	test('a single ID longer than a list may be', async () => {
		const long = 'x'.repeat(2500);
		await withReports(['m-0'], async (queue) => {
			await queue.fetch({ parameters: BY_ID, options: COMBINE, items: [{ id: 'm-0' }, { id: long }, { id: 'm-1' }] });
			expect(asked(queue)).toEqual(['m-0', long, 'm-1']);
		});
	});

	test('other filters part the items', async () => {
		await withReportQueue(0, async (queue) => {
			for (const id of numbered(4)) queue.queue(id, id < 'm-2' ? 'a' : 'b');
			const parameters = { filters: { messageId: '={{ $json.id }}', bulkId: '={{ $json.bulk }}' } };
			const items = numbered(4).map((id) => ({ id, bulk: id < 'm-2' ? 'a' : 'b' }));
			const result = await queue.fetch({ parameters, options: COMBINE, items });
			expect(queue.calls()).toEqual([
				{ bulkId: 'a', messageId: 'm-0,m-1', limit: '50' },
				{ bulkId: 'b', messageId: 'm-2,m-3', limit: '50' },
			]);
			expect(pairs(result)).toEqual(numbered(4).map((id, item) => [id, { item }]));
		});
	});

	test.each<[string, Partial<INode>]>([
		['Stop', STOP],
		['Continue', CONTINUE],
		['error output', ERROR_OUTPUT],
	])('fails in the middle of a list: what came comes out, the others are named (%s)', async (name, settings) => {
		const ids = numbered(60);
		await withReports(
			ids,
			async (queue) => {
				queue.faultAt = (call) => (call === 1 ? serverError : undefined);
				const result = await queue.fetch({ parameters: BY_ID, options: COMBINE, items: [{ id: ids }], settings });
				expect(result.error).toBeUndefined();
				expect(idsOf(result.json.filter((item) => !('error' in item)))).toEqual(ids.slice(0, 20));
				expect(hintsOf(result)).toEqual([
					{
						type: 'warning',
						message: expect.stringContaining(
							`The 20 fetched before that are in the output. Not fetched: reports for the message IDs ${ids.slice(20, 40).join(', ')} and 20 more.`,
						),
					},
				]);
				const errors = (name === 'error output' ? result.failed : result.output(SMS)).filter(
					({ json }) => 'error' in json,
				);
				expect(errors.map(({ json }) => (json.details as { messageIds: string[] }).messageIds)).toEqual(
					name === 'Stop' ? [] : [ids.slice(20)],
				);
				const rest = await queue.fetch({ parameters: BY_ID, options: COMBINE, items: [{ id: ids }] });
				expect(idsOf(rest.json)).toEqual(ids.slice(20));
			},
			{ mostResults: 20 },
		);
	});
});
