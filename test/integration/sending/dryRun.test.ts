import fc from 'fast-check';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { resetAfterAcceptance, unavailable } from '../../support/faults/faults';
import { OPERATION_CONTROLS, parametersOf, valuesOf } from '../../support/interface/controls';
import { runWorkflow, storedForRetry } from '../engine';
import { CONTINUE, ERROR_OUTPUT, hintsOf, NODE_MADE, sandboxForEach, SMS, smsWorkflow, STOP } from '../smsNode';
import { numberOf, rows } from '../bulk/messages';
import { withProxiedSandbox } from '../bulk/proxiedSandbox';

const node = sandboxForEach({ sendVersions: ['1', '2', '3'], duplicateIds: 'accept', logsPerMinute: 100_000 });
const DRY = { dryRun: true };
const SCHEDULE = {
	sendAt: { at: { time: '2030-01-31T08:30:00', timeZone: 'Europe/Vienna' } },
	validityPeriod: { period: { amount: 1, unit: 'hours' } },
};

test('Dry Run outputs the messages and their requests; nothing is sent, looked up or stored', async () => {
	const parameters = { text: '={{ $json.text }}', from: 'Shop', schedule: SCHEDULE };
	const items = [0, 1, 2, 0].map((nth) => ({ to: numberOf(nth), text: `Hello ${nth}` }));
	const dry = await node.send(items, {
		...{ ...parameters, safeguards: { ...DRY, sameNumber: 'skip' } },
		options: { messagesPerRequest: 2, includeInputFields: true },
	});
	expect(node.sandbox.requests).toEqual([]);
	expect(dry.json[2]).toEqual({
		...items[2],
		dryRun: true,
		messageId: NODE_MADE,
		from: 'Shop',
		sendAt: '2030-01-31T08:30:00.000+01:00',
		validityPeriod: 60,
		segments: 1,
		encoding: 'GSM-7',
		bulkId: expect.stringMatching(/-2$/),
		request: 2,
		requests: 2,
	});
	expect(dry.json[3]).toMatchObject({ dryRun: true, skipped: true, originalItem: 0 });
	expect(hintsOf(dry)).toEqual([expect.stringContaining('3 messages with 3 segments')]);
	expect(JSON.stringify(dry.run.data.executionData!.contextData)).not.toContain('requests');
});

