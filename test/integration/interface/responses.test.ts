import type { IDataObject } from 'n8n-workflow';

import { FLAT_FIELD_NAMES } from '../../../nodes/SmsMessaging/entries/outputFields';
import { FULL_DETAILS, FULL_LOG, FULL_REPORT, FULL_RESPONSE } from '../../support/interface/fullEntry';
import { flatFieldOf } from '../../support/interface/responseTables';
import { valueAt } from '../../support/interface/walk';
import { runAnswered } from '../scriptedService';
import { NODE_MADE_BULK_ID } from '../smsNode';

/** What a sample becomes as a flat field: date-times are given in UTC. */
const FLAT_DATES: Record<string, string> = { sentAt: '2026-03-04T07:58:19.001Z', doneAt: '2026-03-04T12:28:20.385Z' };

const SEND = { to: '436601234567', text: 'Hello', hex: '48 65' };

const SENT = {
	key: 'response',
	entry: FULL_DETAILS.entry,
	body: { ...FULL_RESPONSE.entry, messages: [FULL_DETAILS.entry] },
	leaves: [...FULL_DETAILS.leaves, ...FULL_RESPONSE.leaves],
};
const listed = (operation: string, key: string, full: typeof FULL_LOG) => ({
	...{ operation, key, ...full, body: { results: [full.entry] } },
});
const CASES = [
	{ operation: 'sendText', ...SENT, ownFacts: { text: SEND.text, segments: 1, encoding: 'GSM-7' } },
	{ operation: 'sendBinary', ...SENT, ownFacts: { segments: 1, bytes: 2 } },
	{ ...listed('getLogs', 'log', FULL_LOG), ownFacts: {} },
	{ ...listed('getReports', 'report', FULL_REPORT), ownFacts: {} },
];

/** The one item that the node gives out for an answer. */
async function itemFor(operation: string, body: unknown, simplify?: boolean): Promise<IDataObject> {
	const parameters = {
		operation,
		...(operation.startsWith('send') && SEND),
		...(simplify !== undefined && { simplify }),
	};
	const { error, json } = await runAnswered({ body }, { parameters });
	expect(error).toBeUndefined();
	expect(json).toHaveLength(1);
	return json[0]!;
}

describe.each(CASES)('$operation', ({ operation, key, entry, body, leaves, ownFacts }) => {
	let simple: IDataObject;
	let whole: IDataObject;
	beforeAll(async () => {
		simple = await itemFor(operation, body);
		whole = await itemFor(operation, body, false);
	});

	test.each(leaves)('$path ($type) is in the output', ({ path }) => {
		const given = valueAt({ ...(body as object), ...entry }, path);
		expect(given).toBeDefined();
		const name = flatFieldOf(path);
		if (name !== undefined) expect(simple[name]).toEqual(FLAT_DATES[path] ?? given);
	});

	test('Simplify on: only the flat fields, in order', () => {
		const names = new Set([...leaves.map(({ path }) => flatFieldOf(path)), ...Object.keys(ownFacts)]);
		expect(Object.keys(simple)).toEqual(FLAT_FIELD_NAMES.filter((name) => names.has(name)));
	});

	test(`Simplify off: the same flat fields, and the entry untouched under '${key}'`, () => {
		expect(whole).toEqual({ ...simple, [key]: entry });
	});

	test('a field that is not in the answer is not in the output', async () => {
		if (key === 'response') {
			// Without a status group nobody knows whether it was accepted; the request's ID is the node's own
			const bare = { to: '436601234567', messageId: 'm' };
			expect(await itemFor(operation, { messages: [{ ...bare, status: { groupId: 1 } }] })).toEqual({
				...bare,
				statusGroup: 'PENDING',
				...ownFacts,
				bulkId: NODE_MADE_BULK_ID,
			});
		} else {
			// Other entries are output unchanged, since the service returns them only once
			const whole = operation === 'getReports' && { report: { to: '436601234567' } };
			expect(await itemFor(operation, { results: [{ to: '436601234567' }] })).toEqual({ to: '436601234567', ...whole });
		}
	});

	test('unknown fields stay in the entry', async () => {
		const extended = { ...entry, networkName: 'Net', status: { ...(entry.status as object), severity: { level: 3 } } };
		const changed = key === 'response' ? { ...body, messages: [extended] } : { results: [extended] };
		expect((await itemFor(operation, changed, false))[key]).toEqual(extended);
	});
});
