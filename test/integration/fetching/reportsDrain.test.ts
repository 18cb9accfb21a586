import { createHash } from 'node:crypto';
import type { INode } from 'n8n-workflow';

import {
	resetBefore,
	serverError,
	tooManyRequests,
	tooManyRequestsUntil,
	unauthorized,
} from '../../support/faults/faults';
import { CONTINUE, ERROR_OUTPUT, STOP } from '../smsNode';
import { hintsOf, idsOf, keptOf, withReportQueue } from './reportQueue';

/** Get Reports with Return All: all reports that wait, each once, whatever goes wrong on the way. */

const ALL = { returnAll: true };
const MODES: Array<[string, Partial<INode>]> = [
	['Stop', STOP],
	['Continue', CONTINUE],
	['error output', ERROR_OUTPUT],
];

test('5,000 reports come out once each, in 6 calls', async () => {
	await withReportQueue(5000, async ({ fetch, ids, calls, takeRest }) => {
		const result = await fetch({ parameters: ALL });
		expect(result.error).toBeUndefined();
		expect(result.json).toHaveLength(5000);
		// A difference of two lists of that length is nothing to read
		const digest = (list: unknown[]) => createHash('sha256').update(JSON.stringify(list)).digest('hex');
		expect(digest(idsOf(result.json))).toBe(digest(ids));
		expect(calls()).toEqual(Array(6).fill({ limit: '1000' }));
		expect(hintsOf(result)).toEqual([]);
		expect(keptOf(result)).toEqual({});
		expect(takeRest()).toEqual([]);
	});
});

test('a service that gives 50 a call, whatever the limit says', async () => {
	await withReportQueue(
		420,
		async ({ fetch, ids, calls }) => {
			const result = await fetch({ parameters: ALL });
			expect(idsOf(result.json)).toEqual(ids);
			expect(calls()).toHaveLength(10);
			expect(hintsOf(result)).toEqual([]);
		},
		{ mostResults: 50 },
	);
});

test.each(MODES)(
	'more than 100 calls bring: the node says that there may be more, and the next run brings them (%s)',
	async (name, settings) => {
		await withReportQueue(
			120,
			async ({ fetch, ids, calls }) => {
				const first = await fetch({ parameters: ALL, settings });
				expect(first.run.status).toBe('success');
				expect(calls()).toHaveLength(100);
				expect(idsOf(first.json).slice(0, 100)).toEqual(ids.slice(0, 100));
				const message = 'There may be more reports: 100 calls returned 100.';
				expect(hintsOf(first)).toEqual([{ type: 'warning', message: `${message} Run again to fetch the rest.` }]);
				const errors = name === 'error output' ? first.failed.map(({ json }) => json) : first.json.slice(100);
				expect(errors).toEqual(name === 'Stop' ? [] : [expect.objectContaining({ error: message })]);
				const second = await fetch({ parameters: ALL, settings });
				expect(idsOf(second.json)).toEqual(ids.slice(100));
				expect(hintsOf(second)).toEqual([]);
			},
			{ mostResults: 1 },
		);
	},
);

test('a limit beyond what services return in one call: a hint that there may be more', async () => {
	await withReportQueue(1200, async ({ fetch }) => {
		const limited = await fetch({ parameters: { limit: 5000 } });
		expect(limited.json).toHaveLength(1000);
		expect(hintsOf(limited)).toEqual([
			{ type: 'info', message: expect.stringContaining('1000 reports. There may be more.') },
		]);
	});
});

test('without Return All one call, and a hint where the limit may have cut the answer', async () => {
	await withReportQueue(130, async ({ fetch, ids, calls }) => {
		const unset = await fetch();
		expect(idsOf(unset.json)).toEqual(ids.slice(0, 50));
		expect(hintsOf(unset)).toEqual([
			{
				type: 'info',
				message: expect.stringMatching(/^The service returned 50 reports\. There may be more\. Return All/),
			},
		]);
		const limited = await fetch({ parameters: { filters: { limit: 70 } } });
		expect(idsOf(limited.json)).toEqual(ids.slice(50, 120));
		expect(hintsOf(limited)).toEqual([{ type: 'info', message: expect.stringContaining('returned 70 reports') }]);
		const rest = await fetch({ parameters: { filters: { limit: 70 } } });
		expect(idsOf(rest.json)).toEqual(ids.slice(120));
		expect(hintsOf(rest)).toEqual([]);
		expect(calls()).toEqual([{ limit: '50' }, { limit: '70' }, { limit: '70' }]);
	});
});

