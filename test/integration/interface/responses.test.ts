import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { FLAT_FIELD_NAMES } from '../../../nodes/SmsMessaging/entries/outputFields';
import { FULL_DETAILS, FULL_LOG, FULL_REPORT, FULL_RESPONSE } from '../../support/interface/fullEntry';
import { flatFieldOf } from '../../support/interface/responseTables';
import { valueAt } from '../../support/interface/walk';
import { runAnswered, type ScriptedAnswer } from '../scriptedService';
import { NODE_MADE_BULK_ID, sandboxForEach, SMS } from '../smsNode';
import { host } from '../../../nodes/SmsMessaging/n8n/host';
import { outputSchemas, SCHEMA_FOLDER } from '../../../tools/generate/outputSchemas';
import { AskedExecution } from '../asking/askedExecution';
import { received } from '../trigger/entries';

/** What a sample becomes as a flat field: date-times are given in UTC. */
const FLAT_DATES: Record<string, string> = { sentAt: '2026-03-04T07:58:19.001Z', doneAt: '2026-03-04T12:28:20.385Z' };

const SEND = { to: '436601234567', text: 'Hello', hex: '48 65' };

const SENT = {
	key: 'response',
	entry: FULL_DETAILS.entry,
	body: { ...FULL_RESPONSE.entry, messages: [FULL_DETAILS.entry] },
	leaves: [...FULL_DETAILS.leaves, ...FULL_RESPONSE.leaves],
};
const listed = (operation: string, key: string, full: typeof FULL_LOG) => ({
	...{ operation, key, ...full, body: { results: [full.entry] } },
});
const CASES = [
	{ operation: 'sendText', ...SENT, ownFacts: { text: SEND.text, segments: 1, encoding: 'GSM-7' } },
	{ operation: 'sendBinary', ...SENT, ownFacts: { segments: 1, bytes: 2 } },
	{ ...listed('getLogs', 'log', FULL_LOG), ownFacts: {} },
	{ ...listed('getReports', 'report', FULL_REPORT), ownFacts: {} },
];

/** The one item that the node gives out for an answer. */
async function itemFor(operation: string, body: unknown, simplify?: boolean): Promise<IDataObject> {
	const parameters = {
		operation,
		...(operation.startsWith('send') && SEND),
		...(simplify !== undefined && { simplify }),
	};
	const { error, json } = await runAnswered({ body }, { parameters });
	expect(error).toBeUndefined();
	expect(json).toHaveLength(1);
	return json[0]!;
}

describe.each(CASES)('$operation', ({ operation, key, entry, body, leaves, ownFacts }) => {
	let simple: IDataObject;
	let whole: IDataObject;
	beforeAll(async () => {
		simple = await itemFor(operation, body);
		whole = await itemFor(operation, body, false);
	});

	test('Simplify on: only the flat fields, in order', () => {
		const all = { ...(body as object), ...entry };
		const named = leaves.map(({ path }) => [flatFieldOf(path), FLAT_DATES[path] ?? valueAt(all, path)]);
		const expected = { ...Object.fromEntries(named.filter(([name]) => name !== undefined)), ...ownFacts };
		expect(simple).toEqual(expected);
		expect(Object.keys(simple)).toEqual(FLAT_FIELD_NAMES.filter((name) => name in expected));
	});

	test(`Simplify off: the same flat fields, and the entry untouched under '${key}'`, () => {
		expect(whole).toEqual({ ...simple, [key]: entry });
	});

	test('a field that is not in the answer is not in the output', async () => {
		if (key === 'response') {
			// Without a status group nobody knows whether it was accepted; the request's ID is the node's own
			const bare = { to: '436601234567', messageId: 'm' };
			expect(await itemFor(operation, { messages: [{ ...bare, status: { groupId: 1 } }] })).toEqual({
				...bare,
				statusGroup: 'PENDING',
				...ownFacts,
				bulkId: NODE_MADE_BULK_ID,
			});
		} else {
			// Other entries are output unchanged, since the service returns them only once
			const whole = operation === 'getReports' && { report: { to: '436601234567' } };
			expect(await itemFor(operation, { results: [{ to: '436601234567' }] })).toEqual({ to: '436601234567', ...whole });
		}
	});

	test('unknown fields stay in the entry', async () => {
		const extended = { ...entry, networkName: 'Net', status: { ...(entry.status as object), severity: { level: 3 } } };
		const changed = key === 'response' ? { ...body, messages: [extended] } : { results: [extended] };
		expect((await itemFor(operation, changed, false))[key]).toEqual(extended);
	});
});

