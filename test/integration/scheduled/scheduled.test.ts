import { send } from '../../sandbox/client';
import { runAnswered, type ScriptedAnswer } from '../scriptedService';
import { CONTINUE, hintsOf, sandboxForEach, SMS, STOP, type SmsRun } from '../smsNode';

/** More: test/world/scheduled. */

const HOUR_MS = 3_600_000;
/** When scheduled messages are due, and where Reschedule moves them. */
const [DUE, LATER] = [24, 48].map((hours) => new Date(Date.now() + hours * HOUR_MS).toISOString()) as [string, string];

const node = sandboxForEach({ sendVersions: ['1', '2', '3'], balance: 12.5 });

/** Schedules a message for each of these bulk IDs. */
async function schedule(bulkIds: string[], sendAt = DUE): Promise<void> {
	for (const bulkId of bulkIds) await send(node.sandbox, '436601234567', { sendAt }, { bulkId });
	node.sandbox.requests.length = 0;
}

const parametersOf = (operation: string, parameters: object = {}) => ({
	...{ resource: 'scheduledMessage', operation, bulkId: 'a' },
	...(operation === 'reschedule' && { sendAt: LATER }),
	...parameters,
});
/** Runs an operation on the bulk ID `a`, unless the parameters name others. */
const run = async (operation: string, parameters: object = {}, more: Partial<SmsRun> = {}) =>
	await node.run(parametersOf(operation, parameters), { settings: CONTINUE, ...more });
/** The same with a service that gives these answers. */
const answered = async (
	answer: ScriptedAnswer | ((request: { method: string; url: string; body: string }) => ScriptedAnswer),
	operation: string,
	more: object = {},
) => await runAnswered(answer, { parameters: parametersOf(operation) as never, settings: CONTINUE, ...more });

/** The time and status of bulk IDs, for the service. */
const bulksOf = async (bulkId: string) =>
	(await run('getScheduled', { bulkId })).json.map(({ sendAt, status }) => [sendAt, status]);

test('Get: the time and status of each bulk ID, by two calls', async () => {
	await schedule(['a', 'b']);
	const items = [{ ids: 'a, b' }, { ids: ['b'] }, { ids: 'a' }];
	const { json, output } = await run('getScheduled', { bulkId: '={{ $json.ids }}' }, { items });
	expect(json).toEqual(['a', 'b'].map((bulkId) => ({ bulkId, sendAt: DUE, status: 'PENDING' })));
	expect(output(SMS).map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 0 }, { item: 2 }],
		[{ item: 0 }, { item: 1 }],
	]);
	const calls = node.sandbox.requests.map(({ method, path }) => `${method} ${path}`);
	expect(calls).toEqual(['a', 'b'].flatMap(() => ['GET /sms/1/bulks', 'GET /sms/1/bulks/status']));
});

test.each(['1', '2', '3'])('with API Version %s the calls are the same', async (apiVersion) => {
	await schedule(['a']);
	const { json } = await run('cancel', {}, { credential: { apiVersion } });
	expect(json).toEqual([{ bulkId: 'a', status: 'CANCELED' }]);
});

const NOT_CHANGEABLE = {
	status: 404,
	body: { requestError: { serviceException: { messageId: 'NOT_FOUND', text: 'Cannot be changed' } } },
};

test.each([
	['PENDING', 'pause', 'still sent'],
	['PENDING', 'cancel', 'still sent'],
	['PAUSED', 'resume', 'not sent until'],
	['PAUSED', 'cancel', 'not sent until'],
	['FINISHED', 'cancel', 'changed nothing'],
])(
	'refused, and still %s: the error of %s says what happens to them, and not to send them again',
	async (status, operation, says) => {
		const { json } = await answered(
			({ method }) => (method === 'PUT' ? NOT_CHANGEABLE : { body: { bulkId: 'a', status, sendAt: LATER } }),
			operation,
		);
		const { description } = json[0]!.details as { description: string };
		expect(description).toContain(says);
		expect(description).not.toContain('anew');
	},
);

