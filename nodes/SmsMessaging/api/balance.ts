import { call, type Result, type Service } from './client';
import { advised } from './failure';

const ADVICE = {
	403: 'A key for SMS may not be allowed to read the balance. Ask your provider to add the permission for it (GET /account/1/balance).',
	404: 'Check the Base URL in the SMS Messaging API credential. If it is right, this service does not offer the balance (GET /account/1/balance).',
};

/** documents: the balance of the account, in all versions */
export async function requestBalance(service: Service): Promise<Result<{ balance: number; currency?: string }>> {
	const request = { method: 'GET', path: '/account/1/balance' } as const;
	const result = await call(service, request, 'a balance', ({ balance, currency }) => {
		if (typeof balance !== 'number') return undefined;
		return { balance, ...(typeof currency === 'string' && { currency }) };
	});
	return result.ok ? result : { ok: false, failure: advised(result.failure, ADVICE) };
}