/** n8n shows the output fields from the schema before the first run. */

const node = sandboxForEach({ logsPerMinute: 100_000 });

/** The output for this answer of the service. */
const answered = async (body: unknown, parameters: INodeParameters): Promise<IDataObject[]> =>
	(await runAnswered({ body }, { parameters })).json;

/** The output for these, each in its turn. Details have no fixed form. */
const fetched = async (answers: ScriptedAnswer[], parameters: INodeParameters): Promise<IDataObject[]> =>
	(await runAnswered(answers, { parameters })).json.map(({ details, ...json }) => json);
const page = (...results: object[]): ScriptedAnswer => ({ body: { results } });

/** What the interface does not name: documents of version 3. */
const LATER = { platform: { entityId: 'e', applicationId: 'a' }, campaignReferenceId: 'c' };
const CALLBACK_DATA = 'mine';

/** Of what is rare: a national number, a number twice, characters that need UCS-2, a text that is cut, a time that has passed, quiet hours. */
const ITEMS = [
	{ to: '0660 1234567', text: 'Don’t 😀' },
	{ to: '43660000002', text: 'Don’t' },
	{ to: '43660000003,43660000004', text: 'x'.repeat(700) },
	{ to: '43660000002', text: 'Again' },
	{ to: '43660000005', text: 'Quiet', isQuiet: true },
];
/** Minutes from now on. */
const clock = (minutes: number) => new Date(host.now() + minutes * 60_000).toISOString().slice(11, 16);
const sending = () => ({
	to: '={{ $json.to }}',
	schedule: {
		sendAt: { at: { time: new Date(host.now() - 5 * 60_000).toISOString() } },
		quietHours: {
			hours: { from: `={{ $json.isQuiet ? '${clock(-60)}' : '${clock(60)}' }}`, to: clock(90), timeZone: 'UTC' },
		},
	},
	defaultCountry: 'AT',
	safeguards: { sameNumber: 'skip', maxSegments: 4, longerTexts: 'cut' },
});
const TEXT_OPTIONS = {
	callbackData: 'mine',
	replaceCharacters: true,
	tracking: { tracking: { track: 'SMS', type: 'ONE_TIME_PIN' } },
};

async function sent(parameters: INodeParameters): Promise<IDataObject[]> {
	const { json } = await node.run({ ...sending(), ...parameters }, { items: ITEMS });
	const full = { ...FULL_RESPONSE.entry, messages: [FULL_DETAILS.entry] };
	return [...json, ...(await answered(full, { ...parameters, to: '436601234567' }))];
}

/** The output of a wait in which all messages but one get a report. @param then runs before the time limit */
async function waited(
	parameters: INodeParameters,
	then: (execution: AskedExecution) => Promise<unknown> = async () => {},
): Promise<IDataObject[]> {
	const given = { ...sending(), messageOptions: TEXT_OPTIONS, ...parameters } as INodeParameters;
	const before = node.sandbox.messages.length;
	const execution = await AskedExecution.start(node.sandbox, given, { items: ITEMS });
	const reports = node.sandbox.messages.slice(before + 1).map(({ messageId, to }) => ({
		...FULL_REPORT.entry,
		...LATER,
		messageId,
		to,
		callbackData: CALLBACK_DATA,
	}));
	await execution.push(...reports);
	await then(execution);
	await execution.untilOver();
	expect(execution.execution.error).toBeUndefined();
	return [0, 1, 2].flatMap((output) => execution.execution.output(SMS, output).map(({ json }) => json));
}

