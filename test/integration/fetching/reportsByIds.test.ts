import type { INode, INodeParameters } from 'n8n-workflow';

import { CONTINUE, ERROR_OUTPUT, SMS, STOP, type SmsResult } from '../smsNode';
import { hintsOf, idsOf, withReportQueue, type ReportQueue } from './reportQueue';

/** Get Reports by message IDs: one call for each, reports paired with their items, and no other report fetched. */

const BY_ID: INodeParameters = { filters: { messageId: '={{ $json.id }}' } };
const NAMED = (ids: string) =>
	`No reports for the message IDs ${ids}. They may come later, or were fetched before. Each can be fetched only once.`;
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

	test.each<[string, Partial<INode>]>([
		['Stop', STOP],
		['Continue', CONTINUE],
		['error output', ERROR_OUTPUT],
	])('a report that belongs to two items is in the first output (%s)', async (_name, settings) => {
		await withReports(numbered(1), async ({ fetch }) => {
			const result = await fetch({ parameters: BY_ID, items: [{ id: 'm-0' }, { id: 'm-0' }], settings });
			expect(result.error).toBeUndefined();
			expect(idsOf(result.json)).toEqual(['m-0']);
			expect(result.failed).toEqual([]);
		});
	});
});

describe('IDs without a report', () => {
	test('are listed on the node', async () => {
		await withReports(['m-1'], async (queue) => {
			const result = await queue.fetch({ parameters: BY_ID, items: numbered(3).map((id) => ({ id })) });
			expect(pairs(result)).toEqual([['m-1', { item: 1 }]]);
			expect(hintsOf(result)).toEqual([{ type: 'warning', message: NAMED('m-0, m-2') }]);
		});
	});

	test('are output as items, paired with their input items', async () => {
		await withReports(['m-1'], async (queue) => {
			const items = [{ id: 'm-0,m-1' }, { id: 'm-0' }, { id: 'm-2' }];
			const result = await queue.fetch({ parameters: BY_ID, options: { missingReports: 'items' }, items });
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
});
