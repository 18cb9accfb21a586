import document from '../../docs/sandbox-openapi.json';
import type { Sandbox } from '../../sandbox';
import { ask, get, MESSAGES, post, put, TEXT, type Answer } from './client';
import { start, START } from './running';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await start({ sendVersions: ['1', '3'] });
});

/** What the answer says is wrong: paths in the request, in the error body of the version. */
function namedIn({ status, body }: Answer): string[] {
	expect(status).toBe(400);
	if (body.errorCode !== undefined) {
		expect(body).toMatchObject({ errorCode: 'E400', resources: [] });
		for (const { violation } of body.violations) expect(violation).toMatch(/./);
		return [...new Set<string>(body.violations.map(({ property }: any) => property))];
	}
	const { validationErrors, ...rest } = body.requestError.serviceException;
	expect(rest).toEqual({ messageId: 'BAD_REQUEST', text: 'Bad Request' });
	for (const reason of Object.values(validationErrors).flat()) expect(reason).toMatch(/./);
	return Object.keys(validationErrors);
}

const MALFORMED: Record<string, string[]> = {
	'offset-date-time': ['tomorrow', '2026-01-05T12:00:00.000', '2026-02-31T12:00:00.000+0000'],
	'callback-url': ['here', 'ftp://x'],
	'notification-type': ['text/plain'],
	'duration-with-unit': ['soon', '-1s'],
	'hex-bytes': ['', '48 6', 'xy'],
};
const WELL_FORMED: Record<string, string> = {
	'offset-date-time': '2026-03-02T12:00:00.000+0000',
	'callback-url': 'http://x',
	'duration-with-unit': '1s',
	'hex-bytes': '48',
};
const OTHER_TYPES: Record<string, unknown[]> = {
	object: ['x'],
	array: [true],
	string: [{}],
	boolean: [{}, 'maybe'],
	integer: [{}, 'ten', 1.5],
	number: [{}, 'ten'],
};

/** What a schema demands, by keyword, and values that are otherwise. */
const BREAKING: Record<string, (demand: any, schema: any) => unknown[]> = {
	type: (type) => OTHER_TYPES[type]!,
	enum: () => ['x'],
	format: (format) => MALFORMED[format]!,
	pattern: () => ['x'],
	minimum: (minimum) => [minimum - 1],
	maximum: (maximum) => [maximum + 1],
	minLength: () => [''],
	maxLength: (length) => ['x'.repeat(length + 1)],
	minItems: () => [[]],
	maxItems: (count, { items }) => [Array(count + 1).fill(least(items))],
	additionalProperties: (_, schema) => [{ ...least(schema), other: 1 }],
};

/** The least that a schema accepts. */
function least({ type, required = [], properties, items, minimum = 0, enum: values, format }: any): any {
	if (type === 'object') return Object.fromEntries(required.map((name: string) => [name, least(properties[name])]));
	if (type === 'array') return [least(items)];
	return type === 'string' ? (values?.[0] ?? WELL_FORMED[format] ?? 'x') : minimum;
}

/** Values that a schema does not accept, each for one reason, and the place of it. */
function breaches(schema: any): Array<[place: string, value: unknown]> {
	const { required = [], properties = {}, items } = schema;
	return [
		...Object.entries(schema).flatMap(([keyword, demand]) =>
			(BREAKING[keyword]?.(demand, schema) ?? []).map((value): [string, unknown] => ['', value]),
		),
		...required.map((name: string) => [
			`.${name}`,
			least({ ...schema, required: required.filter((other: string) => other !== name) }),
		]),
		...Object.entries(properties).flatMap(([name, part]) =>
			breaches(part).map(([place, value]) => [`.${name}${place}`, { ...least(schema), [name]: value }]),
		),
		...(items ? breaches(items).map(([place, value]) => [`[1]${place}`, [least(items), value]]) : []),
	];
}

/** The parameters of a query, as the schema of an object. */
const ofQuery = (parameters: any[]) => ({
	type: 'object',
	required: parameters.filter(({ required }) => required).map(({ name }) => name),
	properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
});

/** Whether a value of each parameter can be written in a URL. */
const isWritable = (query: object) =>
	Object.values(query)
		.flat()
		.every((value) => typeof value === 'string' || typeof value === 'number');