describe('Reschedule', () => {
	test('paused messages stay paused, and a hint says so', async () => {
		await schedule(['a']);
		await run('pause');
		const result = await run('reschedule');
		expect(result.json).toEqual([{ bulkId: 'a', sendAt: LATER, status: 'PAUSED' }]);
		expect(hintsOf(result)).toHaveLength(1);
	});

	test('if the status cannot be read after the move, a hint says that they may be paused', async () => {
		const moved = { body: { bulkId: 'a', sendAt: LATER } };
		const result = await answered(({ method }) => (method === 'PUT' ? moved : { status: 404, body: {} }), 'reschedule');
		expect(result.json).toEqual([{ bulkId: 'a', sendAt: LATER }]);
		expect(hintsOf(result)).toEqual([expect.stringContaining('paused')]);
	});

	test('what was paused in order to move it is resumed, however that failed', async () => {
		const moves = [NOT_CHANGEABLE, { status: 403 }];
		const set: string[] = [];
		const { json } = await answered(({ method, body }) => {
			if (method === 'GET') return { body: { bulkId: 'a', sendAt: DUE, status: set.at(-1) ?? 'PENDING' } };
			const { status } = JSON.parse(body) as { status?: string };
			if (status === undefined) return moves.shift()!;
			set.push(status);
			return { body: { status } };
		}, 'reschedule');
		expect(set).toEqual(['PAUSED', 'PENDING']);
		expect(json).toMatchObject([{ error: expect.any(String) }]);
	});

	test('a time that counts from now is the same for all items', async () => {
		await schedule(['a']);
		const sendAt = '={{ [...Array(100000).keys()].length && $now.plus(1, "hour") }}';
		const result = await run('reschedule', { sendAt }, { items: [{}, {}, {}] });
		expect(result.json).toHaveLength(1);
	});

	test.each([
		['={{ $now.zoneName }}', '-05:00'],
		['Asia/Kolkata', '+05:30'],
	])('a time without an offset is one of the zone %p', async (timeZone, offset) => {
		await schedule(['a']);
		const sendAt = `${DUE.split('T')[0]}T23:59`;
		const { json } = await run('reschedule', { sendAt, timeZone }, { timezone: 'America/Bogota' });
		expect(json[0]!.sendAt).toBe(new Date(`${sendAt}${offset}`).toISOString());
	});

	test('one bulk ID with two times: the second item is faulty', async () => {
		await schedule(['a', 'b']);
		const items = [
			{ id: 'a', at: LATER },
			{ id: 'a,b', at: DUE },
			{ id: 'a', at: LATER },
		];
		const { json } = await run('reschedule', { bulkId: '={{ $json.id }}', sendAt: '={{ $json.at }}' }, { items });
		expect(json.map(({ bulkId, error }) => bulkId ?? typeof error)).toEqual(['a', 'string']);
		expect((await bulksOf('a,b')).map(([sendAt]) => sendAt)).toEqual([LATER, DUE]);
	});
});

test('with Stop the first error ends the run, and says what was done', async () => {
	await schedule(['sent']);
	await node.sandbox.advance(25 * HOUR_MS);
	await schedule(['a', 'b'], LATER);
	const items = ['a', 'unknown', 'b', 'sent'].map((id) => ({ id }));
	const { error } = await run('cancel', { bulkId: '={{ $json.id }}' }, { items, settings: STOP });
	expect((error as any).context.data).toMatchObject({ bulkId: 'unknown', done: ['a'], notTried: ['b', 'sent'] });
	expect((await bulksOf('a,b')).map(([, status]) => status)).toEqual(['CANCELED', 'PENDING']);
});

