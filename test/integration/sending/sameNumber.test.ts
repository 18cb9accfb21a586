import type { INodeParameters } from 'n8n-workflow';

import type { FaultScript } from '../../support/faults/faultProxy';
import { badRequest, resetAfterAcceptance, unavailable } from '../../support/faults/faults';
import { CONTINUE, SMS } from '../smsNode';
import { withProxiedSandbox } from '../bulk/proxiedSandbox';

const items = [
	{ to: '43660000, 43661000', content: 'A' },
	{ to: '+43660000', content: 'B' },
	{ to: '43662000, 43661000', content: 'C' },
];
const skipping = { parameters: { safeguards: { sameNumber: 'skip' } } };

test('Skip: the first message to a number is sent, the others refer to it', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const { json, paired } = await send(items, skipping);
		expect(sandbox.messages.map(({ to, text }) => [to, text])).toEqual([
			['43660000', 'A'],
			['43661000', 'A'],
			['43662000', 'C'],
		]);
		expect(paired).toEqual([0, 0, 1, 2, 2]);
		const skipped = (to: string, original: number) => ({
			to,
			reason: 'sameNumber',
			status: 'SKIPPED',
			skipped: true,
			originalItem: 0,
			originalMessageId: json[original]!.messageId,
			originalState: 'accepted',
		});
		expect(json[2]).toEqual(skipped('43660000', 0));
		expect(json[4]).toEqual(skipped('43661000', 1));
	});
});

test('Skip: an invalid item does not count, and a skipped item shows if the first message was not accepted', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const faulty = { to: '43660000', content: '' };
		const { json } = await send(
			[
				faulty,
				{ to: '19990100600', content: 'A' },
				{ to: '19990100600', content: 'B' },
				{ to: '43660000', content: 'C' },
			],
			{ ...skipping, settings: CONTINUE },
		);
		expect(sandbox.messages.filter(({ to }) => to === '43660000').map(({ text }) => text)).toEqual(['C']);
		expect(json[2]).toMatchObject({ skipped: true, originalItem: 1, originalState: 'refused' });
	});
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

test('Send Text and Wait: skipped messages never come out as failed, unless the one that was to be sent instead is', async () => {
	const parameters = { operation: 'sendTextAndWait' };
	const outputs = async (script: FaultScript | undefined, rows: typeof items, safeguards: INodeParameters) => {
		let came: string[][] = [];
		await withProxiedSandbox(script, async ({ send }) => {
			const execution = await send(rows, { parameters: { ...parameters, safeguards }, settings: CONTINUE });
			came = [0, 1, 2].map((nth) => execution.output(SMS, nth).map(({ json }) => String(json.status ?? 'error')));
		});
		return came;
	};
	const twice = ['A', 'B'].map((content) => ({ to: '43660000', content }));
	const skip = { sameNumber: 'skip' };
	expect(await outputs(firstUnclear(), twice, skip)).toEqual([[], [], ['error', 'SKIPPED']]);
	expect(await outputs(() => badRequest(), twice, skip)).toEqual([[], ['error', 'SKIPPED'], []]);
	expect(await outputs(undefined, twice, { skipNumbers: '43660000' })).toEqual([[], [], ['SKIPPED', 'SKIPPED']]);
});

test('Report as an Error: the later item is an error item that refers to the first', async () => {
	await withProxiedSandbox(undefined, async ({ sandbox, send }) => {
		const others = [
			{ to: '43663000,43663000', content: 'D' },
			{ to: '43664000', content: '' },
			{ to: '43664000', content: 'E' },
		];
		const { json } = await send([...items, ...others], {
			parameters: { safeguards: { sameNumber: 'report' } },
			settings: CONTINUE,
		});
		// The first item to 43664000 has no text, so the second repeats nothing
		expect(sandbox.messages.map(({ to }) => to)).toEqual(['43660000', '43661000', '43664000']);
		expect(json[5]!.error).toContain("'Text' is empty");
		expect(json.slice(2, 5).map(({ error }) => error)).toEqual([
			"'To' 43660000 already appears in item 0 (Safeguards → Same Number Twice)",
			"'To' 43661000 already appears in item 0 (Safeguards → Same Number Twice)",
			"'To' 43663000 appears twice in this item (Safeguards → Same Number Twice)",
		]);
	});
});
