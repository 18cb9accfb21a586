import { startN8n, type N8nInstance } from '../../tools/n8n/instance';
import { itemsOf, RestError, type Execution } from '../../tools/n8n/restClient';
import { afterwards } from '../support/afterwards';
import { silenceAfterAcceptance, slow } from '../support/faults/faults';
import type { Fault } from '../support/faults/faultProxy';
import { acceptances, acceptedTwice } from '../integration/bulk/accounting';
import { rows } from '../integration/bulk/messages';
import { openProxiedSandbox, pause, until, type ProxiedSandbox } from '../integration/bulk/proxiedSandbox';
import { SMS } from '../integration/smsNode';
import { chain, crash, plain } from '../end-to-end/realN8n';
import { beginBulk, HOOK, startsAt } from '../end-to-end/bulk/bulkN8n';

/**
 * What n8n keeps of an execution that was stopped or killed in the middle of a send, by the settings of its workflow, and what Retry
 * does with it: the facts behind docs/reliability.md. If n8n has stored enough to continue, the rest is sent once.
 */

const ITEMS = rows(8);
const ONE_BY_ONE = { messagesPerRequest: 2, requestsAtOnce: 1, patience: 60 };
const PASSING = 2;
const AFTER = 'After';

type Outcome = 'goes on' | 'starts over' | 'starts over, and is marked' | 'no Retry' | 'deleted';

const SETTINGS: Array<
	[trigger: 'webhook' | 'manual', settings: Record<string, unknown>, afterStop: Outcome[], afterKill: Outcome]
> = [
	['webhook', {}, ['starts over, and is marked'], 'starts over'],
	['webhook', { saveExecutionProgress: true }, ['goes on'], 'goes on'],
	['webhook', { saveDataErrorExecution: 'none' }, ['starts over, and is marked'], 'deleted'],
	['webhook', { saveDataErrorExecution: 'none', saveExecutionProgress: true }, ['goes on'], 'deleted'],
	['manual', {}, ['no Retry'], 'no Retry'],
	['manual', { saveExecutionProgress: true }, ['goes on'], 'goes on'],
	// A busy n8n may have deleted it by now
	['manual', { saveManualExecutions: false }, ['no Retry', 'deleted'], 'deleted'],
	['manual', { saveManualExecutions: false, saveExecutionProgress: true }, ['goes on'], 'deleted'],
];

interface Finding {
	/** As the list of executions shows it; 'deleted' where it is not there. */
	status: string;
	/** The node at which a Retry begins. */
	startsAt?: string;
	/** How the Retry ends, or why n8n refuses it. */
	retry: string;
	/** Items that the node behind the send node gets in the Retry. */
	itemsAfter?: number;
	/** Different messages that were accepted, before the Retry and after it. */
	accepted: number[];
	twice: string[];
}

let n8n: N8nInstance;
const found = new Map<string, Finding[]>();

beforeAll(async () => {
	n8n = afterwards(await startN8n());
	// The running request is completed, as after Stop in a running n8n
	await measure(
		'Stop',
		slow(700),
		async (id) => await n8n.rest.stop(id),
		async () => void (await pause(1500)),
	);
	await measure(
		'SIGKILL',
		silenceAfterAcceptance,
		async () => {},
		async () => await crash(n8n),
	);
}, 180_000);

async function measure(
	end: string,
	underWay: Fault,
	endOne: (id: string) => Promise<void>,
	endAll: () => Promise<void>,
): Promise<void> {
	let isEnded = false;
	const running: Array<{ parts: ProxiedSandbox; id: string }> = [];
	for (const [trigger, settings] of SETTINGS) {
		let sends = 0;
		const parts = await openProxiedSandbox(
			({ isSend }) => (isSend && !isEnded && sends++ === PASSING ? underWay : undefined),
			{ duplicateIds: 'accept' },
		);
		const id = await beginBulk(n8n, {
			items: ITEMS,
			service: parts.proxy,
			options: ONE_BY_ONE,
			trigger,
			settings,
			change: (workflow) => {
				workflow.nodes.push(plain(AFTER, 'noOp', 1));
				Object.assign(workflow.connections, chain(SMS, AFTER));
			},
		});
		running.push({ parts, id });
		await until(() => parts.sent().length > PASSING);
		await endOne(id);
	}
	await endAll();
	isEnded = true;
	found.set(end, await Promise.all(running.map(async ({ id, parts }) => await lookAt(id, parts))));
	for (const { parts } of running) await parts.stop();
}

async function lookAt(id: string, { sandbox }: ProxiedSandbox): Promise<Finding> {
	// For an execution that it has deleted n8n answers 200 with nothing
	const isKept = (await n8n.rest.call('GET', `/executions/${id}`)) !== undefined;
	const kept = isKept ? await n8n.rest.execution(id) : undefined;
	const before = acceptances(sandbox).size;
	const retried = await retryOrRefusal(id);
	return {
		status: kept?.status ?? 'deleted',
		startsAt: kept && startsAt(kept),
		retry:
			typeof retried === 'string'
				? retried
				: [retried.status, retried.data.resultData.error?.message].filter(Boolean).join(': '),
		itemsAfter: typeof retried === 'string' ? undefined : itemsOf(retried, AFTER).length,
		accepted: [before, acceptances(sandbox).size],
		twice: acceptedTwice(sandbox),
	};
}

async function retryOrRefusal(id: string): Promise<Execution | string> {
	try {
		return await n8n.rest.retry(id);
	} catch (error) {
		if (error instanceof RestError)
			return `${error.status}: ${(JSON.parse(error.answer) as { message: string }).message}`;
		throw error;
	}
}

const RETRIED = { retry: 'success', itemsAfter: ITEMS.length, accepted: [6, 8], twice: [] };
const LEFT = { accepted: [6, 6], twice: [] };
const FINDINGS: Record<Outcome, Partial<Finding>> = {
	'goes on': { ...RETRIED, startsAt: SMS },
	'starts over': { ...RETRIED, startsAt: HOOK },
	// Retry keeps n8n's mark of the Stop, so its execution is marked as failed although it ran to the end
	'starts over, and is marked': { ...RETRIED, startsAt: HOOK, retry: 'error: The execution was cancelled manually' },
	'no Retry': { ...LEFT, retry: '500: The execution was aborted before starting, so it cannot be retried' },
	deleted: { ...LEFT, status: 'deleted', retry: expect.stringContaining('does not exist') },
};

describe.each([
	['Stop', 'canceled'],
	['SIGKILL', 'crashed'],
] as const)('%s', (end, status) => {
	test.each(
		SETTINGS.map(([trigger, settings, afterStop, afterKill], index) => ({
			...{ index, trigger, set: JSON.stringify(settings) },
			outcomes: end === 'Stop' ? afterStop : [afterKill],
		})),
	)('$trigger, $set: $outcomes', ({ index, outcomes }) => {
		const expected = outcomes.map((outcome) => ({ status, ...FINDINGS[outcome] }));
		expect(expected).toContainEqual(found.get(end)![index]);
	});
});
