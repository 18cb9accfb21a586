import { HOUR_MS, withSeededLogs } from './seededLogs';

/** A summary is marked as complete only if that is certain. */

const age = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

test('all logs were read: complete, as items and as a page', async () => {
	await withSeededLogs({ count: 300 }, { mostResults: 100 }, async ({ read }) => {
		for (const output of ['summary', 'summaryHtml']) {
			const { json, hints } = await read({ parameters: { output } });
			expect(json[0]).toMatchObject({ messages: 300, complete: true });
			expect(json[0]!.shortfall).toBeUndefined();
			expect(JSON.stringify(json)).not.toContain('incomplete');
			expect(hints).toEqual([]);
		}
	});
});

test.each([['logs of that time may be gone', 300, { sentSince: age(24 * 7) }, 'keeps logs for 48 hours']])(
	'%s: incomplete, with the reason in the totals',
	async (_, count, filters, why) => {
		await withSeededLogs({ count }, { mostResults: 100 }, async ({ read }) => {
			const items = await read({ filters, parameters: { output: 'summary' } });
			expect(items.json.map(({ complete }) => complete)).toEqual(items.json.map(() => false));
			expect(items.json[0]).toMatchObject({ messages: count, shortfall: expect.stringContaining(why) });
			expect(items.hints).toEqual([expect.stringContaining(why)]);
			const { json } = await read({ filters, parameters: { output: 'summaryHtml' } });
			expect(json).toEqual([
				{
					subject: expect.stringContaining('(may be incomplete)'),
					html: expect.stringContaining(why),
					messages: count,
					complete: false,
				},
			]);
		});
	},
);
