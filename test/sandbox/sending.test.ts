import { startSandbox, type Sandbox } from '../../sandbox';
import { BINARY, get, post, send, TEXT } from './client';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(() => sandbox.stop());

const PENDING = {
	groupId: 1,
	groupName: 'PENDING',
	id: 26,
	name: 'PENDING_ACCEPTED',
	description: 'Message sent to next instance',
};

test('the client’s bulkId is used, but returned only for several destinations', async () => {
	expect((await send(sandbox, ['41793026727', '41793026728'], {}, { bulkId: 'mine' })).bulkId).toBe('mine');
	expect(await send(sandbox, '41793026727', {}, { bulkId: 'mine-too' })).not.toHaveProperty('bulkId');
	expect(sandbox.messages.map((m) => m.bulkId)).toEqual(['mine', 'mine', 'mine-too']);
});

test('a messageId whose message was rejected may be used again', async () => {
	const request = (to: string) => ({ messages: [{ text: 'Hi', destinations: [{ to, messageId: 'again' }] }] });
	expect((await post(sandbox, TEXT, request('19990101200'))).body.messages[0].status.id).toBe(12);
	expect((await post(sandbox, TEXT, request('41793026727'))).body.messages[0].status.id).toBe(26);
	expect(sandbox.acceptanceCount('again')).toBe(1);
});

test('an empty destination: MISSING_TO inside a 200, without messageId and smsCount', async () => {
	const { messages } = await send(sandbox, ['', '41793026727']);
	expect(messages[0]).toEqual({
		to: '',
		status: {
			groupId: 5,
			groupName: 'REJECTED',
			id: 51,
			name: 'MISSING_TO',
			description: 'Missing destination.',
			action: 'Check to parameter.',
		},
	});
	expect(messages[1]!.status.id).toBe(26);
});

test.each([
	['19990100600', 6, 'REJECTED_NETWORK'],
	['19990100623', 6, 'REJECTED_NETWORK'],
	['19990101200', 12, 'REJECTED_NOT_ENOUGH_CREDITS'],
	['19990105200', 52, 'REJECTED_DESTINATION'],
	['abc', 52, 'REJECTED_DESTINATION'],
	['123', 52, 'REJECTED_DESTINATION'],
	['0791234567', 8, 'REJECTED_PREFIX_MISSING'],
])('destination %s is rejected in the response with status %i', async (to, id, name) => {
	const { messages } = await send(sandbox, [to, '41793026727']);
	expect(messages[0]).toMatchObject({
		to,
		status: { groupId: 5, groupName: 'REJECTED', id, name },
		smsCount: 1,
		messageId: expect.any(String),
	});
	expect(messages[1]!.status.id).toBe(26);
	const { results } = (await get(sandbox, `/sms/1/logs?messageId=${messages[0]!.messageId}`)).body;
	expect(results[0]).toMatchObject({ to, status: { id }, price: { pricePerMessage: 0 }, doneAt: expect.any(String) });
});

test('a sender that is too long: REJECTED_SOURCE', async () => {
	expect((await send(sandbox, '41793026727', { from: 'TwelveLetter' })).messages[0]!.status.id).toBe(11);
	expect((await send(sandbox, '41793026727', { from: '41793026700123' })).messages[0]!.status.id).toBe(26);
});

test('a text of more than 25 parts: REJECTED_MESSAGE_TOO_LONG', async () => {
	expect((await send(sandbox, '41793026727', { text: 'a'.repeat(25 * 153) })).messages[0]).toMatchObject({
		smsCount: 25,
		status: { id: 26 },
	});
	expect((await send(sandbox, '41793026727', { text: 'a'.repeat(25 * 153 + 1) })).messages[0]!.status.id).toBe(25);
});

test('binary: parts depend on octets, a malformed header is rejected, tracking is ignored', async () => {
	const binary = (hex: string, fields = {}) => ({
		messages: [{ from: 'Tests', binary: { hex, ...fields }, destinations: [{ to: '41793026727' }] }],
		tracking: { track: 'SMS' },
	});
	const one = await post(sandbox, BINARY, binary('48 65 6c 6c 6f', { dataCoding: 0, esmClass: 0 }));
	expect(one.body).toEqual({
		messages: [{ to: '41793026727', status: PENDING, smsCount: 1, messageId: expect.any(String) }],
	});
	expect((await post(sandbox, BINARY, binary(Array(141).fill('00').join(' ')))).body.messages[0].smsCount).toBe(2);
	expect((await post(sandbox, BINARY, binary('0048 0065', { dataCoding: 8 }))).body.messages[0].status.id).toBe(26);
	expect(
		(await post(sandbox, BINARY, binary('05 00 03 01 02', { esmClass: 64 }))).body.messages[0].status,
	).toMatchObject({
		id: 24,
		name: 'REJECTED_INVALID_UDH',
	});
	expect((await get(sandbox, '/sms/1/logs')).body.results.at(-1).text).toBe('48 65 6c 6c 6f');
});
