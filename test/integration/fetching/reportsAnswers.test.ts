import { inspect } from 'node:util';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters, NodeOperationError } from 'n8n-workflow';

import { startScriptedService, type ScriptedAnswer } from '../scriptedService';
import { CONTINUE, credentialFor, ERROR_OUTPUT, runSms, SMS, STOP, type SmsResult } from '../smsNode';
import { hintsOf, idsOf } from './reportQueue';

/** Get Reports with a service that answers otherwise than the sandbox, which keeps to the interface. */

const BY_ID: INodeParameters = { filters: { messageId: '={{ $json.id }}' } };
const COMBINE: INodeParameters = { ...BY_ID, options: { combineIds: true } };
const ALL: INodeParameters = { returnAll: true };

const DELIVERED = {
	groupId: 3,
	groupName: 'DELIVERED',
	id: 5,
	name: 'DELIVERED_TO_HANDSET',
	description: 'Message delivered to handset',
};
const NO_ERROR = { groupId: 0, groupName: 'Ok', id: 0, name: 'NO_ERROR', description: 'No Error', permanent: false };
const report = (messageId: string | number, more: object = {}) => ({
	messageId,
	to: '436601234567',
	sentAt: '2030-01-31T08:30:00.000+0000',
	smsCount: 1,
	status: DELIVERED,
	error: NO_ERROR,
	...more,
});

/** @param answers what the service gives for a message ID (or a list of them, or '' without), by how often it was asked before */
async function ask(
	parameters: INodeParameters,
	ids: unknown[],
	answers: (messageId: string, asked: number) => object[] | ScriptedAnswer,
	settings = STOP,
): Promise<SmsResult & { asked: string[] }> {
	const asked: string[] = [];
	const service = await startScriptedService(({ url }) => {
		const messageId = new URL(url, 'http://service').searchParams.get('messageId') ?? '';
		const answer = answers(messageId, asked.filter((other) => other === messageId).length);
		asked.push(messageId);
		return Array.isArray(answer) ? { body: { results: answer } } : answer;
	});
	try {
		const items = ids.map((id) => ({ id }) as IDataObject);
		return {
			...(await runSms({
				parameters: { operation: 'getReports', ...parameters },
				items,
				credential: credentialFor(service),
				settings,
			})),
			asked,
		};
	} finally {
		await service.stop();
	}
}

const pairs = (result: SmsResult) => result.output(SMS).map(({ json, pairedItem }) => [json.messageId, pairedItem]);

describe('a report that comes a second time comes out once', () => {
	test('in the next call', async () => {
		const results = [[report('a'), report('b')], [report('b'), report('c')], [report('a')], [report('d')]];
		const result = await ask(ALL, [''], (_id, asked) => results[asked]!);
		expect(idsOf(result.json)).toEqual(['a', 'b', 'c']);
		expect(result.asked).toHaveLength(3);
	});

	test('for ever: the calls end', async () => {
		const result = await ask(ALL, [''], () => [report('a')]);
		expect(idsOf(result.json)).toEqual(['a']);
		expect(result.asked).toHaveLength(2);
	});

	test('for another bulk ID', async () => {
		const result = await ask({ filters: { bulkId: '={{ $json.id }}' } }, ['x', 'y'], (_id, asked) => [
			report('a'),
			report(asked),
		]);
		expect(pairs(result)).toEqual([
			['a', { item: 0 }],
			['0', { item: 0 }],
			['1', { item: 1 }],
		]);
	});

	test('also with the ID as a number, and with fields that say nothing; with another bulk ID it is another one', async () => {
		const answers = [[report(17)], [report('17', { bulkId: '', price: null }), report(17, { bulkId: 'b' })], []];
		const result = await ask(ALL, [''], (_id, asked) => answers[asked]!);
		expect(idsOf(result.json)).toEqual(['17', '17']);
	});
});

describe('a report for another ID than was asked for', () => {
	test('that nobody asks for: it comes out, and the ID without a report is named', async () => {
		// Return All is about reports that nobody names
		const result = await ask({ ...BY_ID, ...ALL }, ['a', 'b'], (id) => [report(id === 'a' ? 'x' : id)]);
		expect(pairs(result)).toEqual([
			['x', { item: 0 }],
			['b', { item: 1 }],
		]);
		expect(result.asked).toEqual(['a', 'b']);
		expect(hintsOf(result)).toEqual([
			{ type: 'warning', message: expect.stringMatching(/^No reports for the message IDs a\. /) },
		]);
	});

	test('among combined IDs', async () => {
		const result = await ask(COMBINE, ['a', 'b'], (_id, asked) => (asked === 0 ? [report('x'), report('b')] : []));
		expect(result.json).toHaveLength(2);
		expect(pairs(result)).toEqual(
			expect.arrayContaining([
				['x', [{ item: 0 }, { item: 1 }]],
				['b', { item: 1 }],
			]),
		);
		expect(result.asked).toEqual(['a,b', 'a']);
		expect(hintsOf(result)).toEqual([
			{ type: 'warning', message: expect.stringMatching(/^No reports for the message IDs a\. /) },
		]);
	});
});

