import { inspect } from 'node:util';

import type { INodeParameters } from 'n8n-workflow';

import { startScriptedService } from '../scriptedService';
import { CONTINUE, runSms, sandboxForEach, STOP } from '../smsNode';

/** How the credential is read: test/unit/credentials. */

const SEND: INodeParameters = { operation: 'sendText', to: '436601234567', text: 'Hello' };
const OPERATIONS: INodeParameters[] = [
	SEND,
	{ operation: 'sendBinary', to: '436601234567', hex: '48 65' },
	{ operation: 'getLogs' },
	{ operation: 'getReports' },
];
const node = sandboxForEach({ authorizations: ['IBSSO key-1'] });

test('Authorization and Accept on every request, Content-Type on those with a body', async () => {
	for (const parameters of OPERATIONS) {
		const { error } = await node.run(parameters, { credential: { scheme: 'IBSSO', apiKey: 'key-1' } });
		expect(error).toBeUndefined();
	}
	const JSON_TYPE = 'application/json';
	expect(
		node.sandbox.requests.map(({ method, status, rawBody, headers }) => [
			...[method, status, headers.authorization, headers.accept, headers['content-type']],
			rawBody === '' ? headers['content-length'] : 'body',
		]),
	).toEqual([
		...[0, 1].map(() => ['POST', 200, 'IBSSO key-1', JSON_TYPE, JSON_TYPE, 'body']),
		...[0, 1].map(() => ['GET', 200, 'IBSSO key-1', JSON_TYPE, undefined, undefined]),
	]);
});

test('the path of the interface follows the Base URL, however that ends', async () => {
	const service = await startScriptedService({ body: { results: [] } });
	const ends = ['', '/', '///', '  ', '/gateway/eu', '/gateway/eu/', '/gateway/sms/1/text'];
	for (const end of ends)
		await runSms({ parameters: { operation: 'getReports' }, credential: { baseUrl: service.url + end, apiKey: 'k' } });
	await service.stop();
	expect(service.requests.map(({ url }) => url.replace(/\?.*/, ''))).toEqual([
		...Array(4).fill('/sms/1/reports'),
		...Array(2).fill('/gateway/eu/sms/1/reports'),
		'/gateway/sms/1/reports',
	]);
});

test.each([
	['Base URL', { baseUrl: '' }],
	['API key', { apiKey: ' ' }],
])(
	'a credential without its %s: the error of every operation says so, and that nothing was called',
	async (name, data) => {
		for (const parameters of OPERATIONS) {
			const message = expect.stringContaining(`has no ${name}`);
			const stopped = await node.run(parameters, { credential: data, settings: STOP });
			const description = expect.stringMatching(/the service was not called\./i);
			expect(stopped.error).toMatchObject({ message, description });
			const continued = await node.run(parameters, { credential: data, settings: CONTINUE });
			expect(continued.json).toEqual([{ error: message, details: expect.anything() }]);
		}
		expect(node.sandbox.requests).toEqual([]);
	},
);

test('plain http to other hosts works if the credential allows it, and to localhost always', async () => {
	const service = await startScriptedService({ body: { results: [] } });
	const run = async (address: string, allowHttp: boolean) => {
		const credential = { baseUrl: service.url.replace('127.0.0.1', address), apiKey: 'key-1', allowHttp };
		return (await runSms({ parameters: { operation: 'getLogs' }, credential })).error?.message;
	};
	// This machine, by an address that is not among the loopback ones
	expect(await run('0.0.0.0', false)).toContain('unencrypted');
	expect(service.requests).toHaveLength(0);
	expect([await run('0.0.0.0', true), await run('localhost', false)]).toEqual([undefined, undefined]);
	expect(service.requests).toHaveLength(2);
	await service.stop();
});

test('a node without a credential says so', async () => {
	const { error } = await runSms({ parameters: SEND, credential: {}, settings: { credentials: undefined } });
	expect(error).toMatchObject({
		message: 'Node does not have any credentials set',
		description: expect.stringMatching(/the service was not called\./i),
	});
});

/** Of secrets that the service repeats: answers.test.ts; of any in the simulated worlds: their rule of silence. */
const SECRET = 'S3CR3T-4711';
test.each([
	['a key that no header can have', 'http://127.0.0.1:9', `App ${SECRET}\u0000`],
	['an address with a password', `https://ann:${SECRET}@192.0.2.1`, 'key-1'],
	['an address with a password and no protocol', `ann:${SECRET}@192.0.2.1`, 'key-1'],
	['a service that is away', 'http://127.0.0.1:9', SECRET],
])('no error contains the secret of %s', async (_, baseUrl, apiKey) => {
	for (const parameters of OPERATIONS) {
		const { run, error } = await runSms({ parameters, credential: { baseUrl, apiKey }, settings: STOP });
		expect(error).toBeDefined();
		const options = { depth: Infinity, showHidden: true, maxArrayLength: Infinity, maxStringLength: Infinity };
		expect(inspect(run, options) + JSON.stringify(run)).not.toContain(SECRET);
	}
});

test('a credential that cannot be read is the error, not the number whose country it has', async () => {
	const missing = { settings: STOP, start: { credentials: {} } };
	const { error } = await node.send([{ to: '0660 1234567' }], {}, missing);
	expect(error?.message).toContain('Credential with ID');
	const { json } = await node.send([{ to: '0660 1234567' }], {}, { ...missing, settings: CONTINUE });
	expect(json).toEqual([{ error: error!.message, details: expect.anything() }]);
});
