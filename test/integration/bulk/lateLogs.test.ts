import { laggingLogs, resetAfterAcceptance, tooManyRequests, unauthorized } from '../../support/faults/faults';
import { runWorkflow, storedForRetry } from '../engine';
import { CONTINUE, smsWorkflow, STOP } from '../smsNode';
import { acceptedTwice, acceptances, brokenRules, errorData, fatesOf } from './accounting';
import { rows, targetsOf } from './messages';
import { withProxiedSandbox } from './proxiedSandbox';

/** What the logs show late, not at all, or in a later state. */

const STRICTEST = { duplicateIds: 'accept' } as const;
const NEVER_MS = 1_000_000;

test.each([
	['429 throughout', tooManyRequests],
	['401', unauthorized],
])('accepted, answer lost, logs far behind, and then %s: nobody may say that it was not sent', async (_, fault) => {
	let sends = 0;
	await withProxiedSandbox(
		({ isSend }) => (isSend ? (++sends === 1 ? resetAfterAcceptance : fault) : laggingLogs(NEVER_MS)),
		async ({ sandbox, send }) => {
			const items = rows(2);
			const result = await send(items, { settings: CONTINUE, options: { patience: 0.5 } });
			expect(sandbox.messages).toHaveLength(2);
			expect(
				fatesOf(targetsOf(items), result, sandbox).map(({ cameOut }) => cameOut.map(({ state }) => state)),
			).toEqual([['unknown'], ['unknown']]);
		},
	);
});

test.each([
	['undelivered', '999020001'],
	['expired', '9990300001'],
])('accepted, answer lost, and by the look-up already %s: it is not sent once more under another ID', async (_, to) => {
	let sends = 0;
	await withProxiedSandbox(
		({ isSend }) => (isSend && ++sends === 1 ? resetAfterAcceptance : undefined),
		async ({ sandbox, send }) => {
			const items = [{ to, content: 'Hello' }];
			await send(items, { settings: { ...STOP, retryOnFail: true, maxTries: 3 } });
			expect(acceptances(sandbox).size).toBe(1);
			expect(acceptedTwice(sandbox)).toEqual([]);
		},
		{ ...STRICTEST, delays: { enrouteMs: 0, finalMs: 0 } },
	);
});

describe('messages for later (sendAt), which are in no log until then', () => {
	const later = { parameters: { schedule: { sendAt: '={{ $now.plus(1, "day") }}' } } };

	test.each(['accept', 'reject'] as const)(
		'answer lost: never accepted twice, and named (duplicate ids: %s)',
		async (duplicateIds) => {
			let sends = 0;
			await withProxiedSandbox(
				({ isSend }) => (isSend && ++sends === 1 ? resetAfterAcceptance : undefined),
				async ({ sandbox, send }) => {
					const items = rows(4);
					const result = await send(items, { ...later, settings: CONTINUE, options: { messagesPerRequest: 2 } });
					expect(acceptedTwice(sandbox)).toEqual([]);
					expect(sandbox.messages.filter(({ history }) => history[0]!.status.groupName === 'PENDING')).toHaveLength(4);
					const states = fatesOf(targetsOf(items), result, sandbox).map(({ cameOut }) => cameOut[0]!.state);
					expect(states.slice(2)).toEqual(['accepted', 'accepted']);
					for (const state of states.slice(0, 2)) expect(['accepted', 'unknown']).toContain(state);
				},
				{ duplicateIds },
			);
		},
	);

	test('Retry after a crash: a service that knows the IDs takes none twice, and what it took is unknown as long as no log shows it', async () => {
		await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
			const items = rows(3);
			const start = { resumeToken: 'token-of-the-crashed-one' };
			await send(items, { ...later, start });
			const { json } = await send(items, { ...later, settings: CONTINUE, start: { ...start, mode: 'retry' } });
			expect(acceptedTwice(sandbox)).toEqual([]);
			expect(json.map(({ details }: any) => details?.state ?? 'accepted')).toEqual(['unknown', 'unknown', 'unknown']);
		});
	});

	test('Retry after a crash that came before anything was sent: it is sent', async () => {
		await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
			const items = rows(3);
			const { error } = await send(items, { ...later, start: { mode: 'retry' } });
			expect(error).toBeUndefined();
			expect(sandbox.messages).toHaveLength(3);
		});
	});

	test('Retry after a crash, and a service that does not check IDs: with Report as Unknown nothing is sent blindly', async () => {
		await withProxiedSandbox(
			undefined,
			async ({ sandbox, send, sent }) => {
				const items = rows(3);
				const start = { resumeToken: 'token-of-the-crashed-one' };
				await send(items, { ...later, start });
				const { json } = await send(items, {
					...later,
					settings: CONTINUE,
					options: { ifUnclear: 'report' },
					start: { ...start, mode: 'retry' },
				});
				expect(sent()).toHaveLength(1);
				expect(acceptedTwice(sandbox)).toEqual([]);
				expect(json.map(({ details }: any) => details.state)).toEqual(['unknown', 'unknown', 'unknown']);
				expect(json[0]!.error).toContain('which the logs may not show before its send time');
			},
			{ duplicateIds: 'accept' },
		);
	});

	test('Retry of what was surely not sent: it is sent, also with Report as Unknown', async () => {
		let isDown = true;
		await withProxiedSandbox(
			({ isSend }) => (isSend && isDown ? unauthorized : undefined),
			async ({ sandbox, runOf, send }) => {
				const items = rows(3);
				const settings = { ...later, settings: STOP, options: { ifUnclear: 'report' } };
				const failed = await send(items, settings);
				expect(errorData(failed)!.destinations.map(({ state }) => state)).toEqual(['notSent', 'notSent', 'notSent']);
				isDown = false;
				const retried = await runWorkflow({
					...smsWorkflow(runOf([], settings)),
					mode: 'retry',
					executionData: storedForRetry(failed),
				});
				expect(retried.error).toBeUndefined();
				expect(brokenRules(targetsOf(items), retried, sandbox)).toEqual([]);
			},
		);
	});
});
