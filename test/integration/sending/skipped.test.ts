import fc from 'fast-check';

import { hintsOf, sandboxForEach, STOP, CONTINUE, SMS } from '../smsNode';
import type { FaultScript } from '../../support/faults/faultProxy';
import { badRequest, resetAfterAcceptance, unavailable } from '../../support/faults/faults';
import { withProxiedSandbox } from '../bulk/proxiedSandbox';

const node = sandboxForEach();

describe('Skip These Numbers', () => {
	/** Two of some countries, so that one is skipped and the other is not, and others. */
	const NUMBERS = [
		['44', '7700900120'],
		['44', '7700900121'],
		['43', '6601234567'],
		['43', '6601234568'],
		['49', '15123456789'],
		['33', '612345678'],
		['1', '4155550100'],
		['91', '9812345678'],
	].map(([code, national]) => ({ to: `${code}${national}`, code: code!, national: national! }));
	const HOMES: Record<string, string> = { GB: '44', AT: '43', DE: '49', US: '1', '': '' };

	const send = async (skipNumbers: unknown, settings: object = {}, safeguards: object = {}, defaultCountry = 'GB') =>
		await node.send(
			NUMBERS.map(({ to }) => ({ to: `+${to}` })),
			{ defaultCountry, safeguards: { ...safeguards, skipNumbers } },
			settings,
		);

	/** How people and tables write a number; the last two only in its own country. */
	const WRITINGS: Array<(number: { to: string; national: string }) => unknown> = [
		({ to }) => to,
		({ to }) => `+${to}`,
		({ to }) => `00${to}`,
		({ to }) => Number(to),
		({ to }) => ({ phone: `+${to}` }),
		// Nothing is dialled before a national number of the USA
		({ to, national }) => (to.startsWith('1') ? national : `0${national}`),
		({ national }) => ` ${national.slice(0, 4)} ${national.slice(4)} `,
	];

	test('however a number is written in the list, and whatever the default country, it gets nothing, and every other number its message', async () => {
		const listed = fc.subarray(NUMBERS.map((_, index) => index));
		const ways = fc.array(fc.nat(WRITINGS.length - 1), { minLength: 8, maxLength: 8 });
		const cases = fc.sample(fc.tuple(listed, ways, fc.nat(3), fc.constantFrom(...Object.keys(HOMES))), {
			numRuns: 60,
			seed: 57,
		});
		for (const [indexes, ways, form, country] of cases) {
			const isHome = (index: number) => NUMBERS[index]!.code === HOMES[country];
			const written = indexes.map((index) =>
				WRITINGS[isHome(index) ? ways[index]! : ways[index]! % 5]!(NUMBERS[index]!),
			);
			const texts = written.map((one) => (typeof one === 'object' ? (one as { phone: string }).phone : String(one)));
			const amongOthers = texts.length === 0 ? [] : [...texts, null, '', 'SUPPORT', texts.join(', ')];
			const list = [written, texts.join(';'), JSON.stringify(written), amongOthers][form];
			const before = node.sandbox.messages.length;
			const { json, error } = await send(list, {}, {}, country);
			expect(error).toBeUndefined();
			const skipped = indexes.map((index) => NUMBERS[index]!.to);
			expect(json.filter(({ reason }) => reason === 'listed').map(({ to }) => to)).toEqual(skipped);
			const got = node.sentTo().slice(before);
			expect(got).toEqual(NUMBERS.map(({ to }) => to).filter((number) => !skipped.includes(number)));
		}
	});

	test('what is wrong with the message to a listed number keeps no other from being sent', async () => {
		const items = [{ to: '43660000' }, { to: '919812345678', text: 'Hello' }, { to: '43661000', text: 'Hello' }];
		const safeguards = { skipNumbers: '43660000, 919812345678', allowedDestinations: '43' };
		const { json } = await node.send(items, { text: '={{ $json.text }}', safeguards }, { settings: STOP });
		expect(json.map(({ reason }) => reason)).toEqual(['listed', 'listed', undefined]);
		expect(node.sentTo()).toEqual(['43661000']);
	});

	/** What mistyped expressions and spreadsheets give. */
	const MISTAKES: unknown[] = [
		['447700900120', '44770090012x'],
		[{ name: 'Ann' }],
		'={{ null }}',
		// A column that does not exist
		'={{ $input.all().map((item) => item.json.phon) }}',
		'={{ $input.all().map((item) => item.json.phon).join() }}',
		[{}, {}],
		'={{ $input.all().map((item) => "+" + item.json.phon) }}',
		'={{ $input.all().map((item) => String(item.json.phon)) }}',
		'={{ $input.all().map((item) => item.json).join() }}',
		"{{ $('Opt-outs').all() }}",
		...['#N/A', 'NaN', 'null', 'Anna Schmidt Maier'].map((one) => [one]),
		// A digit too many, which another country's number might have
		['74001234567'],
		// Another value for another item
		'={{ $json.to }}',
		'={{ $json.to === "+447700900120" ? [] : [$json.to] }}',
	];

	test.each(MISTAKES)('%j stops the run before anything is sent, and is named', async (list) => {
		const { error } = await send(list, { settings: STOP });
		expect(error!.message).toContain('Skip These Numbers');
		const { json } = await send(list);
		expect(json.every((item) => String(item.error).includes('Skip These Numbers'))).toBe(true);
		expect(node.sandbox.messages).toEqual([]);
	});

	test.each([
		// Of a table without rows, with Always Output Data
		['the column of an empty item', '={{ [undefined] }}', 1],
		['an empty item', [{}], 1],
		['a list', '={{ [] }}', 0],
		['text', '={{ "" }}', 1],
	])('%s that is empty skips nobody, and a field without anything is pointed out', async (_, list, hints) => {
		const about = hintsOf(await send(list)).filter((hint) => hint.includes('Skip These Numbers'));
		expect(node.sandbox.messages).toHaveLength(NUMBERS.length);
		expect(about).toHaveLength(hints);
	});

	test('names of senders match nothing, and a hint counts them', async () => {
		const result = await send(['SUPPORT', 'MyShop', '447700900120']);
		expect(node.sandbox.messages).toHaveLength(NUMBERS.length - 1);
		expect(hintsOf(result).join()).toContain('2');
	});

	test('an item of a skipped number says so, in a dry run too', async () => {
		const item = { to: '447700900120', status: 'SKIPPED', skipped: true, reason: 'listed' };
		expect((await send('447700900120')).json[0]).toEqual(item);
		const dry = await send('447700900120', {}, { dryRun: true });
		expect(dry.json[0]).toEqual({ dryRun: true, ...item });
	});

	test('the list is read for the Default Country of every item', async () => {
		const items = [
			{ to: '07700 900123', country: 'GB' },
			{ to: '0171 2345678', country: 'DE' },
			{ to: '06601234567', country: 'asWritten' },
			{ to: '+43 660 1234567', country: 'AT' },
			{ to: '15123456789', country: 'DE' },
		];
		const skipNumbers = '0171 2345678; 06601234567; 15123456789';
		const { json } = await node.send(items, { defaultCountry: '={{ $json.country }}', safeguards: { skipNumbers } });
		expect(json.map(({ reason }) => reason)).toEqual([undefined, ...Array(4).fill('listed')]);
		expect(node.sentTo()).toEqual(['447700900123']);
	});

	test('of a received message, all numbers count', async () => {
		await send([
			{ from: '447700900120', to: '4915123456789' },
			{ to: 'SUPPORT', phone: '+43 660 1234567' },
		]);
		expect(node.sentTo()).toEqual(
			NUMBERS.map(({ to }) => to).filter((to) => !['447700900120', '4915123456789', '436601234567'].includes(to)),
		);
	});
});

describe('Same Number Twice', () => {
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
});
