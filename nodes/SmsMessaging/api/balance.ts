import { call, type Result, type Service } from './client';
import type { ServiceFailure } from './failure';

export interface Balance {
	balance: number;
	currency?: string;
}

/** documents: the balance of the account, in all versions */
export async function requestBalance(service: Service): Promise<Result<Balance>> {
	const request = { method: 'GET', path: '/account/1/balance' } as const;
	const result = await call(service, request, 'a balance', ({ balance, currency }): Balance | undefined => {
		if (typeof balance !== 'number') return undefined;
		return { balance, ...(typeof currency === 'string' && { currency }) };
	});
	return result.ok ? result : { ok: false, failure: inWordsOfBalance(result.failure) };
}

function inWordsOfBalance(failure: ServiceFailure): ServiceFailure {
	const { httpStatus, kind, check = 'Run again later.' } = failure;
	if (httpStatus === 403)
		return {
			...failure,
			description:
				'A key for SMS may not be allowed to read the balance. Ask your provider to add the permission for the account (GET /account/1/balance).',
		};
	if (httpStatus === 404)
		return {
			...failure,
			message: 'The service has no balance at this address (404)',
			description:
				'Check the Base URL in the SMS Messaging API credential. If it is right, this service does not offer the balance (GET /account/1/balance).',
		};
	return kind === 'unclear' ? { ...failure, description: check } : failure;
}
