import type { FaultScript } from '../../support/faults/faultProxy';
import { badRequest, resetAfterAcceptance, unavailable } from '../../support/faults/faults';
import { withProxiedSandbox } from '../bulk/proxiedSandbox';
import { CONTINUE, sandboxForEach, SMS } from '../smsNode';

const node = sandboxForEach();

const items = [
	{ to: '43660000, 43661000', text: 'A' },
	{ to: '+43660000', text: 'B' },
	{ to: '43662000, 43661000', text: 'C' },
];
const send = async (all: object[], sameNumber: string) =>
	await node.send(all, { text: '={{ $json.text }}', safeguards: { sameNumber } });

test('Skip: the first message to a number is sent, the others refer to it', async () => {
	const { json, paired } = await send(items, 'skip');
	expect(node.sandbox.messages.map(({ to, text }) => [to, text])).toEqual([
		['43660000', 'A'],
		['43661000', 'A'],
		['43662000', 'C'],
	]);
	expect(paired).toEqual([0, 0, 1, 2, 2]);
	const skipped = (to: string, original: number) => ({
		...{ to, reason: 'sameNumber', status: 'SKIPPED', skipped: true },
		originalItem: 0,
		originalMessageId: json[original]!.messageId,
		originalState: 'accepted',
	});
	expect(json[2]).toEqual(skipped('43660000', 0));
	expect(json[4]).toEqual(skipped('43661000', 1));
});

test('Skip: an invalid item does not count, and a skipped item shows if the first message was not accepted', async () => {
	const rejected = ['A', 'B'].map((text) => ({ to: '19990100600', text }));
	const { json } = await send([{ to: '43660000', text: '' }, ...rejected, { to: '43660000', text: 'C' }], 'skip');
	expect(node.sandbox.messages.filter(({ to }) => to === '43660000').map(({ text }) => text)).toEqual(['C']);
	expect(json[2]).toMatchObject({ skipped: true, originalItem: 1, originalState: 'refused' });
});

/** The first request may have been taken; everything else finds the service away. */
const firstUnclear = (): FaultScript => {
	let isFirst = true;
	return ({ isSend }) => {
		const fault = isFirst ? resetAfterAcceptance : unavailable;
		isFirst = false;
		return isSend || fault === unavailable ? fault : undefined;
	};
};

test.each<[string, FaultScript | undefined, object, string[][]]>([
	['perhaps sent', firstUnclear(), { sameNumber: 'skip' }, [[], [], ['error', 'SKIPPED']]],
	['refused', () => badRequest(), { sameNumber: 'skip' }, [[], ['error', 'SKIPPED'], []]],
	['listed', undefined, { skipNumbers: '43660000' }, [[], [], ['SKIPPED', 'SKIPPED']]],
])(
	'Send Text and Wait: a skipped message comes out as failed only if the one to be sent instead does: it was %s',
	async (_, script, safeguards, outputs) => {
		const twice = ['A', 'B'].map((content) => ({ to: '43660000', content }));
		await withProxiedSandbox(script, async (parts) => {
			const parameters = { operation: 'sendTextAndWait', safeguards } as never;
			const { output } = await parts.send(twice, { parameters, settings: CONTINUE });
			const came = [0, 1, 2].map((nth) => output(SMS, nth).map(({ json }) => json.status ?? 'error'));
			expect(came).toEqual(outputs);
		});
	},
);

test('Report as an Error: the later item is an error item that refers to the first', async () => {
	const { json } = await send([...items, { to: '43663000,43663000', text: 'D' }], 'report');
	expect(node.sentTo()).toEqual(['43660000', '43661000']);
	const later = [/43660000.*in item 0 \(Safeguards/, /43661000.*in item 0 /, /43663000.*in this item/];
	expect(json.slice(2).map(({ error }) => error)).toEqual(later.map((error) => expect.stringMatching(error)));
});
