import type { IDataObject, IExecuteFunctions, INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { faultyItems, operationError, type ErrorMode } from '../output/errorItems';
import { withInputFields } from '../output/inputFields';
import { presentEntry } from '../output/presentEntry';
import { isJsonObject } from '../text/json';
import type { ServiceFailure } from '../api/failure';
import type { SendPath } from '../api/paths';
import type { MessageKind } from './compose';
import { describeCost, totalSegments } from './content';
import { Maximum } from './maximum';
import { n8nOf, type N8n } from './run';
import type { Batch, Outcome, Target } from './plan/target';
import { prepare, type FixedSettings } from './prepare';
import { nodeFields, presentOutcome, presentSkipped, warnOfPastTimes } from './present';
import { requestsFor } from './run';

/** What a target's request would be. */
interface PlannedRequest {
	batch: Batch;
	/** Counted from 1. */
	number: number;
}

/**
 * Composes, checks and plans as sending does, and outputs what would be sent. Nothing is sent or stored, and no logs are read.
 * @throws NodeOperationError with mode 'stop', if an item is faulty or a message would exceed the maximum
 */
export function dryRun(
	context: IExecuteFunctions,
	mode: ErrorMode,
	path: SendPath,
	kind: MessageKind,
	fixed: FixedSettings = {},
): INodeExecutionData[] {
	const n8n = n8nOf(context, mode);
	const { simplify, input } = n8n;
	const { run, faulty, planned } = prepare(n8n, path, kind, { ...fixed, isDryRun: true });
	const { options } = run;
	const { all, skipped, recalled } = planned;
	const open = all.filter((target) => !recalled.has(target));
	const maximum = new Maximum(run);
	const accepted = [...recalled.keys()].filter((target) => recalled.get(target)?.state === 'accepted');
	const noRoom = maximum.reserve(accepted, [], open);
	const sent = open.filter((target) => maximum.allows(target));
	if (mode === 'stop' && sent.length < open.length) throw exceeded(n8n, open, sent, noRoom);
	const batches = requestsFor(run, sent);
	const requestOf = new Map(
		batches.flatMap((batch, index) => batch.targets.map((target) => [target, { batch, number: index + 1 }])),
	);
	const present = (target: Target): INodeExecutionData => {
		const request = requestOf.get(target);
		const outcome = recalled.get(target) ?? notSent(noRoom);
		if (request === undefined)
			return presentOutcome(target, outcome, { simplify, isTool: false, rejectedAs: options.rejectedAs });
		const json = { ...presentPlanned(target, request, simplify), requests: batches.length };
		return { json, pairedItem: { item: target.itemIndex } };
	};
	warnOfPastTimes(n8n, planned);
	const extent = `Dry run: nothing was sent. A real run would send ${extentOf(sent, batches)}.`;
	n8n.hint([extent, describeCost(sent)].join(' ').trim(), 'info');
	const items = [
		...faultyItems(faulty, n8n.labelOf),
		...all.map(present),
		...skipped.map((one) => presentSkipped(one)),
	].map(marked);
	return options.includeInputFields ? withInputFields(items, input) : items;
}

function exceeded(n8n: N8n, open: Target[], sent: Target[], failure: ServiceFailure): NodeOperationError {
	const isSent = new Set(sent);
	const excess = open.filter((target) => !isSent.has(target));
	return operationError(
		n8n.node,
		`Dry run: ${excess.length} of ${open.length} messages would not be sent. ${failure.message}`,
		failure.description,
		{ destinations: excess.map(({ destination }) => ({ ...destination })) },
	);
}

const notSent = (failure: ServiceFailure): Outcome => ({ state: 'notSent', failure });

const extentOf = (sent: Target[], batches: Batch[]) =>
	`${count(sent.length, 'message')} with ${count(totalSegments(sent), 'segment')} in ${count(batches.length, 'request')}`;

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** What would be sent for a target. */
function presentPlanned(target: Target, { batch, number }: PlannedRequest, simplify: boolean): IDataObject {
	const { message, destination, facts } = target;
	const { from, validityPeriod, deliveryTimeWindow } = message;
	return {
		...presentEntry('response', { ...destination, from }, { simplify: true }, { bulkId: batch.bulkId }, facts),
		...(isJsonObject(message.binary) && { hex: message.binary.hex }),
		...(validityPeriod !== undefined && { validityPeriod }),
		...(deliveryTimeWindow !== undefined && { deliveryTimeWindow }),
		...nodeFields(target),
		...(target.history !== 'unsent' && {
			warning: 'An earlier try may have sent this message, so a real run checks the logs first',
		}),
		request: number,
		...(!simplify && { message: { ...message, destinations: [destination] } }),
	};
}

/** With further fields, n8n would not treat it as an error item. */
function marked(item: INodeExecutionData): INodeExecutionData {
	const { json } = item;
	if (!('error' in json)) return { ...item, json: { dryRun: true, ...json } };
	return { ...item, json: { ...json, details: { ...(json.details as IDataObject), dryRun: true } } };
}