describe('a service that does not take lists', () => {
	test('and answers nothing: the node says what may be the reason', async () => {
		const result = await ask(COMBINE, ['a', 'b'], (id) => (id.includes(',') ? [] : [report(id)]));
		expect(result.asked).toEqual(['a,b']);
		expect(result.json).toEqual([]);
		expect(hintsOf(result)).toEqual([
			{ type: 'warning', message: expect.stringMatching(/^No reports for the message IDs a, b\. /) },
			{
				type: 'info',
				message:
					'The service returned nothing for a list of message IDs. If it takes only one ID per call, turn off Combine IDs.',
			},
		]);
	});

	test('and takes the first of them: one after the other comes out', async () => {
		const result = await ask(COMBINE, ['a', 'b', 'c'], (id) => [report(id.split(',')[0]!)]);
		expect(pairs(result)).toEqual(['a', 'b', 'c'].map((id, item) => [id, { item }]));
		expect(hintsOf(result)).toEqual([]);
	});

	test('and refuses them: the error names the IDs', async () => {
		const refusal = {
			status: 400,
			body: { requestError: { serviceException: { messageId: 'BAD_REQUEST', text: 'No such message: a,b' } } },
		};
		const { error } = await ask(COMBINE, ['a', 'b'], () => refusal);
		expect(error).toMatchObject({
			message: 'The service refused the request (400): No such message: a,b',
			context: { data: { messageIds: ['a', 'b'] } },
		});
	});

	test('where reports come for a part of a list, nothing is said of it', async () => {
		const result = await ask(COMBINE, ['a', 'b', 'c'], (id) =>
			id
				.split(',')
				.filter((each) => each !== 'b')
				.map((each) => report(each)),
		);
		expect(hintsOf(result)).toEqual([{ type: 'warning', message: expect.not.stringContaining('Combine') }]);
	});
});

test('a list longer than a hundred, of which each call brings one', async () => {
	const ids = [...Array(130).keys()].map((index) => `m-${index}`);
	const result = await ask(
		{ filters: { messageId: '={{ $json.id }}', limit: 1 }, options: { combineIds: true } },
		[ids],
		(id) => [report(id.split(',')[0]!)],
	);
	expect(idsOf(result.json)).toEqual(ids);
	expect(hintsOf(result)).toEqual([]);
});

describe('entries that are no reports', () => {
	const ODD = [{ to: '436601234567', note: 'no ID' }, { messageId: 'b' }, { messageId: '', status: DELIVERED }];

	test('come out whole beside the reports, also simplified', async () => {
		const result = await ask(ALL, [''], (_id, asked) => (asked === 0 ? [report('a'), ...ODD] : []));
		expect(result.json).toHaveLength(4);
		expect(result.json[0]).not.toHaveProperty('report');
		expect(result.json.slice(1).map((item) => item.report)).toEqual(ODD);
		expect(result.failed).toEqual([]);
	});

	test('come out of an answer for IDs too', async () => {
		const result = await ask(BY_ID, ['a', 'b'], (id) => (id === 'b' ? [ODD[1]!] : ODD.slice(0, 1)));
		expect(result.output(SMS).map(({ json, pairedItem }) => [json.report, pairedItem])).toEqual([
			[ODD[0], { item: 0 }],
			[ODD[1], { item: 1 }],
		]);
		expect(hintsOf(result)).toEqual([
			{ type: 'warning', message: expect.stringMatching(/^No reports for the message IDs a\. /) },
		]);
	});

	test('things that are no objects come out too', async () => {
		const result = await ask(
			ALL,
			[''],
			(_id, asked) => (asked === 0 ? [null, report('a'), 'text', 17] : []) as object[],
		);
		expect(idsOf(result.json)).toEqual(['a', undefined, undefined]);
		expect(result.json.slice(1).map((item) => item.report)).toEqual([{ entry: 'text' }, { entry: 17 }]);
	});

	test('an entry with a field named error is no failed item', async () => {
		for (const settings of [CONTINUE, ERROR_OUTPUT]) {
			const result = await ask(
				{ ...ALL, simplify: false },
				[''],
				(_id, asked) => (asked === 0 ? [{ error: 'x' }, report('a')] : []),
				settings,
			);
			expect(result.json.map((item) => item.report)).toEqual([{ error: 'x' }, report('a')]);
			expect(result.failed).toEqual([]);
		}
	});
});