test.each([
	[403, 2],
	[401, 1],
])(
	'%d: a bulk ID that may not be changed does not keep it from the others; a wrong key does',
	async (status, calls) => {
		const { json, requests } = await answered(
			({ url }) => (url.endsWith('=a') ? { status } : { body: { bulkId: 'b', status: 'CANCELED' } }),
			'cancel',
			{ parameters: parametersOf('cancel', { bulkId: '={{ $json.id }}' }), items: [{ id: 'a' }, { id: 'b' }] },
		);
		expect(json.map(({ error }) => typeof error)).toEqual(['string', status === 403 ? 'undefined' : 'string']);
		expect(requests).toHaveLength(calls);
	},
);

test('a change is only told as made if the service shows it', async () => {
	const { json } = await answered({ body: { bulkId: 'a', status: 'PENDING' } }, 'cancel');
	expect(json).toMatchObject([{ error: expect.stringContaining('PENDING') }]);
});

test.each(['CANCELED', 'FINISHED', 'PROCESSING', 'FAILED'])(
	'a bulk that is %s: its status is in the error',
	async (status) => {
		for (const operation of ['reschedule', 'pause', 'resume', 'cancel']) {
			const { json } = await answered(
				({ method }) => (method === 'GET' ? { body: { bulkId: 'a', status } } : { status: 400, body: {} }),
				operation,
			);
			const isAsWanted =
				(operation === 'cancel' && status === 'CANCELED') ||
				// What Resume is for has happened
				(operation === 'resume' && ['FINISHED', 'PROCESSING'].includes(status));
			if (isAsWanted) expect(json).toEqual([{ bulkId: 'a', status }]);
			else expect(json).toEqual([{ error: expect.stringContaining(status), details: expect.anything() }]);
		}
	},
);

test.each([
	['no bulk ID', 'cancel', { bulkId: '={{ "" }}' }],
	['an expression without a value', 'cancel', { bulkId: '={{ $json.nothing }}' }],
	['no time', 'reschedule', { sendAt: '={{ "" }}' }],
	['a time that an item lacks', 'reschedule', { sendAt: '={{ $json.when }}' }],
	['a time that has passed', 'reschedule', { sendAt: '2020-01-31T08:30:00Z' }],
	['a time in a year', 'reschedule', { sendAt: '={{ $now.plus(1, "year") }}' }],
	['no time zone', 'reschedule', { sendAt: LATER, timeZone: 'Nowhere' }],
	['a zone of several countries', 'reschedule', { sendAt: LATER, timeZone: 'IST' }],
	['a zone without summer time where others have it', 'reschedule', { sendAt: LATER, timeZone: 'EST' }],
	['an empty cell as the time zone', 'reschedule', { sendAt: LATER, timeZone: '={{ " " }}' }],
])('%s is a fault, and nothing is called', async (_what, operation, parameters) => {
	await schedule(['a']);
	const { json } = await run(operation, parameters);
	// Once, as the panel calls it
	expect(String(json[0]!.error).match(/'[A-Z][^']*'(?= )/g)).toHaveLength(1);
	expect(json).toMatchObject([{ details: { faults: [expect.anything()] } }]);
	expect(node.sandbox.requests).toEqual([]);
});

test.each([
	['cancel', 'sms:manage'],
	['getScheduled', 'sms:message:send'],
])('403 on %s names the scope %s', async (operation, scope) => {
	const { json } = await answered(
		{ status: 403, body: { requestError: { serviceException: { messageId: 'FORBIDDEN', text: 'Unauthorized' } } } },
		operation,
	);
	expect(JSON.stringify(json)).toContain(scope);
});

describe('Get Balance', () => {
	const parameters = { resource: 'account', operation: 'getBalance' };

	test('one item for all', async () => {
		const { json } = await node.run(parameters, { items: [{}, {}] });
		expect(json).toEqual([{ balance: 12.5, currency: 'EUR' }]);
		expect(node.sandbox.requests).toHaveLength(1);
	});

	test.each([403, 404, 500])('%d is an error for each item, with what to do', async (status) => {
		const { json } = await runAnswered({ status }, { parameters, items: [{}, {}], settings: CONTINUE });
		expect(json).toHaveLength(2);
		expect(json[0]!.details).toMatchObject({ httpStatus: status, description: expect.any(String) });
	});
});
