import type { INode } from 'n8n-workflow';

import { credentialFor, CONTINUE, ERROR_OUTPUT, STOP } from '../smsNode';
import type { Fault, FaultScript } from '../../support/faults/faultProxy';
import {
	htmlPage,
	resetBefore,
	serverError,
	silenceBefore,
	tooManyRequests,
	tooManyRequestsUntil,
	truncatedAfterAcceptance,
	unauthorized,
} from '../../support/faults/faults';
import {
	differences,
	isWithin,
	missingOf,
	NO_DIFFERENCE,
	openSeededLogs,
	type LogsResult,
	type SeededLogs,
} from './seededLogs';

/** Calls that fail in the middle of a walk: nothing is lost in silence, and nothing comes twice. */

const PATIENT = { patience: 30 };

const once =
	(number: number, fault: Fault): FaultScript =>
	(_, index) =>
		index === number ? fault : undefined;
const from =
	(number: number, fault: Fault): FaultScript =>
	(_, index) =>
		index >= number ? fault : undefined;

/** What came out and what is said to be missing are everything. */
function expectTrueStatement(logs: SeededLogs, result: LogsResult): void {
	const missing = missingOf(result);
	expect(missing.length).toBeGreaterThan(0);
	const out = new Set(result.ids);
	expect(out.size).toBe(result.ids.length);
	const lost = logs.seeded.filter((message) => !out.has(message.messageId) && !isWithin(missing, message));
	expect(lost).toEqual([]);
	for (const range of missing)
		for (const bound of Object.values(range)) expect(result.hints.join(' ')).toContain(bound);
}

describe.each([
	['newestFirst', 300],
	['oldestFirst', 300],
	['unordered', 125],
] as const)('%s', (logOrder, count) => {
	let logs: SeededLogs;
	let calls: number;
	beforeAll(async () => {
		logs = await openSeededLogs({ count, colliding: 0.3, together: [10, 45] }, { logOrder, mostResults: 50 });
		calls = (await logs.read()).calls.length;
		expect(calls).toBeGreaterThan(5);
	});
	afterAll(async () => await logs.stop());

	const eachCall = () => [...Array(calls).keys()];
	const someCalls = () => [0, 1, Math.floor(calls / 2), calls - 1];

	/** Reads once for each of these calls, with a fault there. */
	const at = async (numbers: number[], script: (number: number) => FaultScript, settings?: Partial<INode>) =>
		await Promise.all(
			numbers.map(async (number) => await logs.readThrough(script(number), { options: PATIENT, settings })),
		);

	test.each<[string, Fault, () => number[]]>([
		['500', serverError, eachCall],
		['a lost connection', resetBefore, someCalls],
		['429', tooManyRequests, eachCall],
		['429 with Retry-After', tooManyRequestsUntil('1'), someCalls],
		['half an answer', truncatedAfterAcceptance, someCalls],
		['a page of HTML', htmlPage, someCalls],
	])('%s one time, at any call: all come out', async (_, fault, numbers) => {
		for (const result of await at(numbers(), (number) => once(number, fault))) {
			expect([result.error, result.hints]).toEqual([undefined, []]);
			expect(differences(result.ids, logs.seeded)).toEqual(NO_DIFFERENCE);
			expect(result.calls.length).toBeLessThanOrEqual(calls + 5);
		}
	});

	test.each<[string, Fault, () => number[]]>([
		['500', serverError, someCalls],
		['401', unauthorized, eachCall],
		['lost connections', resetBefore, someCalls],
	])(
		'%s from any call on: what was read comes out, with a true statement of what is missing',
		async (_, fault, numbers) => {
			const [continued, errorOutput, stopped] = await Promise.all(
				[CONTINUE, ERROR_OUTPUT, STOP].map(
					async (settings) => await at(numbers(), (number) => from(number, fault), settings),
				),
			);
			for (const results of [continued!, errorOutput!]) {
				results.forEach((result, index) => {
					const number = numbers()[index]!;
					expect(result.error).toBeUndefined();
					expect(
						[...result.json, ...result.failed.map(({ json }) => json)].filter((json) => 'error' in json),
					).toHaveLength(1);
					expect(result.calls.length).toBeLessThanOrEqual(number + 3);
					expect(result.ids.length > 0).toBe(number > 0);
					if (number > 0) expectTrueStatement(logs, result);
				});
			}
			expect(errorOutput!.flatMap(({ json }) => json).some((json) => 'error' in json)).toBe(false);
			// Stop: the statement stands on the node; only where nothing was read it fails
			stopped!.forEach((result, index) => {
				const number = numbers()[index]!;
				expect([result.error !== undefined, result.json.some((json) => 'error' in json)]).toEqual([
					number === 0,
					false,
				]);
				expect(result.ids).toEqual(continued![index]!.ids);
				if (number > 0) expect(result.hints).toEqual(continued![index]!.hints);
			});
		},
	);

	test('a further run with what is named as missing brings the rest', async () => {
		const results = await at(eachCall(), (number) => from(number, unauthorized), CONTINUE);
		for (const result of results.slice(1)) {
			const ids = [...result.ids];
			for (const filters of missingOf(result)) ids.push(...(await logs.read({ filters: { ...filters } })).ids);
			expect(differences([...new Set(ids)], logs.seeded)).toEqual(NO_DIFFERENCE);
		}
	});
});

