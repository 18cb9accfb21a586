import type { INodeParameters } from 'n8n-workflow';

import { resetAfterAcceptance, unavailable } from '../../support/faults/faults';
import { CONTINUE } from '../smsNode';
import { acceptedTwice } from './accounting';
import { numberOf, rows, type Row } from './messages';
import { withProxiedSandbox } from './proxiedSandbox';

/** Message IDs of the user's own, which another execution may have sent before. */

const OWN_IDS: INodeParameters = {
	to: '',
	messageOptions: { destinations: { destination: [{ to: '={{ $json.to }}', messageId: '={{ $json.id }}' }] } },
};
const withIds = (count: number): Row[] => rows(count).map((row, index) => ({ ...row, id: `own-${index}` }));
const OWN = { parameters: OWN_IDS, settings: CONTINUE };

describe('Skip Messages Already Sent', () => {
	test.each(['reject', 'accept'] as const)(
		'a second execution sends nothing, and the same destinations come out (duplicate ids: %s)',
		async (duplicateIds) => {
			await withProxiedSandbox(
				undefined,
				async ({ sandbox, send, sent }) => {
					const settings = { ...OWN, options: { skipSent: true } };
					const first = await send(withIds(5), settings);
					const second = await send(withIds(5), settings);
					expect(sent()).toHaveLength(1);
					expect(sandbox.messages).toHaveLength(5);
					const pairs = ({ json }: typeof first) => json.map(({ to, messageId }) => [to, messageId]);
					expect(pairs(second)).toEqual(pairs(first));
					expect(second.json.every(({ error }) => error === undefined)).toBe(true);
				},
				{ duplicateIds },
			);
		},
	);

	test('only what the logs do not show is sent', async () => {
		await withProxiedSandbox(
			undefined,
			async ({ sandbox, send, sent }) => {
				await send(withIds(3), OWN);
				const { json } = await send(withIds(8), { ...OWN, options: { skipSent: true } });
				expect(sent()[1]!.map(({ messageId }) => messageId)).toEqual(['own-3', 'own-4', 'own-5', 'own-6', 'own-7']);
				expect(acceptedTwice(sandbox)).toEqual([]);
				expect(json.map(({ messageId }) => messageId)).toEqual(withIds(8).map(({ id }) => id));
			},
			{ duplicateIds: 'accept' },
		);
	});

	test('200 IDs are asked for in a few look-ups', async () => {
		await withProxiedSandbox(
			undefined,
			async ({ sandbox, send, lookUps }) => {
				const settings = { ...OWN, options: { skipSent: true } };
				await send(withIds(200), settings);
				await send(withIds(200), settings);
				expect(sandbox.messages).toHaveLength(200);
				expect(lookUps()).toBeLessThanOrEqual(20);
				for (const { rawQuery } of sandbox.requests.filter(({ method }) => method === 'GET'))
					expect(rawQuery.length).toBeLessThan(2500);
			},
			{ duplicateIds: 'accept' },
		);
	});

	test('while the logs do not answer, nothing is sent', async () => {
		let isDown = false;
		await withProxiedSandbox(
			({ isSend }) => (isDown && !isSend ? unavailable : undefined),
			async ({ sandbox, send }) => {
				const settings = { ...OWN, options: { skipSent: true, patience: 0.5 } };
				await send(withIds(3), settings);
				isDown = true;
				const { json } = await send(withIds(3), settings);
				expect(sandbox.messages).toHaveLength(3);
				for (const { error } of json) expect(error).toEqual(expect.any(String));
			},
			{ duplicateIds: 'accept' },
		);
	});
});

describe('rejected as a duplicate', () => {
	test('an ID that went to another number before is an error item', async () => {
		await withProxiedSandbox(undefined, async ({ send }) => {
			await send(withIds(1), OWN);
			const items = [{ to: numberOf(9), content: 'Other', id: 'own-0' }, ...withIds(2).slice(1)];
			const { json } = await send(items, { ...OWN, start: { additionalData: { executionId: '2' } } });
			expect(json[0]).toEqual({
				error: expect.stringMatching(/[Dd]uplicate|DUPLICATE/),
				details: expect.objectContaining({ to: numberOf(9), messageId: 'own-0', state: 'refused' }),
			});
			expect(json[1]).toMatchObject({ messageId: 'own-1', status: 'PENDING_ACCEPTED' });
		});
	});

	test('an ID that another execution has sent is refused, even to the same number', async () => {
		await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
			await send(withIds(2), OWN);
			const { json } = await send(withIds(3), { ...OWN, start: { additionalData: { executionId: '2' } } });
			expect(json.map(({ details }: any) => details?.state ?? 'accepted')).toEqual(['refused', 'refused', 'accepted']);
			expect(acceptedTwice(sandbox)).toEqual([]);
		});
	});

	test('an answer lost, and sent again while the logs lag: the service knows the ID, which does not prove that it accepted the message', async () => {
		let sends = 0;
		await withProxiedSandbox(
			({ isSend }) =>
				isSend
					? ++sends === 1
						? resetAfterAcceptance
						: undefined
					: { name: 'empty logs', reachesService: false, answer: { status: 200, headers: {}, body: '{"results":[]}' } },
			async ({ sandbox, send }) => {
				const { json } = await send(rows(3), { settings: CONTINUE });
				expect(json.map(({ details }: any) => details.state)).toEqual(['unknown', 'unknown', 'unknown']);
				expect(json.map(({ details }: any) => details.messageId)).toEqual(
					sandbox.messages.slice(0, 3).map(({ messageId }) => messageId),
				);
				expect(acceptedTwice(sandbox)).toEqual([]);
			},
		);
	});
});
