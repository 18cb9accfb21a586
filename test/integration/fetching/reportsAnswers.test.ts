import { report } from '../receiving/entries';
import { runAnswered, type ScriptedAnswer } from '../scriptedService';
import { CONTINUE, ERROR_OUTPUT, hintsOf, STOP } from '../smsNode';

/** Get Reports with a service that answers otherwise than the sandbox, which keeps to the interface. */
const fetchFrom = async (answer: ScriptedAnswer, settings = STOP) =>
	await runAnswered(answer, { parameters: { operation: 'getReports' }, settings });

test.each([
	['a list', '[{"messageId":"a","to":"436601234567"}]'],
	['a single report', '{"messageId":"a","to":"436601234567"}'],
	['half an answer', '{"results":[{"messageId":"a","to":"4366'],
])('%s instead of reports is in the error unchanged, since it cannot be fetched again', async (_name, body) => {
	for (const settings of [STOP, CONTINUE]) {
		const { error, json } = await fetchFrom({ body }, settings);
		const details =
			settings === STOP ? (error as { context?: { data?: object } } | undefined)?.context?.data : json[0]!.details;
		expect(details).toMatchObject({ answer: body, httpStatus: 200 });
	}
});

test('an answer in another charset is decoded', async () => {
	const report = { messageId: 'a', to: '436601234567', status: { groupId: 3 }, callbackData: 'Müller' };
	const body = Buffer.from(JSON.stringify({ results: [report] }), 'latin1');
	const headers = { 'Content-Type': 'application/json;charset=ISO-8859-1' };
	expect((await fetchFrom({ body, headers })).json).toMatchObject([{ messageId: 'a', callbackData: 'Müller' }]);
});

const page = (...ids: string[]): ScriptedAnswer => ({ body: { results: ids.map((id) => report(id)) } });
const BROKEN: ScriptedAnswer = { status: 500 };
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const GONE = /answer \(500\)\. Run again later\. Any reports in this answer that were not read cannot be fetched again/;

describe('a call that fails after others have brought reports', () => {
	const fetchAll = async (answers: ScriptedAnswer[], settings: object) =>
		await runAnswered(answers, {
			parameters: { operation: 'getReports', returnAll: true },
			settings: { ...RETRY, ...settings },
		});
	const answers = [page('a', 'b'), page('c'), BROKEN, page('d')];
	const idsOf = (json: Array<Record<string, unknown>>) => json.flatMap(({ messageId = [] }) => messageId);

	test('with Stop Workflow: all come out, and the last item says what is missing', async () => {
		const result = await fetchAll(answers, STOP);
		expect([result.error, result.requests.length]).toEqual([undefined, 3]);
		expect(idsOf(result.json)).toEqual(['a', 'b', 'c']);
		const last = result.json.at(-1)!;
		expect(Object.keys(last)).toEqual(['shortfall', 'details']);
		expect(last.shortfall).toMatch(/^Not all reports were fetched: /);
		expect(last.shortfall).toMatch(GONE);
		expect(last.details).toMatchObject({ httpStatus: 500 });
		expect(hintsOf(result)).toEqual([last.shortfall]);
	});

	test.each([
		['Continue', CONTINUE],
		['the error output', ERROR_OUTPUT],
	])('with %s: all come out in the same try, and the error item behind them', async (_, settings) => {
		const { json, failed, requests } = await fetchAll(answers, settings);
		expect(requests).toHaveLength(3);
		const all = [...json, ...failed.map((item) => item.json)];
		expect(idsOf(all)).toEqual(['a', 'b', 'c']);
		expect(all.at(-1)).toMatchObject({ error: expect.stringMatching(/^Not all reports were fetched: .*\(500\)\.$/) });
	});

	test.each([
		['Stop Workflow', STOP],
		['Continue', CONTINUE],
	])('%s: if none had come, n8n tries again, and the answers lost before are named', async (_, settings) => {
		const { error, json, requests } = await fetchAll([{ body: '[' }, page('a'), page()], settings);
		expect([error, requests.length]).toEqual([undefined, 3]);
		expect(idsOf(json)).toEqual(['a']);
		expect(json.at(-1)).toMatchObject({ details: { lostAnswers: [{ answer: '[' }] } });
		expect(String(json.at(-1)!.shortfall ?? json.at(-1)!.error)).toMatch(/may be lost because an earlier try failed/);
	});
});

test.each([
	['Stop Workflow', STOP, 2],
	['Continue', CONTINUE, 3],
])('%s: message IDs without an answer are named', async (_, settings, calls) => {
	const { json, requests } = await runAnswered([page('a'), BROKEN, page('c')], {
		parameters: { operation: 'getReports', filters: { messageId: '={{ $json.id }}' } },
		items: [{ id: 'a' }, { id: 'b' }, { id: 'c' }],
		settings,
	});
	// What is not asked for cannot be lost
	expect(requests).toHaveLength(calls);
	const details = { messageId: 'b', ...(settings === STOP && { notAskedFor: ['c'] }) };
	expect(json.flatMap(({ messageId = [] }) => messageId)).toEqual(settings === STOP ? ['a'] : ['a', 'c']);
	expect(json.at(-1)!.details).toMatchObject(details);
});

test('faulty input items stand behind what was fetched', async () => {
	const { json, requests } = await runAnswered([page('a'), page()], {
		parameters: { operation: 'getReports', filters: { bulkId: '={{ $json.bulk }}' } },
		items: [{ bulk: '' }, { bulk: 'one' }],
		settings: { ...RETRY, ...CONTINUE },
	});
	expect(requests).toHaveLength(1);
	expect(json).toMatchObject([{ messageId: 'a' }, { error: expect.stringContaining("'Bulk ID'") }]);
});

test('Return All ends with an answer that brings nothing new; what came is output as often as it came', async () => {
	const { json, requests } = await runAnswered([page('a'), page('b', 'c'), page('c', 'b')], {
		parameters: { operation: 'getReports', returnAll: true },
	});
	expect(requests).toHaveLength(3);
	expect(json.map(({ messageId }) => messageId)).toEqual(['a', 'b', 'c', 'c', 'b']);
});
