import type { FastifyInstance } from 'fastify';
import type { Account } from '../account';
import { CURRENCY } from '../acceptance';
import { BALANCE_RESPONSES } from '../responseSchemas';

/** GET /account/1/balance. */
export function accountRoute(server: FastifyInstance, account: Account): void {
	server.get(
		'/account/1/balance',
		{ schema: { summary: 'The balance of the account', response: BALANCE_RESPONSES } },
		async () => ({ balance: account.balance, currency: CURRENCY }),
	);
}
