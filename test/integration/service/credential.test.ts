import { inspect } from 'node:util';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type SandboxOptions } from '../../../sandbox';
import { startScriptedService } from '../scriptedService';
import { CONTINUE, credentialFor, runSms, sandboxForEach, STOP } from '../smsNode';

/** How the credential is read: test/unit/credentials. */

const TO = '436601234567';
const SEND: INodeParameters = { operation: 'sendText', to: TO, text: 'Hello', from: 'Shop' };
const OPERATIONS: INodeParameters[] = [
	SEND,
	{ operation: 'sendBinary', to: TO, hex: '48 65' },
	{ operation: 'getLogs' },
	{ operation: 'getReports' },
];
const node = sandboxForEach({ authorizations: ['IBSSO key-1', 'App sandbox-key'], sendVersions: ['1', '3'] });

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

/** Of secrets that the service repeats: failures.test.ts. */
const SECRET = 'S3CR3T-4711';
test.each([
	['a service that is away', 'http://127.0.0.1:9', SECRET],
	['a key that no header can have', 'http://127.0.0.1:9', `App ${SECRET}\u0000`],
	['an address with a password', `https://ann:${SECRET}@192.0.2.1`, 'key-1'],
	['an address with a password and no protocol', `ann:${SECRET}@192.0.2.1`, 'key-1'],
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

type Version = NonNullable<SandboxOptions['sendVersions']>[number];

async function run(sendVersions: readonly Version[], apiVersion: string | undefined) {
	const sandbox = await startSandbox({ sendVersions, versionsSee: 'own', delays: { enrouteMs: 0, finalMs: 0 } });
	const credential = { ...credentialFor(sandbox), ...(apiVersion && { apiVersion }) };
	const results = [];
	for (const parameters of OPERATIONS) results.push(await runSms({ parameters, credential }));
	const calls = sandbox.requests.map(({ path, status }) => `${path} ${status}`);
	await sandbox.stop();
	return { calls, results };
}

const PATHS = {
	1: ['/sms/1/text/advanced', '/sms/1/binary/advanced', '/sms/1/logs', '/sms/1/reports'],
	2: ['/sms/2/text/advanced', '/sms/2/binary/advanced', '/sms/1/logs', '/sms/1/reports'],
	3: ['/sms/3/messages', '/sms/3/messages', '/sms/3/logs', '/sms/3/reports'],
};

/** A time that the service still takes. */
const at = (hour: number) => new Date(new Date().setUTCHours(24 + hour, 0, 0, 0)).toISOString();

/** What does not depend on when it was sent, and by which request. */
const shown = ({ json }: { json: IDataObject[] }) =>
	json.map(({ messageId, bulkId, sentAt, doneAt, ...rest }) => {
		expect([typeof messageId, typeof bulkId]).toEqual(['string', 'string']);
		return rest;
	});

test('each version has its paths; what comes out is the same', async () => {
	const [first, ...others] = await Promise.all(
		([undefined, '1', '2', '3'] as const).map(async (version) => ({
			version,
			...(await run([version ?? '1'], version)),
		})),
	);
	for (const { version = '1', calls, results } of [first!, ...others]) {
		expect(results.map(({ error }) => error)).toEqual(Array(4).fill(undefined));
		expect(calls).toEqual(PATHS[version].map((path) => `${path} 200`));
	}
	for (const { results } of others.slice(0, 2)) expect(results.map(shown)).toEqual(first!.results.map(shown));
	// In version 3, an answer to bytes has no count, and logs have their bytes
	expect(shown(others[2]!.results[0]!)).toEqual(shown(first!.results[0]!));
	const [log] = shown(others[2]!.results[2]!).slice(-1);
	expect(log).toMatchObject({ to: TO, from: 'Shop', text: 'Hello', smsCount: 1 });
});

test.each([
	['1', '3'],
	['2', '3'],
	['3', '1'],
] as const)(
	'a service that has only version %s: with %s in the credential, the 404 names the setting',
	async (served, chosen) => {
		const { results } = await run([served], chosen);
		for (const { error } of results.slice(0, 2)) {
			expect(error).toMatchObject({ message: expect.stringContaining('404') });
			expect(error!.description).toMatch(/API Version.*not \d/);
		}
	},
);

test('version 3: messages share a request if their time is the same, and all that has a control arrives', async () => {
	const parameters = {
		from: 'Shop',
		schedule: {
			sendAt: { at: { time: '={{ $json.at }}' } },
			validityPeriod: { period: { amount: 2, unit: 'hours' } },
			deliveryTimeWindow: { window: { days: ['MONDAY'], from: '08:00', to: '20:00' } },
		},
		messageOptions: {
			bulkId: 'mine',
			callbackData: 'row-1',
			flash: true,
			intermediateReport: true,
			languageCode: 'ES',
			notifyContentType: 'application/xml',
			notifyUrl: 'https://hooks.example/1',
			tracking: { tracking: { track: 'SMS', type: 'OTP' } },
			transliteration: 'GREEK',
			extraFields: {
				json: {
					message: '{"options": {"platform": {"entityId": "e"}}, "content": {"language": {"singleShift": true}}}',
					request: '{"options": {"schedule": {"sendingSpeedLimit": {"amount": 10}}}}',
				},
			},
		},
	};
	const items = [at(8), at(9), at(8)].map((time, index) => ({ to: `43660123456${index}`, at: time }));
	const { json } = await node.send(items, parameters, { credential: { apiVersion: '3' } });
	expect(json.map(({ smsCount }) => smsCount)).toEqual([1, 1, 1]);
	const [first, second] = node.sandbox.requests.map(({ body }) => body);
	expect(node.sandbox.requests).toHaveLength(2);
	expect([first!.messages.length, second!.messages.length]).toEqual([2, 1]);
	expect(first).toEqual({
		messages: [0, 2].map((index) => ({
			sender: 'Shop',
			destinations: [{ to: items[index]!.to, messageId: json[index]!.messageId }],
			content: { text: 'Hello', transliteration: 'GREEK', language: { languageCode: 'ES', singleShift: true } },
			options: {
				flash: true,
				platform: { entityId: 'e' },
				validityPeriod: { amount: 120, timeUnit: 'MINUTES' },
				deliveryTimeWindow: { days: ['MONDAY'], from: { hour: 8, minute: 0 }, to: { hour: 20, minute: 0 } },
			},
			webhooks: {
				delivery: { url: 'https://hooks.example/1', intermediateReport: true },
				contentType: 'application/xml',
				callbackData: 'row-1',
			},
		})),
		options: {
			schedule: { bulkId: 'mine', sendAt: at(8).replace('Z', '+0000'), sendingSpeedLimit: { amount: 10 } },
			conversionTracking: { useConversionTracking: true, conversionTrackingName: 'OTP' },
			includeSmsCountInResponse: true,
		},
	});
});

test('a version that does not exist, as an expression may give, sends nothing', async () => {
	const { calls, results } = await run(['1', '3'], '4');
	expect(calls).toEqual([]);
	for (const { error } of results) expect(error!.message).toContain('API Version 4');
});
