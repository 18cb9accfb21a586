import type { INodeParameters } from 'n8n-workflow';

import { CONTINUE } from '../smsNode';
import { rows, type Row } from './messages';
import { withProxiedSandbox } from './proxiedSandbox';

/** Message IDs of the user's own, which another execution may have sent before. */

const OWN_IDS: INodeParameters = {
	messageOptions: { messageId: '={{ $json.id }}' },
};
const withIds = (count: number): Row[] => rows(count).map((row, index) => ({ ...row, id: `own-${index}` }));
const OWN = { parameters: OWN_IDS, settings: CONTINUE };

describe('Message IDs: Yours, Each Sent Once', () => {
	test.each(['reject', 'accept'] as const)(
		'a second execution sends nothing, and outputs the same destinations (duplicate ids: %s)',
		async (duplicateIds) => {
			await withProxiedSandbox(
				undefined,
				async ({ sandbox, send, sent }) => {
					const settings = { ...OWN, options: { messageIds: 'own' } };
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
});
