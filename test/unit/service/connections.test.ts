import type { IExecuteFunctions } from 'n8n-workflow';

import { requestLogs } from '../../../nodes/SmsMessaging/api/client';
import { openService } from '../../../nodes/SmsMessaging/api/transport';

/** An error as the system makes it, and what n8n and its HTTP client make of that. */
const system = (code: string, syscall?: string) => Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
const wrapped = (cause: Error & { code: string }) =>
	Object.assign(new Error('n8n’s own words'), {
		httpCode: cause.code,
		cause: Object.assign(new Error(cause.message, { cause }), { code: cause.code }),
	});
const failureOf = async (error: unknown) => {
	const context = {
		getMode: () => 'trigger',
		getNode: () => ({}),
		getCredentials: async () => ({ baseUrl: 'https://sms.example.com' }),
		helpers: {
			httpRequestWithAuthentication: async () => {
				throw error;
			},
		},
	};
	const result = await requestLogs(await openService(context as unknown as IExecuteFunctions), {});
	return result.ok ? undefined : result.failure;
};

test.each([
	...[
		...['ECONNREFUSED', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL', 'EACCES'],
		...['EPERM', 'ETIMEDOUT', 'ECONNRESET', 'ENETRESET'],
	].map((code) => system(code, 'connect')),
	system('ENOTFOUND', 'getaddrinfo'),
	system('EAI_FAIL', 'getaddrinfo'),
	system('ECONNREFUSED'),
	system('UNABLE_TO_GET_ISSUER_CERT'),
	system('CERT_REVOKED'),
	system('HOSTNAME_MISMATCH'),
	system('EPROTO', 'write'),
	Object.assign(new AggregateError([system('ETIMEDOUT', 'connect'), system('EHOSTUNREACH', 'connect')]), {
		code: 'ETIMEDOUT',
	}),
])('$code of $syscall: nothing was sent', async (error) => {
	expect(await failureOf(wrapped(error))).toMatchObject({
		kind: 'unreachable',
		code: error.code,
		message: expect.stringContaining(`(${error.code})`),
	});
});

test.each([
	...['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ECONNRESET', 'EPERM'].flatMap((code) => [
		system(code, 'read'),
		system(code, 'write'),
	]),
	system('ETIMEDOUT'),
	system('ECONNRESET'),
	system('ECONNABORTED'),
	system('EPIPE', 'write'),
	system('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'),
	system('ERR_SSL_WRONG_VERSION_NUMBER'),
	Object.assign(new AggregateError([]), { code: 'ETIMEDOUT' }),
	Object.assign(new AggregateError([system('ETIMEDOUT', 'connect'), system('ETIMEDOUT', 'read')]), {
		code: 'ETIMEDOUT',
	}),
])('$code of $syscall: the request may have been sent', async (error) => {
	expect(await failureOf(wrapped(error))).toMatchObject({ kind: 'unclear', code: error.code });
});
