import { startN8n, type N8nInstance } from '../../tools/n8n/instance';
import { itemsOf, RestError, type Execution } from '../../tools/n8n/restClient';
import { silenceAfterAcceptance, slow } from '../support/faults/faults';
import type { Fault } from '../support/faults/faultProxy';
import { acceptances, acceptedTwice } from '../integration/bulk/accounting';
import { rows } from '../integration/bulk/messages';
import { openProxiedSandbox, pause, until, type ProxiedSandbox } from '../integration/bulk/proxiedSandbox';
import { SMS } from '../integration/smsNode';
import { chain, crash, plain } from '../end-to-end/realN8n';
import { BulkN8n, editorOffersRetry, HOOK, ledgerOf, startsAt } from '../end-to-end/bulk/bulkN8n';

/**
 * What n8n keeps of an execution that was stopped or killed in the middle of a send, by the settings of its workflow, and what Retry
 * does with it: the facts behind docs/reliability.md. If n8n has stored enough to continue, the rest is sent once.
 */

const ITEMS = rows(8);
const ONE_BY_ONE = { messagesPerRequest: 2, requestsAtOnce: 1, patience: 60 };
const PASSING = 2;
const AFTER = 'After';

interface Setting {
	trigger: 'webhook' | 'manual';
	settings: Record<string, unknown>;
}
const SETTINGS: Setting[] = [
	{ trigger: 'webhook', settings: {} },
	{ trigger: 'webhook', settings: { saveExecutionProgress: true } },
	{ trigger: 'webhook', settings: { saveDataErrorExecution: 'none' } },
	{ trigger: 'webhook', settings: { saveDataErrorExecution: 'none', saveExecutionProgress: true } },
	{ trigger: 'manual', settings: {} },
	{ trigger: 'manual', settings: { saveExecutionProgress: true } },
	{ trigger: 'manual', settings: { saveManualExecutions: false } },
	{ trigger: 'manual', settings: { saveManualExecutions: false, saveExecutionProgress: true } },
];

interface Finding {
	/** As the list of executions shows it; 'deleted' where it is not there. */
	status: string;
	editorOffersRetry: boolean;
	/** The node at which a Retry begins. */
	startsAt?: string;
	hasLedger: boolean;
	/** How the Retry ends, or why n8n refuses it. */
	retry: string;
	/** Items that the node behind the send node gets in the Retry. */
	itemsAfter?: number;
	/** Different messages that were accepted, before the Retry and after it. */
	accepted: number[];
	twice: string[];
}

let bulk: BulkN8n<N8nInstance>;
const found = new Map<string, Finding[]>();

beforeAll(async () => {
	bulk = new BulkN8n(await startN8n());
	// The running request is completed, as after Stop in a running n8n
	await measure(
		'Stop',
		slow(700),
		async (id) => await bulk.n8n.rest.stop(id),
		async () => void (await pause(1500)),
	);
	await measure(
		'SIGKILL',
		silenceAfterAcceptance,
		async () => {},
		async () => await crash(bulk.n8n),
	);
}, 180_000);

afterAll(async () => await bulk.n8n.stop());

async function measure(
	end: string,
	underWay: Fault,
	endOne: (id: string) => Promise<void>,
	endAll: () => Promise<void>,
): Promise<void> {
	let isEnded = false;
	const running: Array<{ parts: ProxiedSandbox; id: string }> = [];
	for (const { trigger, settings } of SETTINGS) {
		let sends = 0;
		const parts = await openProxiedSandbox(
			({ isSend }) => (isSend && !isEnded && sends++ === PASSING ? underWay : undefined),
			{ duplicateIds: 'accept' },
		);
		const id = await bulk.begin({
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
	const isKept = (await bulk.n8n.rest.call('GET', `/executions/${id}`)) !== undefined;
	const kept = isKept ? await bulk.n8n.rest.execution(id) : undefined;
	const before = acceptances(sandbox).size;
	const retried = await retryOrRefusal(id);
	return {
		status: kept?.status ?? 'deleted',
		editorOffersRetry: kept !== undefined && editorOffersRetry(kept.status),
		startsAt: kept && startsAt(kept),
		hasLedger: kept !== undefined && ledgerOf(kept) !== undefined,
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
		return await bulk.n8n.rest.retry(id);
	} catch (error) {
		if (error instanceof RestError)
			return `${error.status}: ${(JSON.parse(error.answer) as { message: string }).message}`;
		throw error;
	}
}

const REFUSED = '500: The execution was aborted before starting, so it cannot be retried';
const GONE = {
	status: 'deleted',
	editorOffersRetry: false,
	hasLedger: false,
	retry: expect.stringContaining('does not exist'),
	accepted: [6, 6],
	twice: [],
};
const kept = (status: 'canceled' | 'crashed', more: Partial<Finding>): Finding => ({
	status,
	editorOffersRetry: status === 'crashed',
	hasLedger: false,
	retry: 'success',
	itemsAfter: ITEMS.length,
	accepted: [6, 8],
	twice: [],
	...more,
});
const withoutRetry = { startsAt: undefined, retry: REFUSED, itemsAfter: undefined, accepted: [6, 6] };
// Retry keeps n8n's mark of the Stop, so its execution is marked as failed although it ran to the end
const markedAsFailed = { startsAt: HOOK, retry: 'error: The execution was cancelled manually' };

describe.each([
	[
		'Stop',
		[
			kept('canceled', markedAsFailed),
			kept('canceled', { startsAt: SMS }),
			kept('canceled', markedAsFailed),
			kept('canceled', { startsAt: SMS }),
			kept('canceled', withoutRetry),
			kept('canceled', { startsAt: SMS }),
			// A busy n8n may have deleted it by now
			[kept('canceled', withoutRetry), GONE],
			kept('canceled', { startsAt: SMS }),
		],
	],
	[
		'SIGKILL',
		[
			kept('crashed', { startsAt: HOOK }),
			kept('crashed', { startsAt: SMS }),
			GONE,
			GONE,
			kept('crashed', withoutRetry),
			kept('crashed', { startsAt: SMS }),
			GONE,
			GONE,
		],
	],
])('%s', (end, expected) => {
	test.each(SETTINGS.map((setting, index) => ({ index, ...setting, set: JSON.stringify(setting.settings) })))(
		'$trigger, $set',
		({ index }) => {
			expect([expected[index]].flat()).toContainEqual(found.get(end)![index]);
		},
	);
});
