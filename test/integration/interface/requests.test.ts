import fc from 'fast-check';

import { OPERATION_CONTROLS, parametersOf, valuesOf, type ControlOfField } from '../../support/interface/controls';
import { QUERY_TABLES, REQUEST_TABLES } from '../../support/interface/requestTables';
import { leavesOf, setAt, valueAt } from '../../support/interface/walk';
import { NODE_MADE, NODE_MADE_BULK_ID, sandboxForEach } from '../smsNode';

const node = sandboxForEach({ duplicateIds: 'accept', logsPerMinute: 100_000 });

const PATHS: Record<string, string> = {
	sendText: 'POST /sms/1/text/advanced',
	sendTextAndWait: 'POST /sms/1/text/advanced',
	sendBinary: 'POST /sms/1/binary/advanced',
	getLogs: 'GET /sms/1/logs',
	getReports: 'GET /sms/1/reports',
};

/** n8n's address for the execution, and its token. */
const RESUME_URL = expect.stringMatching(
	/^http:\/\/127\.0\.0\.1:5678\/webhook-waiting\/1\/delivery\?signature=[0-9a-f]{64}$/,
) as unknown;

/** An expression for a value; numbers and booleans as text, as from spreadsheets and forms. */
const asExpression = (value: unknown) => `={{ ${JSON.stringify(typeof value === 'object' ? value : String(value))} }}`;

const JSON_TYPES = { string: 'string', dateTime: 'string', integer: 'number', decimal: 'number', boolean: 'boolean' };

/** What the node sends of its own. */
const addedBy = (operation: string): Record<string, unknown> =>
	operation.startsWith('get')
		? { limit: '50' }
		: { bulkId: NODE_MADE_BULK_ID, 'messages[].destinations[].messageId': NODE_MADE };

test.each(OPERATION_CONTROLS)(
	'$operation: what is filled in, as a value or by an expression, is sent in its place with its type, and nothing else',
	async (controls) => {
		const { operation, table, fields, fixed = [] } = controls;
		const leaves = leavesOf({ ...REQUEST_TABLES, ...QUERY_TABLES }, table);
		const property = async (chosen: ControlOfField[], written: ControlOfField[]) => {
			const values = valuesOf(controls, chosen);
			const sent = { ...addedBy(operation), ...Object.fromEntries(fixed.map((field) => [field, RESUME_URL])) };
			for (const { field, control, value, sent: differently = value } of fields)
				if (control in values) sent[field] = values[control] === value ? differently : values[control];
			const expected = {};
			for (const [path, value] of Object.entries(sent)) setAt(expected, path, value);
			const byExpression = Object.fromEntries(
				written.flatMap(({ control }) => (control in values ? [[control, asExpression(values[control])]] : [])),
			);
			const { error } = await node.run(parametersOf(controls, { ...values, ...byExpression }));
			expect(error).toBeUndefined();
			const [request, ...others] = node.sandbox.requests.splice(0);
			expect([`${request!.method} ${request!.path}`, request!.status]).toEqual([PATHS[operation], 200]);
			expect(others.map(({ path }) => path)).toEqual(operation === 'sendTextAndWait' ? ['/sms/1/logs'] : []);
			const received = request!.body ?? request!.query;
			expect(received).toEqual(expected);
			for (const { path, type, isList } of leaves) {
				const value = valueAt(received, isList ? `${path}[]` : path);
				if (value !== undefined) expect(typeof value).toBe(request!.method === 'GET' ? 'string' : JSON_TYPES[type]);
			}
		};
		const examples: Array<[ControlOfField[], ControlOfField[]]> = [
			[[], []],
			[fields, []],
			[fields, fields],
		];
		await fc.assert(fc.asyncProperty(fc.subarray(fields), fc.subarray(fields), property), { numRuns: 20, examples });
	},
);

describe('additional fields', () => {
	/** Sends, and gives the body that the service received. */
	async function bodyFor(extra: { message?: string; request?: string }, parameters: any = {}): Promise<any> {
		const { json } = await node.send([{ to: '436601234567' }], {
			...{ hex: '48', ...parameters },
			messageOptions: { extraFields: { json: extra }, ...parameters.messageOptions },
		});
		expect(json[0]).not.toHaveProperty('error');
		expect(node.sandbox.requests).toHaveLength(1);
		return node.sandbox.requests[0]!.body;
	}
	const destinations = [{ to: '436601234567', messageId: NODE_MADE }];

	test('are added, and merged into a field that has controls for some of its parts', async () => {
		const extra = {
			message: '{"language": {"singleShift": true}, "campaignId": 7, "list": [1, null, {"a": true}]}',
			request: '{"tracking": {"processKey": "k"}, "urlOptions": {"shortenUrl": false}}',
		};
		const messageOptions = { languageCode: 'TR', tracking: { tracking: { track: 'SMS' } } };
		const schedule = { deliveryTimeWindow: { window: { days: ['MONDAY'] } } };
		expect(await bodyFor(extra, { messageOptions, schedule })).toEqual({
			bulkId: NODE_MADE_BULK_ID,
			messages: [
				{
					...{ destinations, text: 'Hello' },
					language: { languageCode: 'TR', singleShift: true },
					deliveryTimeWindow: { days: ['MONDAY'] },
					campaignId: 7,
					list: [1, null, { a: true }],
				},
			],
			tracking: { track: 'SMS', processKey: 'k' },
			urlOptions: { shortenUrl: false },
		});
	});

	test('of a binary message: fields with controls only for texts', async () => {
		const extra = { message: '{"flash": true, "binary": {"udh": "00"}}', request: '{"tracking": {"track": "SMS"}}' };
		expect(await bodyFor(extra, { operation: 'sendBinary' })).toEqual({
			bulkId: NODE_MADE_BULK_ID,
			messages: [{ destinations, binary: { hex: '48', udh: '00' }, flash: true }],
			tracking: { track: 'SMS' },
		});
	});

	test.each(['{}', '', '  ', '={{ {} }}', '={{ null }}'])('empty values (%s) send nothing', async (nothing) => {
		const messages = [{ destinations, text: 'Hello' }];
		expect(await bodyFor({ message: nothing, request: nothing })).toEqual({ bulkId: NODE_MADE_BULK_ID, messages });
	});

	test('long numbers in them stay exact', async () => {
		await bodyFor({ message: '{"templateId": 1457717814630853757}' });
		expect(node.sandbox.requests[0]!.rawBody).toContain('1457717814630853757');
	});

	test('__proto__ is an ordinary field, and changes no prototype', async () => {
		await bodyFor({ message: '{"__proto__": {"from": "Other"}}', request: '{"__proto__": {"bulkId": "other"}}' });
		const { rawBody } = node.sandbox.requests[0]!;
		expect(node.sandbox.messages.at(-1)!.from).toBeUndefined();
		expect(JSON.parse(rawBody).bulkId).toEqual(NODE_MADE_BULK_ID);
		expect(({} as any).from).toBeUndefined();
	});
});
