import fc from 'fast-check';
import type { NodeParameterValueType } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { CONTINUE, credentialFor, runSms, SMS, STOP } from '../smsNode';

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await startSandbox()));
afterEach(async () => await sandbox.stop());

const NUMBERS = Array.from({ length: 8 }, (_, index) => `44770090012${index}`);

async function send(skipNumbers: unknown, settings: object = CONTINUE, safeguards: object = {}) {
	return await runSms({
		parameters: {
			operation: 'sendText',
			to: '={{ $json.to }}',
			text: 'Hello',
			defaultCountry: 'GB',
			safeguards: { ...safeguards, skipNumbers: skipNumbers as NodeParameterValueType },
		},
		items: NUMBERS.map((to) => ({ to })),
		credential: credentialFor(sandbox),
		settings,
	});
}

/** How people and tables write a number. */
const WRITINGS: Array<(number: string) => unknown> = [
	(number) => number,
	(number) => `+${number}`,
	(number) => `00${number}`,
	(number) => Number(number),
	(number) => `0${number.slice(2)}`,
	(number) => ` ${number.slice(2, 6)} ${number.slice(6)} `,
	(number) => ({ phone: `+${number}` }),
];

test('however a number is written in the list, it gets nothing, and every other number gets its message', async () => {
	const listed = fc.subarray(NUMBERS.map((_, index) => index));
	const cases = fc.sample(
		fc.tuple(listed, fc.array(fc.nat(WRITINGS.length - 1), { minLength: 8, maxLength: 8 }), fc.nat(3)),
		{
			numRuns: 30,
			seed: 57,
		},
	);
	for (const [indexes, ways, form] of cases) {
		const written = indexes.map((index) => WRITINGS[ways[index]!]!(NUMBERS[index]!));
		const texts = written.map((one) => (typeof one === 'object' ? (one as { phone: string }).phone : String(one)));
		const list = [written, texts.join(';'), JSON.stringify(written), [...texts, null, '', 'SUPPORT', texts.join(', ')]][
			form
		];
		const before = sandbox.messages.length;
		const { json, error } = await send(list);
		expect(error).toBeUndefined();
		const skipped = indexes.map((index) => NUMBERS[index]);
		expect(json.filter(({ reason }) => reason === 'listed').map(({ to }) => to)).toEqual(skipped);
		const got = sandbox.messages.slice(before).map(({ to }) => to);
		expect(got).toEqual(NUMBERS.filter((number) => !skipped.includes(number)));
	}
});

test.each([
	['a number that cannot be read', ['447700900120', '44770090012x']],
	['an object without a number', [{ name: 'Ann' }]],
	['an expression without a value', '={{ null }}'],
])('%s stops the run before anything is sent, and is named', async (_, list) => {
	const { error } = await send(list, STOP);
	expect(error!.message).toContain('Skip These Numbers');
	const { json } = await send(list);
	expect(json.every((item) => String(item.error).includes('Skip These Numbers'))).toBe(true);
	expect(sandbox.messages).toEqual([]);
});

test('names of senders match nothing, and a hint counts them', async () => {
	const { task } = await send(['SUPPORT', 'MyShop', '447700900120']);
	expect(sandbox.messages).toHaveLength(NUMBERS.length - 1);
	expect(
		task(SMS)!
			.hints!.map(({ message }) => message)
			.join(),
	).toContain('2');
});

test('an item of a skipped number says so, in a dry run too', async () => {
	const item = { to: '447700900120', status: 'SKIPPED', skipped: true, reason: 'listed' };
	expect((await send('447700900120')).json[0]).toEqual(item);
	const dry = await send('447700900120', CONTINUE, { dryRun: true });
	expect(dry.json[0]).toEqual({ dryRun: true, ...item });
});
