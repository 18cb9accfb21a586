import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { get as fetched } from '../../sandbox/client';
import { runAnswered } from '../scriptedService';
import { CONTINUE, credentialFor, hintsOf, runSms } from '../smsNode';
import { callsTo, DUE, HOUR_MS, LATER, run, schedule } from './bulks';

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await startSandbox({ sendVersions: ['1', '2', '3'] })));
afterEach(async () => await sandbox.stop());

const statusOf = async (bulkId = 'reminders') =>
	(await fetched(sandbox, `/sms/1/bulks/status?bulkId=${bulkId}`)).body.status;
const timeOf = async (bulkId = 'reminders') => {
	const { sendAt } = (await fetched(sandbox, `/sms/1/bulks?bulkId=${bulkId}`)).body;
	return new Date(sendAt.replace('+0000', 'Z')).toISOString();
};

test('Get: the time and status of each bulk ID, by two calls', async () => {
	await schedule(sandbox, ['a', 'b']);
	const { json, task } = await run(
		sandbox,
		'getScheduled',
		{
			bulkId: '={{ $json.ids }}',
		},
		{ items: [{ ids: 'a, b' }, { ids: ['b'] }, { ids: 'a' }] },
	);
	expect(json).toEqual(['a', 'b'].map((bulkId) => ({ bulkId, sendAt: DUE, status: 'PENDING' })));
	expect(task('SMS Messaging')?.data?.main?.[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 0 }, { item: 2 }],
		[{ item: 0 }, { item: 1 }],
	]);
	expect(callsTo(sandbox)).toEqual(['GET bulks', 'GET bulks/status', 'GET bulks', 'GET bulks/status']);
});

test.each(['1', '2', '3'])('with API Version %s the calls are the same', async (apiVersion) => {
	await schedule(sandbox, ['reminders']);
	const parameters = { resource: 'scheduledMessage', operation: 'cancel', bulkId: 'reminders' };
	const { json } = await runSms({ parameters, credential: { ...credentialFor(sandbox), apiVersion } });
	expect(json).toEqual([{ bulkId: 'reminders', status: 'CANCELED' }]);
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
	['FINISHED', 'cancel', 'nothing was changed'],
])(
	'refused, and still %s: the error of %s says what happens to them, and not to send them again',
	async (status, operation, says) => {
		const { json } = await runAnswered(
			({ method }) => (method === 'PUT' ? NOT_CHANGEABLE : { body: { bulkId: 'a', status, sendAt: LATER } }),
			{ parameters: { resource: 'scheduledMessage', operation, bulkId: 'a' }, settings: CONTINUE },
		);
		const { description } = json[0]!.details as { description: string };
		expect(description).toContain(says);
		expect(description).not.toContain('anew');
	},
);