test('a request that breaks any demand of the document is refused, the answer names the place, and nothing is done', async () => {
	for (const [path, methods] of Object.entries<any>(document.paths))
		for (const [method, { parameters = [], requestBody }] of Object.entries<any>(methods)) {
			const inQuery = ofQuery(parameters.filter((one: any) => one.in === 'query'));
			const inBody = requestBody?.content['application/json'].schema;
			const broken = [
				...breaches(inQuery)
					.filter(([place, query]) => place !== '' && isWritable(query as object))
					.map(([place, query]) => [place, query, inBody && least(inBody)]),
				...(inBody ? breaches(inBody) : []).map(([place, body]) => [place, least(inQuery), body]),
			];
			for (const [place, query, body] of broken) {
				const url = `${path.replace(/\{\w+\}/, 'one')}?${new URLSearchParams(query)}`;
				const answer = await ask(method.toUpperCase(), sandbox, url, body && JSON.stringify(body));
				const asked = `${url} ${JSON.stringify(body)}`.slice(0, 300);
				expect([asked, namedIn(answer)]).toEqual([asked, [place.slice(1) || 'body']]);
			}
		}
	expect([sandbox.messages, sandbox.now()]).toEqual([[], START]);
});

const message = (fields: object) => ({ messages: [{ text: 'Hi', destinations: [{ to: '41793026727' }], ...fields }] });
const message3 = ({ content = { text: 'Hi' }, ...options }: Record<string, object>) => ({
	messages: [{ destinations: [{ to: '41793026727' }], content, options }],
});
const days = ['MONDAY'];
const at = (hour: number) => ({ hour, minute: 0 });
const LATER = '2026-08-30T12:00:00.000+0000';

/** What schemas cannot say. */
test.each<[string, string, object]>([
	[TEXT, 'messages[0].sendAt', message({ sendAt: LATER })],
	[TEXT, 'messages[0].deliveryTimeWindow', message({ deliveryTimeWindow: { days, from: at(8) } })],
	[TEXT, 'messages[0].deliveryTimeWindow', message({ deliveryTimeWindow: { days, from: at(22), to: at(6) } })],
	[MESSAGES, 'options.schedule.sendAt', { ...message3({}), options: { schedule: { sendAt: LATER } } }],
	[MESSAGES, 'messages[0].options.deliveryTimeWindow', message3({ deliveryTimeWindow: { days, from: at(8) } })],
	[MESSAGES, 'messages[0].content', message3({ content: {} })],
	[MESSAGES, 'messages[0].content', message3({ content: { text: 'Hi', hex: '48' } })],
	['/_sandbox/clock', 'advance', { advance: '9999d' }],
	['/_sandbox/faults', 'rules[0].status', { rules: [{ fault: 'status' }] }],
])('%s: %s is refused', async (path, place, body) => {
	const method = path.endsWith('faults') ? put : post;
	expect(namedIn(await method(sandbox, path, body))).toEqual([place]);
	expect([sandbox.messages, sandbox.now()]).toEqual([[], START]);
});

test('logs: mnc needs mcc, a + in a time has to be encoded, and a cursor is of an earlier answer', async () => {
	expect(namedIn(await get(sandbox, '/sms/3/logs?cursor=unknown'))).toEqual(['cursor']);
	expect(namedIn(await get(sandbox, '/sms/1/logs?mnc=01'))).toEqual(['mcc']);
	expect(namedIn(await get(sandbox, '/sms/1/logs?sentUntil=2026-01-05T12:00:00.000+0000'))).toEqual(['sentUntil']);
});

test.each(['{"messages":', '', 'null', '[]', '"text"'])('an invalid body: %j', async (body) => {
	for (const path of [TEXT, MESSAGES]) expect((await post(sandbox, path, body)).status).toBe(400);
});

test('an unknown path is 404 with the error body', async () => {
	const { status, body } = await get(sandbox, '/sms/9/text');
	expect(status).toBe(404);
	expect(body.requestError.serviceException).toEqual({ messageId: 'NOT_FOUND', text: expect.stringMatching(/./) });
});
