import { readError } from '../../../nodes/SmsMessaging/api/error';
import { failureOfAnswer } from '../../../nodes/SmsMessaging/api/failure';

const BAD = { messageId: 'BAD_REQUEST', text: 'Bad request' };
const SAID = { serviceCode: 'BAD_REQUEST', serviceText: 'Bad request' };

test.each<[source: string, body: object | string, expected: object]>([
	['interface: 400', { requestError: { serviceException: BAD } }, SAID],
	[
		'documents: validationErrors',
		{ requestError: { serviceException: { ...BAD, validationErrors: { 'messages[0].to': ['empty'] } } } },
		{ ...SAID, validationErrors: { 'messages[0].to': ['empty'] } },
	],
	['documents: policyException', { requestError: { policyException: BAD } }, SAID],
	[
		'recordings: no envelope, and the field only in variables',
		{ serviceException: { messageId: 'SVC0002', text: 'Missing parameter %1', variables: ['destinations'] } },
		{ serviceCode: 'SVC0002', serviceText: 'Missing parameter destinations' },
	],
	[
		'variables without a place',
		{ serviceException: { ...BAD, variables: ['to', 7] } },
		{ ...SAID, serviceText: 'Bad request: to, 7' },
	],
	['recordings: another provider', { error: 'failed' }, { serviceText: 'failed' }],
	[
		'the link of a question',
		{ error: 'URL not allowed: https://n8n.example/?k=1&signature=ab' },
		{ serviceText: 'URL not allowed: https://n8n.example/?k=***&signature=***' },
	],
	[
		'the same, as some write JSON',
		'{"error":"No: https://n8n.example/?k=1\\u0026signature=ab"}',
		{ serviceText: 'No: https://n8n.example/?k=***&signature=***' },
	],
	['an error that is an object', { error: { message: 'No such route' } }, { serviceText: 'No such route' }],
	['a gateway', { message: 'Limit exceeded' }, { serviceText: 'Limit exceeded' }],
	['a list', { errors: ['One', { message: 'Two' }] }, { serviceText: 'One; Two' }],
	[
		'documents: version 3',
		{
			errorCode: 'E400',
			description: 'Cannot be processed.',
			action: 'Adjust it.',
			violations: [{ property: 'messages[1].sender', violation: 'too long' }],
		},
		{
			serviceCode: 'E400',
			serviceText: 'Cannot be processed.',
			serviceAction: 'Adjust it.',
			validationErrors: { 'messages[1].sender': ['too long'] },
		},
	],
	[
		'documents: version 3 in XML',
		'<?xml version="1.0"?><ApiError><errorCode>E400</errorCode><violations><violation><property>to</property><violation>bad</violation></violation></violations></ApiError>',
		{ serviceCode: 'E400', validationErrors: { to: ['bad'] } },
	],
	[
		'documents: version 1 in XML',
		'<ApiException><requestError><serviceException><messageId>BAD_REQUEST</messageId><text>Bad request</text></serviceException></requestError></ApiException>',
		SAID,
	],
	['a page of a proxy', '<html><h1>502 Bad\nGateway</h1><hr></html>', { quote: '502 Bad Gateway' }],
	['no known field', { code: 17 }, { quote: '{"code":17}' }],
	['text', ' Out of\tcredit ', { quote: 'Out of credit' }],
	['nothing', ' ', {}],
])('%s', (_, body, expected) => {
	expect(readError(typeof body === 'string' ? body : JSON.stringify(body))).toEqual(expected);
});

test('what cannot be read is quoted up to 300 characters', () => {
	expect(readError('x'.repeat(500)).quote).toBe(`${'x'.repeat(300)}…`);
	expect(failureOfAnswer(503, 'Out of order').message).toContain('Out of order');
});

test('a path that has ended says so, and what to do', () => {
	const { kind, message, description } = failureOfAnswer(410, '');
	expect([kind, message]).toEqual(['misdirected', expect.stringContaining('ended')]);
	expect(description).toContain('API Version');
});
