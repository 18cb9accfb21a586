import { drainReports } from '../../../nodes/SmsMessaging/polling/drainReports';
import { host } from '../../../nodes/SmsMessaging/service/host';
import type { ServiceRequest, Transport } from '../../../nodes/SmsMessaging/service/client';

const BUDGET_MS = 60_000;
let now = 0;
beforeEach(() => void jest.spyOn(host, 'elapsed').mockImplementation(() => now));
afterEach(() => void jest.restoreAllMocks());

/** A service that never runs out of reports, and takes its time for each answer. */
function slowService(answerMs: number) {
	const requests: ServiceRequest[] = [];
	const transport: Transport = async (request) => {
		requests.push(request);
		now += answerMs;
		return {
			answered: true,
			status: 200,
			body: JSON.stringify({ results: [{ messageId: `m${requests.length}`, status: {} }] }),
		};
	};
	return { requests, transport };
}

test.each([
	[1, 10],
	[10_000, 3],
	[29_000, 2],
	[30_000, 1],
	[50_000, 1],
])(
	'with answers after %i ms it makes %i calls, so that all end within the time that n8n gives',
	async (answerMs, calls) => {
		const { requests, transport } = slowService(answerMs);
		const { entries } = await drainReports(transport, { maxCalls: 10, budgetMs: BUDGET_MS });
		expect(requests).toHaveLength(calls);
		expect(entries).toHaveLength(calls);
		for (const { timeoutMs } of requests) expect(timeoutMs).toBe(BUDGET_MS / 2);
	},
);
