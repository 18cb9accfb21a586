import { OPERATION_CONTROLS, type ControlOfField, type OperationControls } from '../../support/interface/controls';
import { QUERY_TABLES, REQUEST_TABLES } from '../../support/interface/requestTables';
import { leavesOf, setAt, valueAt, type Leaf } from '../../support/interface/walk';
import { NODE_MADE, NODE_MADE_BULK_ID, sandboxForEach } from '../smsNode';

/** A new sandbox for each test, since a service takes a message ID once. */
const node = sandboxForEach();

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

/** Runs the node with these parameters, and gives the one request that the service received: its body, or its query. */
async function requestOf(
	operation: string,
	filledIn: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
	const parameters: Record<string, unknown> = { operation };
	for (const [path, value] of Object.entries(filledIn)) setAt(parameters, path, value);
	const { error } = await node.run(parameters);
	expect(error).toBeUndefined();
	const [request, ...others] = node.sandbox.requests;
	expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual(
		operation === 'sendTextAndWait' ? [PATHS.getLogs] : [],
	);
	expect(`${request!.method} ${request!.path}`).toBe(PATHS[operation]);
	expect(request!.status).toBe(200);
	return request!.body ?? request!.query;
}

const fieldsWithLeaves = ({ table, fields }: OperationControls): Array<ControlOfField & Leaf> => {
	const leaves = leavesOf({ ...REQUEST_TABLES, ...QUERY_TABLES }, table);
	return fields.map((field) => ({ ...field, ...leaves.find(({ path }) => path === field.field)! }));
};

/** An expression for a value; numbers and booleans as text, as from spreadsheets and forms. */
const asExpression = (value: unknown) => `={{ ${JSON.stringify(typeof value === 'object' ? value : String(value))} }}`;

const JSON_TYPES = { string: 'string', dateTime: 'string', integer: 'number', decimal: 'number', boolean: 'boolean' };

describe.each(OPERATION_CONTROLS)('$operation', (controls) => {
	const { operation, required } = controls;
	const isQuery = controls.table.endsWith('Query');

	test('empty fields are not sent; the bulk ID and the visible limit are', async () => {
		const sent = (content: object) => ({
			bulkId: NODE_MADE_BULK_ID,
			messages: [{ destinations: [{ to: '436601234567', messageId: NODE_MADE }], ...content }],
		});
		const expected = {
			sendText: sent({ text: 'Hello' }),
			sendTextAndWait: sent({ text: 'Hello', notifyUrl: RESUME_URL }),
			sendBinary: sent({ binary: { hex: '48 65' } }),
			getLogs: { limit: '50' },
			getReports: { limit: '50' },
		}[operation];
		expect(await requestOf(operation, required)).toEqual(expected);
	});

	describe.each(fieldsWithLeaves(controls))(
		'$control → $path ($type)',
		({ control, path, type, isList, value, sent = value, with: companions }) => {
			const filledIn = { ...required, ...companions };

			test('is sent in its place with its type', async () => {
				const request = await requestOf(operation, { ...filledIn, [control]: value });
				const received = valueAt(request, path);
				expect(received).toEqual(sent);
				const scalar = isList ? (received as unknown[])[0] : received;
				expect(typeof scalar).toBe(isQuery ? 'string' : JSON_TYPES[type]);
			});

			test('is sent unchanged from an expression that returns text', async () => {
				const request = await requestOf(operation, { ...filledIn, [control]: asExpression(value) });
				expect(valueAt(request, path)).toEqual(sent);
			});
		},
	);

	test('with all fields set, the request has these fields and no others', async () => {
		const filledIn = Object.assign(
			{},
			required,
			...controls.fields.map((field) => ({ ...field.with, [field.control]: field.value })),
		);
		const expected: Record<string, unknown> = {};
		for (const field of controls.fixed ?? []) setAt(expected, field, RESUME_URL);
		for (const { field, control, value, sent = value } of controls.fields)
			setAt(expected, field, filledIn[control] === value ? sent : filledIn[control]);
		expect(await requestOf(operation, filledIn)).toEqual(expected);
	});
});
