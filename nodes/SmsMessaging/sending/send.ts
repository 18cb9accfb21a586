import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { SendPath } from '../api/paths';
import { isDryRun } from '../fields/options';
import type { Ledger } from '../kept/ledger';
import { inTurn } from '../kept/turns';
import { faultyItems, inInputOrder, type ErrorMode } from '../output/errorItems';
import { withInputFields } from '../output/inputFields';
import type { ReadItem } from '../parameters/items';
import type { ComposedMessage, MessageKind } from './compose';
import { describeCost } from './content';
import { dryRun } from './dryRun';
import type { History, Outcome, Skipped, Target } from './plan/target';
import { prepare, type FixedSettings, type Prepared } from './prepare';
import { isDone, notAcceptedError, presentOutcome, presentSkipped, warnOfPastTimes } from './present';
import { n8nOf, type N8n, type RunOptions } from './run';
import { submit } from './submit/submit';

/** The outcomes of a run. */
export interface SentItems {
	/** Input items that could not be read; nothing was sent for them. */
	faulty: Array<ReadItem<ComposedMessage>>;
	/** Every destination of every other item, in input order, except those skipped. */
	targets: Target[];
	skipped: Skipped[];
	outcomes: ReadonlyMap<Target, Outcome>;
	options: RunOptions;
	ledger: Ledger<Outcome, History>;
}

/** Sends one message per input item, and outputs one item per destination. */
export async function sendMessages(
	context: IExecuteFunctions,
	mode: ErrorMode,
	path: SendPath,
	kind: MessageKind,
): Promise<INodeExecutionData[]> {
	if (isDryRun(context)) return inInputOrder(dryRun(context, mode, path, kind), mode);
	const n8n = n8nOf(context, mode);
	const { faulty, targets, skipped, outcomes, options, ledger } = await sendItems(n8n, path, kind, {});
	const present = { simplify: n8n.simplify, rejectedAs: options.rejectedAs, isTool: n8n.isTool };
	const out = [
		...faultyItems(faulty, n8n.labelOf),
		...targets.map((target) => presentOutcome(target, outcomes.get(target), present)),
		...skipped.map((one) => presentSkipped(one, outcomes.get(one.original))),
	];
	// If any item is an error item, n8n may run the node again; an agent may repeat the same call
	const isAllDone = faulty.length === 0 && targets.every((target) => isDone(outcomes.get(target), options));
	if (isAllDone && !n8n.isTool) ledger.drop();
	const items = options.includeInputFields ? withInputFields(out, n8n.input) : out;
	return inInputOrder(items, mode);
}

/**
 * Sends one message per input item: compose → plan → submit.
 * @throws NodeOperationError with mode 'stop', if an item is faulty (then nothing was sent) or a destination was not accepted
 */
export async function sendItems(n8n: N8n, path: SendPath, kind: MessageKind, fixed: FixedSettings): Promise<SentItems> {
	const prepareNow = () => prepare(n8n, path, kind, fixed);
	const prepared = prepareNow();
	if (!n8n.isTool) return await sendPrepared(n8n, prepared, fixed);
	// An agent may make the same call twice at once: the second is planned once the first has its outcomes
	const kept = n8n.kept(prepared.run.identity.ledgerName);
	return await inTurn(kept, async () => await sendPrepared(n8n, prepareNow(), fixed));
}

async function sendPrepared(n8n: N8n, { run, faulty, planned }: Prepared, fixed: FixedSettings): Promise<SentItems> {
	const { options, ledger } = run;
	const { all: targets, skipped } = planned;
	warnOfPastTimes(n8n, planned);
	const cost = describeCost(targets.filter((target) => !planned.recalled.has(target)));
	if (cost !== undefined) n8n.hint(cost, 'info');
	const outcomes = await submit(run, planned);
	const mayGoOn = (target: Target) =>
		isDone(outcomes.get(target), options) || (fixed.goesOnWithSome && outcomes.get(target)?.state === 'unknown');
	const isEnough = fixed.goesOnWithSome ? targets.length === 0 || targets.some(mayGoOn) : targets.every(mayGoOn);
	if (n8n.mode === 'stop' && !isEnough) throw notAcceptedError(n8n.node, planned, outcomes, options);
	if (!n8n.isTool) ledger.close(targets.map(({ firstKey }) => firstKey));
	return { faulty, targets, skipped, outcomes, options, ledger };
}
