import type { FastifyInstance } from 'fastify';
import type { FaultRule, Faults } from '../faults';
import { readJson } from '../jsonBody';
import { badRequest, type ValidationErrors } from '../requestErrors';
import { answers, DONE, FAULT_RULES, FAULT_RULES_CHANGE } from './schemas';

/** GET, PUT and DELETE /_sandbox/faults. */
export function faultRoutes(server: FastifyInstance, faults: Faults): void {
	const response = answers(FAULT_RULES);
	server.get('/faults', { schema: { summary: 'The rules that make requests fail', response } }, async () => ({
		rules: faults.rules,
	}));
	server.put<{ Body: { rules: FaultRule[]; seed?: number } }>(
		'/faults',
		{
			preValidation: readJson,
			schema: { summary: 'Replace all rules', body: FAULT_RULES_CHANGE, response },
		},
		async ({ body: { rules, seed } }) => {
			const reasons: ValidationErrors = {};
			rules.forEach(({ fault, status }, i) => {
				if (fault === 'status' && status === undefined) reasons[`rules[${i}].status`] = ['must not be null'];
			});
			if (Object.keys(reasons).length > 0) throw badRequest(reasons);
			faults.set(rules, seed);
			return { rules: faults.rules };
		},
	);
	server.delete('/faults', { schema: { summary: 'Remove all rules', response: DONE } }, async (_request, reply) => {
		faults.set([]);
		return reply.code(204).send();
	});
}
