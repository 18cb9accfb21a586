import type { Sandbox } from '../../sandbox';
import { BINARY, get, post, send, TEXT } from './client';
import { start } from './running';

const TO = '41793026727';
let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await start()));

const PENDING = 26;

test('the client’s bulkId is used, but returned only for several destinations', async () => {
	expect((await send(sandbox, [TO, '41793026728'], {}, { bulkId: 'mine' })).bulkId).toBe('mine');
	expect(await send(sandbox, TO, {}, { bulkId: 'mine-too' })).not.toHaveProperty('bulkId');
	expect(sandbox.messages.map((m) => m.bulkId)).toEqual(['mine', 'mine', 'mine-too']);
});

test('a messageId whose message was rejected may be used again', async () => {
	const request = (to: string) => ({ messages: [{ text: 'Hi', destinations: [{ to, messageId: 'again' }] }] });
	expect((await post(sandbox, TEXT, request('19990101200'))).body.messages[0].status.id).toBe(12);
	expect((await post(sandbox, TEXT, request(TO))).body.messages[0].status.id).toBe(PENDING);
	expect(sandbox.acceptanceCount('again')).toBe(1);
});

test('an empty destination: MISSING_TO inside a 200, without messageId and smsCount', async () => {
	const { messages } = await send(sandbox, ['', TO]);
	expect(messages[0]).toEqual({
		to: '',
		status: expect.objectContaining({ groupName: 'REJECTED', name: 'MISSING_TO' }),
	});
	expect(messages[1]!.status.id).toBe(PENDING);
});

type Row = [to: string, status: number];
test('test numbers: what the catalogue has happens where it can, all else is delivered', async () => {
	const { statuses, errors } = (await get(sandbox, '/_sandbox/catalogue')).body;
	const other = { id: 999 };
	const code = (id: number, digits: number) => `${String(id).padStart(digits, '0')}00`;
	const rejected: Row[] = [
		...statuses
			.filter(({ groupName }: any) => groupName === 'REJECTED')
			.map(({ id }: any): Row => [`199901${code(id, 3)}`, id]),
		...['abc', '123', '1'.repeat(16)].map((to): Row => [to, 52]),
		['0791234567', 8],
	];
	const accepted: Row[] = [
		...[...statuses, other]
			.filter(({ groupName }) => groupName !== 'REJECTED')
			.map(({ id }): Row => [`199901${code(id, 3)}`, 5]),
		...[...statuses, other].map(({ id, isFinal }): Row => [`199906${code(id, 3)}`, isFinal ? id : 5]),
		...[...errors, { id: 9990 }].map(({ id, name }): Row => [`199902${code(id, 4)}`, name && id > 0 ? 9 : 5]),
		['19990300001', 15],
		['19990700000', 5],
		[`+${TO}`, 5],
	];
	const { messages } = await send(
		sandbox,
		[...rejected, ...accepted].map(([to]) => to),
	);
	expect(messages.map(({ to, status }) => [to, status.id])).toEqual([
		...rejected,
		...accepted.map(([to]) => [to, PENDING]),
	]);
	await sandbox.advance(400);
	const reports = (await get(sandbox, '/sms/1/reports?limit=1000')).body.results;
	expect(reports.map(({ to, status }: any) => [to, status.id])).toEqual(accepted);
	for (const { to, status, error } of reports) {
		expect(error.id === 0).toBe(['DELIVERED', 'REJECTED'].includes(status.groupName));
		if (status.id === 9 && to.startsWith('199902'))
			expect(error).toMatchObject(errors.find(({ id }: any) => to === `199902${code(id, 4)}`));
	}
	const logs = (await get(sandbox, '/sms/1/logs?limit=1000')).body.results.toReversed();
	expect(logs.slice(0, rejected.length)).toMatchObject(
		rejected.map(([to, id]) => ({ to, status: { id }, price: { pricePerMessage: 0 }, doneAt: logs[0].sentAt })),
	);
});

test.each([
	['a sender of 12 letters', { from: 'TwelveLetter' }, 11],
	['a sender of 14 digits', { from: '41793026700123' }, 26],
	['25 parts', { text: 'a'.repeat(25 * 153) }, 26],
	['26 parts', { text: 'a'.repeat(25 * 153 + 1) }, 25],
])('a message with %s has status %s', async (_, fields, id) => {
	expect((await send(sandbox, TO, fields)).messages[0]!.status.id).toBe(id);
});

test('binary: parts depend on octets, and a malformed header is rejected', async () => {
	const binary = async (hex: string, fields = {}) =>
		(await post(sandbox, BINARY, { messages: [{ binary: { hex, ...fields }, destinations: [{ to: TO }] }] })).body
			.messages[0];
	expect((await binary('00 '.repeat(140))).smsCount).toBe(1);
	expect((await binary('00 '.repeat(141))).smsCount).toBe(2);
	expect((await binary('05 00 03 01 02', { esmClass: 64 })).status.name).toBe('REJECTED_INVALID_UDH');
	expect((await get(sandbox, '/sms/1/logs')).body.results.at(-1).text).toBe('00 '.repeat(140));
});

test.each([
	['GREEK', 'Ελλάδα: Ζώνη ψς', 'EΛΛAΔA: ZΩNH ΨΣ'],
	['CYRILLIC', 'Привет, Щука! Київ', 'Privet, Shchuka! Kiiv'],
	['SERBIAN_CYRILLIC', 'Ђорђе Њушка џеп', 'Djordje Njuska dzep'],
	['BULGARIAN_CYRILLIC', 'България, площад', 'Balgariya, ploshtad'],
	['TURKISH', 'İstanbul ığşç öü', 'Istanbul igsc öü'],
	['CENTRAL_EUROPEAN', 'Łódź, žluťoučký kůň, őű', 'Lodz, zlutoucky kun, ou'],
	['BALTIC', 'Āžuolas ėųģ', 'Azuolas eug'],
	['PORTUGUESE', 'São, coração, êô', 'Sao, coracao, eo'],
	['COLOMBIAN', 'Bogotá señor', 'Bogota señor'],
	['NON_UNICODE', 'Łódź, “Привет” Ζώνη', 'Lodz, "Privet" ZΩNH'],
	['GREEK', 'ж 😀 ğ', 'ж 😀 ğ'],
])('transliteration %s of %s', async (transliteration, text, expected) => {
	await send(sandbox, TO, { text, transliteration });
	expect(sandbox.messages).toMatchObject([{ text: expected, encoding: text === expected ? 'UCS-2' : 'GSM-7' }]);
});
