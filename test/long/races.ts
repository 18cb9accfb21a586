import { sandboxCredential } from '../../tools/n8n/sandboxCredential';
import { startFaultProxy, type FaultScript } from '../support/faults/faultProxy';
import { startN8nWithSandbox } from '../end-to-end/realN8n';
import { came, only, WaitingN8n } from '../end-to-end/waiting/waitingN8n';

/** How reports and the storing of the wait meet. */
export type Race = 'refused' | 'natural';

export interface RaceResult {
	executions: number;
	/** Executions in which each message came out with its status, at its output, with its row. */
	right: number;
	/** Pushes that n8n refused, since the execution was not stored as waiting yet: 409, or 500 where nothing of it was stored. */
	refused: number;
	/** Executions with at least one such push. */
	refusedExecutions: number;
	/** What came out where it was not right. */
	wrong: unknown[];
}

const LOGS_HELD_MS = 1500;
const AT_ONCE = 5;

/**
 * - `refused`: the look into the logs before the wait takes long and fails, and the report comes in the meantime: n8n refuses it each time
 * - `natural`: answers to sends take 0 to 140 ms, reports come 0 to 30 ms after the status, and the logs are as they are
 */
const SCRIPTS: Record<Race, FaultScript> = {
	refused: ({ isSend }) =>
		isSend
			? undefined
			: {
					name: 'logs fail late',
					reachesService: false,
					delayMs: LOGS_HELD_MS,
					answer: { status: 503, headers: {}, body: '' },
				},
	natural: ({ isSend }, index) =>
		isSend ? { name: 'slow answer', reachesService: true, delayMs: (index * 37) % 140 } : undefined,
};

/** Executions whose reports come when the wait is being stored, one of three with a failed message. */
export async function runRaces(race: Race, executions: number): Promise<RaceResult> {
	const waiting = new WaitingN8n(
		await startN8nWithSandbox(
			{},
			{ delays: { enrouteMs: 0, finalMs: 10 }, notifications: { windowMs: 10, retryUnitMs: 500 } },
		),
	);
	const proxy = await startFaultProxy(waiting.sandbox, SCRIPTS[race]);
	try {
		await waiting.n8n.rest.saveCredential(sandboxCredential(proxy.url));
		const result: RaceResult = { executions, right: 0, refused: 0, refusedExecutions: 0, wrong: [] };
		const one = async (index: number) => {
			const isFailing = index % 3 === 0;
			const to = isFailing ? `199906004${String(index).padStart(2, '0')}` : `4477009${String(index).padStart(5, '0')}`;
			const execution = await waiting.run({ rows: [{ row: String(index), to }] }, 60_000);
			const expected = isFailing
				? only({ Failed: [[String(index), to, 'UNDELIVERABLE_REJECTED_OPERATOR']] })
				: only({ Delivered: [[String(index), to, 'DELIVERED_TO_HANDSET']] });
			if (JSON.stringify(came(execution)) === JSON.stringify(expected)) result.right += 1;
			else
				result.wrong.push({
					status: execution.status,
					came: came(execution),
					error: execution.data.resultData.error?.message,
				});
			const refused = waiting.sandbox.pushes.filter(
				({ url, status }) =>
					status !== undefined && status !== 200 && url.includes(`/webhook-waiting/${execution.id}/`),
			).length;
			result.refused += refused;
			if (refused > 0) result.refusedExecutions += 1;
		};
		for (let begun = 0; begun < executions; begun += AT_ONCE) {
			await Promise.all(
				Array.from({ length: Math.min(AT_ONCE, executions - begun) }, async (_, place) => await one(begun + place)),
			);
		}
		return result;
	} finally {
		await proxy.stop();
		await waiting.stop();
	}
}