/** 70 reports, 20 a call: the fifth call finds nothing. */
const COUNT = 70;
const A_CALL = 20;
const CALLS = 5;

const FAULTS = [
	{
		fault: serverError,
		message: /^The service gave an unexpected answer \(500\)/,
		advice: /Get Logs shows for 48 hours what happened to the messages\.$/,
	},
	{
		fault: resetBefore,
		message: /^The connection to the service was lost/,
		advice: /Get Logs shows for 48 hours what happened to the messages\.$/,
	},
	{
		fault: tooManyRequests,
		message: /^The service was called too often \(429\).*, even after 0\.3 seconds/,
		advice: /reports not fetched yet are still available/,
	},
	{
		fault: tooManyRequestsUntil('3600'),
		message: /it asks to wait 3600 seconds, which is longer than 'Keep Retrying For' allows \(0\.3 seconds\)/,
		advice: /reports not fetched yet are still available/,
	},
	{
		fault: unauthorized,
		message: /^The service does not accept the credential \(401\)/,
		advice: /^Open the SMS Messaging API credential/,
	},
];

describe.each(FAULTS)('$fault.name at the first or at a later call', ({ fault, message, advice }) => {
	test.each(MODES)('%s', async (name, settings) => {
		for (const failing of [0, 2]) {
			await withReportQueue(
				COUNT,
				async (queue) => {
					const { fetch, ids, calls } = queue;
					queue.faultAt = (call) => (call >= failing ? fault : undefined);
					const result = await fetch({ parameters: ALL, settings });
					// Nothing is asked for twice, save what a 429 held up
					expect(calls().length - failing).toBe(1);
					const errors = (name === 'error output' ? result.failed : result.output('SMS Messaging')).filter(
						({ json }) => 'error' in json,
					);
					const fetched = ids.slice(0, failing * A_CALL);
					expect(idsOf(result.json.filter((item) => !('error' in item)))).toEqual(fetched);
					if (failing === 0 && name === 'Stop') {
						expect(result.error).toMatchObject({
							message: expect.stringMatching(message),
							description: expect.stringMatching(advice),
						});
					} else {
						expect(result.error).toBeUndefined();
						expect(result.run.status).toBe('success');
					}
					if (failing > 0) {
						const [hint, ...more] = hintsOf(result);
						expect(more).toEqual([]);
						expect(hint).toMatchObject({
							type: 'warning',
							message: expect.stringMatching(/^Not all reports were fetched: /),
						});
						expect(hint!.message).toContain(`The ${fetched.length} fetched before that are in the output.`);
						expect(hint!.message.replace('Not all reports were fetched: ', '')).toMatch(message);
					}
					if (name === 'Stop') expect(errors).toEqual([]);
					else {
						expect(errors).toHaveLength(1);
						// The reports go first
						if (name === 'Continue') expect(result.json.at(-1)).toHaveProperty('error');
						const { error, details } = errors[0]!.json as { error: string; details: { description: string } };
						expect(error.replace('Not all reports were fetched: ', '')).toMatch(message);
						expect(details.description).toMatch(advice);
					}
					queue.faultAt = () => undefined;
					const rest = await fetch({ parameters: ALL, settings });
					expect(idsOf(rest.json)).toEqual(ids.slice(fetched.length));
					expect(hintsOf(rest)).toEqual([]);
				},
				{ mostResults: A_CALL },
			);
		}
	});
});

test('429 now and then: the node waits, and all reports come out', async () => {
	await withReportQueue(
		COUNT,
		async (queue) => {
			const { fetch, ids, calls } = queue;
			queue.faultAt = (call) => (call === 0 || call === 3 ? tooManyRequestsUntil('0') : undefined);
			const result = await fetch({ parameters: ALL, options: { patience: 20 } });
			expect(idsOf(result.json)).toEqual(ids);
			expect(hintsOf(result)).toEqual([]);
			expect(calls()).toHaveLength(CALLS + 2);
		},
		{ mostResults: A_CALL },
	);
});

