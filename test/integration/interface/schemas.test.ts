import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { host } from '../../../nodes/SmsMessaging/n8n/host';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { FULL_DETAILS, FULL_LOG, FULL_REPORT, FULL_RESPONSE } from '../../support/interface/fullEntry';
import { outputSchemas, SCHEMA_FOLDER } from '../../../tools/generate/outputSchemas';
import { AskedExecution } from '../asking/askedExecution';
import { received } from '../receiving/entries';
import { runAnswered, type ScriptedAnswer } from '../scriptedService';
import { credentialFor, runSms, SMS } from '../smsNode';

/** n8n shows the output fields from the schema before the first run. */

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await startSandbox({ logsPerMinute: 100_000 })));
afterEach(async () => await sandbox.stop());

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
	const { json } = await runSms({
		parameters: { ...sending(), ...parameters },
		items: ITEMS,
		credential: credentialFor(sandbox),
	});
	const full = { ...FULL_RESPONSE.entry, messages: [FULL_DETAILS.entry] };
	return [...json, ...(await answered(full, { ...parameters, to: '436601234567' }))];
}

/** The output of a wait in which all messages but one get a report. @param then runs before the time limit */
async function waited(
	parameters: INodeParameters,
	then: (execution: AskedExecution) => Promise<unknown> = async () => {},
): Promise<IDataObject[]> {
	const given = { ...sending(), messageOptions: TEXT_OPTIONS, ...parameters } as INodeParameters;
	const before = sandbox.messages.length;
	const execution = await AskedExecution.start(sandbox, given, { items: ITEMS });
	const reports = sandbox.messages.slice(before + 1).map(({ messageId, to }) => ({
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
