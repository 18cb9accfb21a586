import fc from 'fast-check';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox } from '../../../sandbox';
import { resetAfterAcceptance, unavailable } from '../../support/faults/faults';
import { OPERATION_CONTROLS } from '../../support/interface/controls';
import { setAt } from '../../support/interface/walk';
import { runWorkflow, storedForRetry } from '../engine';
import { CONTINUE, credentialFor, ERROR_OUTPUT, runSms, SMS, smsWorkflow, STOP } from '../smsNode';
import { numberOf, rows } from '../bulk/messages';
import { withProxiedSandbox } from '../bulk/proxiedSandbox';

const DRY = { dryRun: true };
const SCHEDULE = {
	sendAt: { at: { time: '2030-01-31T08:30:00', timeZone: 'Europe/Vienna' } },
	validityPeriod: { period: { amount: 1, unit: 'hours' } },
};

test('Dry Run outputs the messages and their requests; nothing is sent, looked up or stored', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const parameters = { from: 'Shop', schedule: SCHEDULE, safeguards: { ...DRY, sameNumber: 'skip' } };
		const options = { messagesPerRequest: 2, includeInputFields: true };
		const items = [...rows(3), { ...rows(1)[0]!, content: 'Once more' }];
		const dry = await send(items, { parameters, options });
		expect(sandbox.requests).toEqual([]);
		expect(dry.json[2]).toEqual({
			content: 'Hello 2',
			dryRun: true,
			messageId: expect.stringMatching(/^[0-9a-f]{24}$/),
			to: items[2]!.to,
			from: 'Shop',
			text: 'Hello 2',
			sendAt: '2030-01-31T08:30:00.000+01:00',
			validityPeriod: 60,
			segments: 1,
			encoding: 'GSM-7',
			bulkId: expect.stringMatching(/-2$/),
			request: 2,
			requests: 2,
		});
		expect(dry.json[3]).toMatchObject({ dryRun: true, skipped: true, originalItem: 0 });
		expect(dry.task(SMS)!.hints).toEqual([
			expect.objectContaining({
				message: expect.stringContaining('3 messages with 3 segments'),
			}),
		]);
		const kept = dry.run.data.executionData!.contextData;
		expect(JSON.stringify(kept)).not.toContain('requests');
	});
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
	/** The controls of an operation, any of them filled in, and its items. */
	const parametersOf = fc.constantFrom(...SENDS).chain(({ operation, required, fields }) =>
		fc.record({
			filledIn: fc.subarray(fields).map((chosen) => {
				const parameters: Record<string, unknown> = { operation };
				for (const field of chosen)
					for (const [path, value] of Object.entries(field.with ?? {})) setAt(parameters, path, value);
				for (const { control, value } of chosen) setAt(parameters, control, value);
				for (const [path, value] of Object.entries(required)) setAt(parameters, path, value);
				return parameters;
			}),
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
		const sandbox = await startSandbox({ sendVersions: ['1', '2', '3'] });
		const credential = { ...credentialFor(sandbox), ...credentialMore } as ICredentialDataDecryptedObject;
		const run = async (dryRun: boolean) => {
			const options = { messagesPerRequest: 2, requestsAtOnce: 1 };
			const safeguards = { ...(parameters.safeguards as INodeParameters | undefined), dryRun };
			return await runSms({
				parameters: { ...parameters, simplify: false, options, safeguards },
				items,
				credential,
				settings: CONTINUE,
			});
		};
		const dry = await run(true);
		expect(sandbox.requests).toEqual([]);
		await run(false);
		const sent = sandbox.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
		await sandbox.stop();
		const shown = [0, 1, 2].flatMap((output) => dry.output(SMS, output)).map(({ json }) => json);
		return { shown, bodies: shown.flatMap(({ body }) => body ?? []), sent };
	}

	test('whatever is filled in', async () => {
		await fc.assert(
			fc.asyncProperty(parametersOf, credential, async ({ filledIn, items }, credentialMore) => {
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

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'%s: invalid items and those above the maximum are output as error items',
	async (onError) => {
		await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
			const { json, failed } = await send([{ to: 'home', content: 'A' }, ...rows(2)], {
				parameters: { safeguards: { ...DRY, maxMessages: 1 } },
				settings: onError === 'continueErrorOutput' ? ERROR_OUTPUT : CONTINUE,
			});
			expect(sandbox.requests).toEqual([]);
			const errors = [...json, ...failed.map((item) => item.json)].filter(({ error }) => error !== undefined);
			expect(errors.map(({ error }) => error)).toEqual([
				expect.stringContaining("'To' is 'home'"),
				expect.stringContaining('Maximum Messages allows 1'),
			]);
			expect(errors.map(({ details }) => (details as IDataObject).dryRun)).toEqual([true, true]);
		});
	},
);

test('Stop: one error for all messages that would not be sent', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const { error } = await send(rows(3), {
			parameters: { safeguards: { ...DRY, maxMessages: 2 } },
			settings: STOP,
		});
		expect(error!.message).toMatch(/^Dry run: 1 of 3 messages would not be sent. Maximum Messages allows 2/);
		expect(sandbox.requests).toEqual([]);
	});
});

test('Send Text and Wait does not wait: the items are in the output Still Open', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const { output, run } = await send(rows(2), {
			parameters: { operation: 'sendTextAndWait', safeguards: DRY },
		});
		expect(run.waitTill).toBeFalsy();
		expect([0, 1, 2].map((index) => output(SMS, index).length)).toEqual([0, 0, 2]);
		expect(output(SMS, 2)[0]!.json).toMatchObject({ dryRun: true, text: 'Hello 0' });
		expect(sandbox.requests).toEqual([]);
	});
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
		const sandbox = await startSandbox();
		const { json } = await runSms({
			parameters: { operation: 'sendText', to: '436601234567', text: 'Hello', safeguards: { dryRun } },
			credential: credentialFor(sandbox),
			settings: CONTINUE,
		});
		await sandbox.stop();
		expect(String(json[0]!.error)).toContain("'Dry Run'");
		expect(sandbox.messages).toEqual([]);
	},
);