describe('with Simplify off, the first item of each request has its body, as a real run sends it', () => {
	const TOKEN = 'token-of-notifications';
	const QUESTION = { operation: 'sendAndWait', message: 'Yes? {link}', to: '436601234567' };
	const SENDS = OPERATION_CONTROLS.filter(({ operation }) => operation.startsWith('send'));
	const credential = fc.record({
		apiVersion: fc.constantFrom('1' as const, '2' as const, '3' as const),
		validityUnit: fc.constantFrom('minutes', 'milliseconds'),
		notificationToken: fc.constantFrom('', TOKEN),
	});
	/** An operation with any of its controls filled in, and its items. */
	const runs = fc.constantFrom(...SENDS).chain((controls) =>
		fc.record({
			filledIn: fc
				.subarray(controls.fields)
				.map((chosen) => parametersOf(controls, { ...valuesOf(controls, chosen), ...controls.required })),
			items: fc.array(fc.constantFrom('436601234567', '436601234568'), { minLength: 1, maxLength: 4 }),
		}),
	);

	/** Without what differs from one execution to the next, and the links of questions. */
	const comparable = (bodies: unknown[]): unknown =>
		JSON.parse(
			JSON.stringify(bodies)
				.replaceAll(/n8n-[0-9a-f]{6}-e1-[0-9a-f]{8}/g, '<request>')
				.replaceAll(/"messageId":"[0-9a-f]{24}"/g, '"messageId":"<message>"')
				.replaceAll(/https?:[^"\\]*signature=([0-9a-f]{64}|\*{3})/g, '<link>')
				.replaceAll('{link}', '<link>')
				.replaceAll(`token=${TOKEN}`, 'token=***'),
		);

	async function bothRuns(parameters: INodeParameters, items: IDataObject[], credentialMore: IDataObject) {
		const credential = credentialMore as ICredentialDataDecryptedObject;
		const options = { messagesPerRequest: 2, requestsAtOnce: 1 };
		const run = async (dryRun: boolean) => {
			const safeguards = { ...(parameters.safeguards as object), dryRun };
			const all = { ...parameters, simplify: false, options, safeguards };
			return await node.run(all, { items, credential, settings: CONTINUE });
		};
		const dry = await run(true);
		expect(node.sandbox.requests).toEqual([]);
		await run(false);
		const sent = node.sandbox.requests
			.splice(0)
			.filter(({ method }) => method === 'POST')
			.map(({ body }) => body);
		const shown = [0, 1, 2].flatMap((output) => dry.output(SMS, output)).map(({ json }) => json);
		return { shown, bodies: shown.flatMap(({ body }) => body ?? []), sent };
	}

	test('whatever is filled in', async () => {
		await fc.assert(
			fc.asyncProperty(runs, credential, async ({ filledIn, items }, credentialMore) => {
				const isOne = 'messageId' in ((filledIn.messageOptions ?? {}) as object);
				const rowsOf = (isOne ? items.slice(0, 1) : items).map((number) => ({ number }));
				const parameters = { ...filledIn, to: '={{ $json.number }}' } as INodeParameters;
				const { shown, bodies, sent } = await bothRuns(parameters, rowsOf, credentialMore);
				// What the version cannot express is a fault in both
				expect(bodies.length > 0).toBe(sent.length > 0);
				expect(comparable(bodies)).toEqual(comparable(sent));
				expect(JSON.stringify(shown)).not.toContain(TOKEN);
			}),
			{ numRuns: 60 },
		);
	});

	test('a question, without its links', async () => {
		const { bodies, sent } = await bothRuns(QUESTION, [{}], {});
		expect(JSON.stringify(bodies)).toContain('Yes? {link}');
		expect(comparable(bodies)).toEqual(comparable(sent));
	});
});

test.each([CONTINUE, ERROR_OUTPUT, STOP])(
	'%j: invalid items and those above the maximum would not be sent',
	async (settings) => {
		const items = [...[1, 2].map((nth) => ({ to: numberOf(nth) })), ...(settings === STOP ? [] : [{ to: 'home' }])];
		const safeguards = { ...DRY, maxMessages: 1 };
		const { json, failed, error } = await node.send(items, { safeguards }, { settings });
		expect(node.sandbox.requests).toEqual([]);
		const errors = [...json, ...failed.map((item) => item.json)].filter((item) => item.error !== undefined);
		if (settings === STOP) expect(error!.message).toMatch(/^Dry run: 1 of 2 messages .* Maximum Messages allows 1/);
		else
			expect(errors).toMatchObject([
				{ error: expect.stringContaining('Maximum Messages allows 1'), details: { dryRun: true } },
				{ error: expect.stringContaining("'To' is 'home'"), details: { dryRun: true } },
			]);
	},
);

test('Send Text and Wait does not wait: the items are in the output Still Open', async () => {
	const parameters = { operation: 'sendTextAndWait', safeguards: DRY };
	const { output, run } = await node.send(
		[1, 2].map((nth) => ({ to: numberOf(nth) })),
		parameters,
	);
	expect(run.waitTill).toBeFalsy();
	expect([0, 1, 2].map((index) => output(SMS, index).length)).toEqual([0, 0, 2]);
	expect(output(SMS, 2)[0]!.json).toMatchObject({ dryRun: true, text: 'Hello' });
	expect(node.sandbox.requests).toEqual([]);
});

test('on Retry, it shows what an earlier try sent and what it may have sent, and both count towards the maximum', async () => {
	await withProxiedSandbox(
		({ isSend, body }) => (isSend ? (body.includes(numberOf(1)) ? resetAfterAcceptance : undefined) : unavailable),
		async ({ sandbox, runOf }) => {
			const options = { messagesPerRequest: 1, ifUnclear: 'report', patience: 1 };
			const failed = await runWorkflow(smsWorkflow(runOf(rows(2), { options, settings: STOP })));
			const before = sandbox.requests.length;
			const executionData = storedForRetry(failed);
			const [waiting] = executionData.executionData!.nodeExecutionStack;
			const parameters = { safeguards: { ...DRY, maxMessages: 2 } };
			const start = smsWorkflow(runOf([], { options, parameters, settings: CONTINUE }));
			waiting!.node = start.nodes[1]!;
			waiting!.data.main![0]!.push({ json: rows(3)[2]! });
			const dry = await runWorkflow({ ...start, mode: 'retry', executionData });
			const [accepted, unknown, excess] = dry.output(SMS).map(({ json }) => json);
			expect(accepted).toMatchObject({ dryRun: true, statusGroup: 'PENDING', to: numberOf(0) });
			expect(accepted).not.toHaveProperty('warning');
			expect(unknown).toMatchObject({ dryRun: true, warning: expect.stringContaining('may have sent this') });
			expect(excess).toMatchObject({ details: { dryRun: true, state: 'notSent' } });
			expect(sandbox.requests).toHaveLength(before);
		},
	);
});

test.each(['{{ true }}', '={{ true }}', 'yes', 'TRUE', 1, null])(
	'Dry Run that is %j sends nothing, and says so',
	async (dryRun) => {
		const { json } = await node.send([{ to: numberOf(1) }], { safeguards: { dryRun } });
		expect(json[0]!.error).toContain("'Dry Run'");
		expect(node.sandbox.messages).toEqual([]);
	},
);