describe('Reschedule', () => {
	test('paused messages stay paused, and a hint says so', async () => {
		await schedule(sandbox, ['reminders']);
		await run(sandbox, 'pause');
		const result = await run(sandbox, 'reschedule');
		expect(result.json).toEqual([{ bulkId: 'reminders', sendAt: LATER, status: 'PAUSED' }]);
		expect(hintsOf(result)).toHaveLength(1);
	});

	test('if the status cannot be read after the move, a hint says that they may be paused', async () => {
		const result = await runAnswered(
			({ method }) => (method === 'PUT' ? { body: { bulkId: 'a', sendAt: LATER } } : { status: 404, body: {} }),
			{ parameters: { resource: 'scheduledMessage', operation: 'reschedule', bulkId: 'a', sendAt: LATER } },
		);
		expect(result.json).toEqual([{ bulkId: 'a', sendAt: LATER }]);
		expect(hintsOf(result)).toEqual([expect.stringContaining('paused')]);
	});

	test('what was paused in order to move it is resumed, however that failed', async () => {
		const moves = [NOT_CHANGEABLE, { status: 403 }];
		const set: string[] = [];
		const { json } = await runAnswered(
			({ method, body }) => {
				if (method === 'GET') return { body: { bulkId: 'a', sendAt: DUE, status: set.at(-1) ?? 'PENDING' } };
				const { status } = JSON.parse(body) as { status?: string };
				if (status === undefined) return moves.shift()!;
				set.push(status);
				return { body: { status } };
			},
			{
				parameters: { resource: 'scheduledMessage', operation: 'reschedule', bulkId: 'a', sendAt: LATER },
				settings: CONTINUE,
			},
		);
		expect(set).toEqual(['PAUSED', 'PENDING']);
		expect(json).toMatchObject([{ error: expect.any(String) }]);
	});

	test('a time that counts from now is the same for all items', async () => {
		await schedule(sandbox, ['reminders']);
		const sendAt = '={{ [...Array(100000).keys()].length && $now.plus(1, "hour") }}';
		const result = await run(sandbox, 'reschedule', { sendAt }, { items: [{}, {}, {}] });
		expect(result.json).toHaveLength(1);
	});

	test.each([
		[undefined, '-05:00'],
		['Asia/Kolkata', '+05:30'],
	])('a time without an offset is one of the zone %p', async (timeZone, offset) => {
		await schedule(sandbox, ['reminders']);
		const [day] = DUE.split('T');
		const time = `${day}T23:59`;
		const { json } = await runSms({
			parameters: {
				...{ resource: 'scheduledMessage', operation: 'reschedule', bulkId: 'reminders' },
				sendAt: time,
				timeZone: timeZone ?? '={{ $now.zoneName }}',
			},
			credential: credentialFor(sandbox),
			timezone: 'America/Bogota',
		});
		expect(json[0]!.sendAt).toBe(new Date(`${time}${offset}`).toISOString());
	});

	test('a time that an item lacks is named once, as the panel calls it', async () => {
		await schedule(sandbox, ['reminders']);
		const sendAt = '={{ $json.when }}';
		const { json } = await run(sandbox, 'reschedule', { sendAt }, { settings: CONTINUE });
		expect(String(json[0]!.error).match(/'[A-Z][^']*'/g)).toEqual(["'Send At'"]);
		expect(await timeOf()).toBe(DUE);
	});
});

const CANCEL = { resource: 'scheduledMessage', operation: 'cancel', bulkId: 'a' };

const replaced = async (options: Parameters<typeof startSandbox>[0]): Promise<Sandbox> => {
	await sandbox.stop();
	return await startSandbox(options);
};

test('with Stop the first error ends the run, and says what was done', async () => {
	await schedule(sandbox, ['sent']);
	await sandbox.advance(25 * HOUR_MS);
	await schedule(sandbox, ['a', 'b'], LATER);
	const items = [{ id: 'a' }, { id: 'unknown' }, { id: 'b' }, { id: 'sent' }];
	const { error } = await run(sandbox, 'cancel', { bulkId: '={{ $json.id }}' }, { items });
	expect((error as any).context.data).toMatchObject({ bulkId: 'unknown', done: ['a'], notTried: ['b', 'sent'] });
	expect(await Promise.all(['a', 'b'].map((bulkId) => statusOf(bulkId)))).toEqual(['CANCELED', 'PENDING']);
});

test('a bulk ID that the service may not change does not keep it from the others; a wrong key does', async () => {
	for (const [status, calls] of [
		[403, 2],
		[401, 1],
	]) {
		const items = [{ id: 'a' }, { id: 'b' }];
		const { json, requests } = await runAnswered(
			({ url }) => (url.endsWith('=a') ? { status } : { body: { bulkId: 'b', status: 'CANCELED' } }),
			{ parameters: { ...CANCEL, bulkId: '={{ $json.id }}' }, items, settings: CONTINUE },
		);
		expect(json.map(({ error }) => typeof error)).toEqual(['string', status === 403 ? 'undefined' : 'string']);
		expect(requests).toHaveLength(calls!);
	}
});

test('a change is only told as made if the service shows it', async () => {
	const { json } = await runAnswered(
		{ body: { bulkId: 'a', status: 'PENDING' } },
		{ parameters: CANCEL, settings: CONTINUE },
	);
	expect(json).toMatchObject([{ error: expect.stringContaining('PENDING') }]);
});

test.each(['CANCELED', 'FINISHED', 'PROCESSING', 'FAILED'])(
	'a bulk that is %s: its status is in the error',
	async (status) => {
		for (const operation of ['reschedule', 'pause', 'resume', 'cancel']) {
			const { json } = await runAnswered(
				({ method }) =>
					method === 'GET' ? { body: { bulkId: 'x', status } } : { status: 400, body: { error: 'wrong state' } },
				{
					parameters: {
						...{ resource: 'scheduledMessage', operation, bulkId: 'x' },
						...(operation === 'reschedule' && { sendAt: LATER }),
					},
					settings: CONTINUE,
				},
			);
			const isAsWanted =
				(operation === 'cancel' && status === 'CANCELED') ||
				// What Resume is for has happened
				(operation === 'resume' && ['FINISHED', 'PROCESSING'].includes(status));
			if (isAsWanted) expect(json).toEqual([{ bulkId: 'x', status }]);
			else expect(json).toEqual([{ error: expect.stringContaining(status), details: expect.anything() }]);
		}
	},
);

test.each([
	['no bulk ID', 'cancel', { bulkId: '={{ "" }}' }],
	['an expression without a value', 'cancel', { bulkId: '={{ $json.nothing }}' }],
	['no time', 'reschedule', { sendAt: '={{ "" }}' }],
	['a time that has passed', 'reschedule', { sendAt: '2020-01-31T08:30:00Z' }],
	['a time in a year', 'reschedule', { sendAt: '={{ $now.plus(1, "year") }}' }],
	['no time zone', 'reschedule', { sendAt: LATER, timeZone: 'Nowhere' }],
	['a zone of several countries', 'reschedule', { sendAt: LATER, timeZone: 'IST' }],
	['a zone without summer time where others have it', 'reschedule', { sendAt: LATER, timeZone: 'EST' }],
	['an empty cell as the time zone', 'reschedule', { sendAt: LATER, timeZone: '={{ " " }}' }],
])('%s is a fault, and nothing is called', async (_what, operation, parameters) => {
	await schedule(sandbox, ['reminders']);
	const { json } = await run(sandbox, operation, parameters as INodeParameters, { settings: CONTINUE });
	expect(json).toEqual([
		{ error: expect.any(String), details: expect.objectContaining({ faults: [expect.anything()] }) },
	]);
	expect(sandbox.requests).toEqual([]);
});

test('one bulk ID with two times: the second item is faulty', async () => {
	await schedule(sandbox, ['a', 'b']);
	const { json } = await run(
		sandbox,
		'reschedule',
		{
			bulkId: '={{ $json.id }}',
			sendAt: '={{ $json.at }}',
		},
		{
			items: [
				{ id: 'a', at: LATER },
				{ id: 'a,b', at: DUE },
				{ id: 'a', at: LATER },
			],
			settings: CONTINUE,
		},
	);
	expect(json.map(({ bulkId, error }) => bulkId ?? typeof error)).toEqual(['a', 'string']);
	expect(await Promise.all(['a', 'b'].map(timeOf))).toEqual([LATER, DUE]);
});

test.each([
	['cancel', 'sms:manage'],
	['getScheduled', 'sms:message:send'],
])('403 on %s names the scope %s', async (operation, scope) => {
	const { json } = await runAnswered(
		{
			status: 403,
			body: { requestError: { serviceException: { messageId: 'FORBIDDEN', text: 'Unauthorized access' } } },
		},
		{ parameters: { resource: 'scheduledMessage', operation, bulkId: 'x' }, settings: CONTINUE },
	);
	expect(JSON.stringify(json)).toContain(scope);
});

describe('Get Balance', () => {
	const parameters = { resource: 'account', operation: 'getBalance' };

	test('one item for all', async () => {
		sandbox = await replaced({ balance: 12.5 });
		const { json } = await runSms({ parameters, items: [{}, {}], credential: credentialFor(sandbox) });
		expect(json).toEqual([{ balance: 12.5, currency: 'EUR' }]);
		expect(sandbox.requests).toHaveLength(1);
	});

	test.each([403, 404, 500])('%d is an error for each item, with what to do', async (status) => {
		const { json } = await runAnswered({ status }, { parameters, items: [{}, {}], settings: CONTINUE });
		expect(json).toHaveLength(2);
		expect(json[0]!.details).toMatchObject({ httpStatus: status, description: expect.any(String) });
	});
});