test.each([
	['a list', '[{"messageId":"a","to":"436601234567"}]'],
	['a single report', '{"messageId":"a","to":"436601234567"}'],
	['half an answer', '{"results":[{"messageId":"a","to":"4366'],
])(
	'%s instead of what is promised stands in the error as it came, since it does not come again',
	async (_name, body) => {
		for (const settings of [STOP, CONTINUE]) {
			const service = await startScriptedService(() => ({ body }));
			const { error, json } = await runSms({
				parameters: { operation: 'getReports' },
				credential: credentialFor(service),
				settings,
			});
			await service.stop();
			const details =
				settings === STOP ? (error as { context?: { data?: object } } | undefined)?.context?.data : json[0]!.details;
			expect(details).toMatchObject({ answer: body, httpStatus: 200 });
		}
	},
);

describe('an answer that does not come again', () => {
	const body = '{"results":[{"messageId":"b","to":"4366';
	const MESSAGE = 'The service answered 200, but not with a list of results';
	const ADVICE =
		'Check that the Base URL in the SMS Messaging API credential points to the SMS service. Any reports that the service had already handed out with this answer will not come again: Get Logs shows for 48 hours what happened to the messages.';
	const WITH_ANSWER = `${ADVICE} The details contain the raw answer.`;
	const details = { description: WITH_ANSWER, httpStatus: 200, answer: body };
	const PARTLY = `Not all reports were fetched: ${MESSAGE}. The 1 fetched before that are in the output.`;

	test.each([
		['Stop', 'at first', STOP, 0, [], []],
		// Nothing holds the details then
		['Stop', 'later', STOP, 1, [{ messageId: 'a' }], [`${PARTLY} ${ADVICE}`]],
		['Continue', 'at first', CONTINUE, 0, [{ error: MESSAGE, details }], []],
		['Continue', 'later', CONTINUE, 1, [{ messageId: 'a' }, { error: PARTLY, details }], [`${PARTLY} ${WITH_ANSWER}`]],
	])('%s, %s: what is said, and where the answer is', async (_mode, _when, settings, before, items, hints) => {
		const result = await ask(ALL, [''], (_id, asked) => (asked < before ? [report('a')] : { body }), settings);
		expect(result.json).toEqual(items.map((item) => ('error' in item ? item : expect.objectContaining(item))));
		expect(hintsOf(result)).toEqual(hints.map((message) => ({ type: 'warning', message })));
		if (items.length > 0) return expect(result.error).toBeUndefined();
		const { message, description, context } = result.error as { context?: { data?: object } } & NodeOperationError;
		expect([message, description, context?.data]).toEqual([MESSAGE, WITH_ANSWER, details]);
	});
});

describe('no secret of the credential comes out', () => {
	const SECRET = 'S3CR3T-4711';
	const CREDENTIALS: ICredentialDataDecryptedObject[] = [
		{ authentication: 'apiKey', apiKey: SECRET },
		{ authentication: 'basic', username: 'ann', password: SECRET },
	];
	const encoded = Buffer.from(`ann:${SECRET}`).toString('base64');

	test.each([
		['429', { status: 429 }],
		['500', { status: 500, body: 'oops' }],
		['401', { status: 401 }],
		['a closed connection', { hangUp: true }],
		['no JSON', { body: 'no' }],
	])('when some came and then %s', async (_name, failure) => {
		for (const data of CREDENTIALS) {
			for (const settings of [STOP, CONTINUE, ERROR_OUTPUT]) {
				for (const parameters of [ALL, BY_ID, COMBINE]) {
					const service = await startScriptedService((_request, index) =>
						index === 0 ? { body: { results: [report('a')] } } : failure,
					);
					const { run } = await runSms({
						parameters: { operation: 'getReports', ...parameters },
						items: [{ id: 'a' }, { id: 'b' }],
						credential: { baseUrl: service.url, ...data },
						settings,
					});
					await service.stop();
					expect(service.requests.length).toBeGreaterThan(1);
					const stored =
						inspect(run, { depth: Infinity, showHidden: true, maxArrayLength: Infinity, maxStringLength: Infinity }) +
						JSON.stringify(run);
					expect(stored).toContain('436601234567');
					expect(stored.includes(SECRET) || stored.includes(encoded)).toBe(false);
				}
			}
		}
	});
});

test('an answer in another charset is read in it', async () => {
	const body = Buffer.from(JSON.stringify({ results: [report('a', { callbackData: 'Müller' })] }), 'latin1');
	const headers = { 'Content-Type': 'application/json;charset=ISO-8859-1' };
	expect((await ask({}, [''], () => ({ body, headers }))).json).toMatchObject([
		{ messageId: 'a', callbackData: 'Müller' },
	]);
});