describe('several input items', () => {
	test('what stands in the way of one stands in the way of the others: no call is made for them', async () => {
		const logs = await openSeededLogs({ count: 500 }, { mostResults: 100 });
		const items = [{ sender: 'DemoShop' }, { sender: 'DemoBank' }];
		const result = await logs.readThrough(from(1, unauthorized), {
			items,
			filters: { from: '={{ $json.sender }}' },
			settings: CONTINUE,
		});
		await logs.stop();
		expect(result.calls).toHaveLength(2);
		expect(
			result.json.map((json, index) => [result.paired[index], 'error' in json]).filter(([, isError]) => isError),
		).toEqual([
			[0, true],
			[1, true],
		]);
	});

	test('the same question of several: the entries and the statement for each', async () => {
		const logs = await openSeededLogs({ count: 500 }, { mostResults: 100 });
		const result = await logs.readThrough(from(2, unauthorized), { items: [{}, {}], settings: CONTINUE });
		await logs.stop();
		expect(result.calls).toHaveLength(3);
		const of = (item: number) => result.json.filter((_, index) => result.paired[index] === item);
		expect(of(0)).toEqual(of(1));
		expect(of(0).filter((json) => 'error' in json)).toHaveLength(1);
		expect(of(0).length).toBeGreaterThan(100);
	});
});

test('when some came and then no more, the secret of the credential stands in nothing that comes out', async () => {
	const logs = await openSeededLogs({ count: 125 }, { mostResults: 50 });
	const secret = String(credentialFor(logs.proxy).apiKey);
	for (const settings of [STOP, CONTINUE]) {
		for (const fault of [unauthorized, serverError, tooManyRequestsUntil('100'), resetBefore]) {
			const { run, ids } = await logs.readThrough(from(1, fault), { options: { patience: 1 }, settings });
			expect(ids).toHaveLength(50);
			expect(JSON.stringify(run.data.resultData)).not.toContain(secret);
		}
	}
	await logs.stop();
});

describe('Stop in the editor', () => {
	const until = async (happened: () => boolean): Promise<void> => {
		while (!happened()) await new Promise((resolve) => setTimeout(resolve, 10));
	};

	test.each([
		['in a pause that the service asked for', tooManyRequestsUntil('100')],
		['in a pause before the next try', serverError],
		['while the service does not answer', { ...silenceBefore, answer: serverError.answer, delayMs: 500 } as Fault],
	])('%s: it ends, and makes no further call', async (_, fault) => {
		const logs = await openSeededLogs({ count: 500 }, { mostResults: 100 }, from(2, fault));
		const { ended, cancel } = logs.start({ options: { patience: 200 } });
		await until(() => logs.proxy.records.length >= 3);
		cancel();
		await ended;
		const made = logs.proxy.records.length;
		expect(made).toBeLessThanOrEqual(4);
		await new Promise((resolve) => setTimeout(resolve, 1500));
		expect(logs.proxy.records).toHaveLength(made);
		await logs.stop();
	});
});