const OUTPUTS: Record<string, () => Promise<IDataObject[]>> = {
	'message/sendText': async () =>
		await sent({ operation: 'sendText', text: '={{ $json.text ?? "Hello" }}', messageOptions: TEXT_OPTIONS }),
	'message/sendBinary': async () => await sent({ operation: 'sendBinary', hex: '48 65' }),
	'message/sendTextAndWait': async () => await waited({ operation: 'sendTextAndWait', text: '={{ $json.text }}' }),
	'message/sendAndWait': async () => {
		const asking = { operation: 'sendAndWait', message: '={{ "{link} " + $json.text.slice(0, 300) }}' };
		const answer = async (execution: AskedExecution) =>
			await execution.post({ answer: 'approved' }, execution.link('43660000002'));
		return [...(await waited({ ...asking, awaits: 'all' }, answer)), ...(await waited(asking))];
	},
	'delivery/getLogs': async () =>
		await answered({ results: [{ ...FULL_LOG.entry, ...LATER }] }, { operation: 'getLogs' }),
	'delivery/getReports': async () =>
		await fetched(
			[page({ ...FULL_REPORT.entry, ...LATER, messageId: 'a', callbackData: CALLBACK_DATA }), page(), { status: 500 }],
			{ operation: 'getReports', filters: { messageId: 'a,b,c' }, options: { missingReports: 'items' } },
		),
	...Object.fromEntries(
		['getScheduled', 'reschedule', 'pause', 'resume', 'cancel'].map((operation) => [
			`scheduledMessage/${operation}`,
			async () => {
				const sendAt = new Date(Date.now() + 3_600_000).toISOString();
				const parameters = {
					...{ resource: 'scheduledMessage', operation, bulkId: 'x' },
					...(operation === 'reschedule' && { sendAt }),
				};
				const status = { cancel: 'CANCELED', pause: 'PAUSED' }[operation] ?? 'PENDING';
				return await answered({ bulkId: 'x', sendAt, status }, parameters);
			},
		]),
	),
	'account/getBalance': async () =>
		await answered({ balance: 47.79, currency: 'EUR' }, { resource: 'account', operation: 'getBalance' }),
	'message/getReceived': async () => {
		const price = { pricePerMessage: 0.05, currency: 'EUR' };
		const pages = [page(received('a', { price, callbackData: CALLBACK_DATA, text: 'STOP' })), { status: 500 }];
		return await fetched(pages, { operation: 'getReceived', returnAll: true });
	},
};

test('every operation has a schema', () => {
	expect([...outputSchemas().keys()].sort()).toEqual(
		Object.keys(OUTPUTS)
			.map((name) => `${name}.json`)
			.sort(),
	);
});

describe.each(Object.keys(OUTPUTS))('%s', (name) => {
	const path = join(__dirname, '../../../nodes/SmsMessaging', SCHEMA_FOLDER, `${name}.json`);
	const { properties } = JSON.parse(readFileSync(path, 'utf8')) as { properties: Record<string, { type: string }> };
	const declared = Object.fromEntries(Object.entries(properties).map(([field, { type }]) => [field, type]));

	test('the output has exactly the fields of the schema, in order', async () => {
		const items = await OUTPUTS[name]!();
		const came = items.flatMap((json) => Object.entries(json).map(([field, value]) => [field, typeOf(value)]));
		expect(Object.fromEntries(came)).toEqual(declared);
		for (const json of items) expect(Object.keys(json)).toEqual(Object.keys(declared).filter((field) => field in json));
	});
});

function typeOf(value: unknown): string {
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}