test('the limit of a workflow of an earlier version does not count with Return All', async () => {
	await withReportQueue(3, async ({ fetch, ids, proxy }) => {
		expect(idsOf((await fetch({ parameters: { returnAll: '={{ true }}', filters: { limit: 2 } } })).json)).toEqual(ids);
		expect(proxy.records.map(({ request }) => request.url)).toEqual(Array(2).fill('/sms/1/reports?limit=1000'));
	});
});

test('one bulk ID for each item, with Return All: each is drained for itself, and paired with its item', async () => {
	await withReportQueue(
		30,
		async (queue) => {
			for (let index = 0; index < 25; index++) queue.queue(`a-${index}`, 'a');
			for (let index = 0; index < 5; index++) queue.queue(`b-${index}`, 'b');
			const items = ['b', 'none', 'a'].map((bulk) => ({ bulk }));
			const result = await queue.fetch({ parameters: { ...ALL, filters: { bulkId: '={{ $json.bulk }}' } }, items });
			expect(idsOf(result.json)).toEqual(
				[...Array(5).keys()].map((index) => `b-${index}`).concat([...Array(25).keys()].map((index) => `a-${index}`)),
			);
			expect(result.paired).toEqual([...Array(5).fill(0), ...Array(25).fill(2)]);
			expect(queue.calls().map(({ bulkId }) => bulkId)).toEqual(['b', 'b', 'none', 'a', 'a', 'a', 'a']);
			expect(queue.takeRest()).toEqual(queue.ids);
		},
		{ mostResults: 10 },
	);
});

test.each(MODES)(
	'the second of two bulk IDs fails in the middle: what came of both comes out (%s)',
	async (name, settings) => {
		await withReportQueue(
			0,
			async (queue) => {
				for (let index = 0; index < 5; index++) queue.queue(`a-${index}`, 'a');
				for (let index = 0; index < 25; index++) queue.queue(`b-${index}`, 'b');
				queue.faultAt = (call) => (call === 3 ? serverError : undefined);
				const items = ['a', 'b'].map((bulk) => ({ bulk }));
				const result = await queue.fetch({
					parameters: { ...ALL, filters: { bulkId: '={{ $json.bulk }}' } },
					items,
					settings,
				});
				const reports = result.json.filter((item) => !('error' in item));
				expect(idsOf(reports)).toEqual([
					'a-0',
					'a-1',
					'a-2',
					'a-3',
					'a-4',
					...[...Array(10).keys()].map((index) => `b-${index}`),
				]);
				expect(hintsOf(result)).toEqual([
					{
						type: 'warning',
						message: expect.stringMatching(
							/^Not all reports were fetched: .*500.* contact support\. The 10 fetched before that are in the output\. .*\[item 1\]$/,
						),
					},
				]);
				const errors =
					name === 'error output'
						? result.failed
						: result.output('SMS Messaging').filter(({ json }) => 'error' in json);
				expect(errors.map(({ pairedItem }) => pairedItem)).toEqual(name === 'Stop' ? [] : [{ item: 1 }]);
			},
			{ mostResults: 10 },
		);
	},
);

test('what stands in the way of one question stands in the way of the others: no call is made for them', async () => {
	await withReportQueue(
		0,
		async (queue) => {
			for (let index = 0; index < 15; index++) queue.queue(`a-${index}`, 'a');
			queue.queue('b-0', 'b');
			queue.faultAt = (call) => (call > 0 ? unauthorized : undefined);
			const items = ['a', 'b'].map((bulk) => ({ bulk }));
			const result = await queue.fetch({
				parameters: { ...ALL, filters: { bulkId: '={{ $json.bulk }}' } },
				items,
				settings: ERROR_OUTPUT,
			});
			expect(queue.calls().map(({ bulkId }) => bulkId)).toEqual(['a', 'a']);
			expect(result.json).toHaveLength(10);
			expect(result.failed.map(({ pairedItem, json }) => [pairedItem, json.error])).toEqual([
				[{ item: 0 }, expect.stringContaining('(401)')],
				[{ item: 1 }, expect.stringContaining('(401)')],
			]);
		},
		{ mostResults: 10 },
	);
});
