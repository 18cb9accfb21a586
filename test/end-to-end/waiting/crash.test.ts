import type { N8nInstance } from '../../../tools/n8n/instance';
import type { FaultScript } from '../../support/faults/faultProxy';
import { crash, startN8nWithSandbox } from '../realN8n';
import { came, NO_FAULTS, only, runsOf, WaitingN8n } from './waitingN8n';

const DELIVERED = 'DELIVERED_TO_HANDSET';
/** Messages to these numbers get their final status when the test moves the sandbox's clock on. */
const SLOW = '19990400001';
const SLOW_TOO = '19990400002';
const SLOW_MS = 600_000;

let waiting: WaitingN8n<N8nInstance> & { script: FaultScript };

beforeAll(async () => {
	const sandbox = {
		delays: { enrouteMs: 50, finalMs: 100, slowMs: SLOW_MS },
		notifications: { retryUnitMs: 500, maxRetries: 12 },
	};
	waiting = await WaitingN8n.behindProxy(await startN8nWithSandbox({}, sandbox));
});
afterAll(async () => await waiting.stop());

describe('n8n is killed and restarted', () => {
	const first = '447700900201';
	const unstored = '447700900211';
	let waits: string[];

	// One crash for all of them: a start of n8n takes about 10 seconds
	beforeAll(async () => {
		const { sandbox } = waiting;
		const whileItWaits = await waiting.beginWaiting({ rows: [{ row: 'a', to: SLOW }] });
		const rows = [
			{ row: 'a', to: first },
			{ row: 'b', to: SLOW_TOO },
			{ row: 'c', to: '19990200270' },
		];
		const betweenReports = await waiting.beginWaiting({ rows });
		await sandbox.waitFor(
			() => sandbox.pushes.some(({ status, reports }) => status === 200 && reports.some(({ to }) => to === first)),
			60_000,
		);
		waiting.script = ({ isSend }) =>
			isSend ? undefined : { name: 'logs hang', reachesService: false, answer: 'silence' };
		const beforeTheWait = await waiting.begin({
			rows: [{ row: 'a', to: unstored }],
			parameters: { options: { lookUpTime: 1 } },
			settings: { saveExecutionProgress: true },
		});
		await sandbox.waitFor(() => waiting.messagesTo(unstored)[0]?.status.groupName === 'DELIVERED', 60_000);
		await crash(waiting.n8n);
		waiting.script = NO_FAULTS;
		await sandbox.advance(SLOW_MS);
		waits = [whileItWaits.id, betweenReports.id, beforeTheWait];
	});

	test('during the wait, before the report: the report ends the wait', async () => {
		const execution = await waiting.n8n.rest.finished(waits[0]!, 60_000);
		expect(execution.status).toBe('success');
		expect(came(execution)).toEqual(only({ Delivered: [['a', SLOW, DELIVERED]] }));
		expect(waiting.messagesTo(SLOW)).toHaveLength(1);
	});

	test('between the reports of two messages: the first status comes from the logs when the second report arrives', async () => {
		const execution = await waiting.n8n.rest.finished(waits[1]!, 60_000);
		expect(came(execution)).toEqual(
			only({
				Delivered: [
					['a', first, DELIVERED],
					['b', SLOW_TOO, DELIVERED],
				],
				Failed: [['c', '19990200270', 'UNDELIVERABLE_NOT_DELIVERED']],
			}),
		);
		expect(runsOf(execution)).toBe(1);
		for (const to of [first, SLOW_TOO, '19990200270']) expect(waiting.messagesTo(to)).toHaveLength(1);
	});

	test('before the wait is stored: Retry sends nothing again, and takes the status from the logs', async () => {
		expect((await waiting.n8n.rest.finished(waits[2]!)).status).toBe('crashed');
		const retried = await waiting.n8n.rest.retry(waits[2]!);
		expect(came(retried)).toEqual(only({ Delivered: [['a', unstored, DELIVERED]] }));
		expect(waiting.messagesTo(unstored)).toHaveLength(1);
	});
});
