import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { faultyItem, operationError, type ErrorMode } from '../output/errorItems';
import { withInputFields } from '../output/inputFields';
import { presentFacts } from '../output/presentEntry';
import { isJsonObject } from '../service/json';
import type { ServiceFailure } from '../service/failure';
import type { SendPath } from '../service/paths';
import type { MessageKind } from './compose';
import { describeCost, totalSegments } from './costs';
import { planRequests } from './plan/requests';
import type { Batch, Outcome, Target } from './plan/target';
import { prepare, type FixedSettings } from './prepare';
import { nodeFields, presentOutcome, presentSkipped, warnOfPastTimes } from './present';
import { nextBulkId } from './run';
import { usedUp } from './submit/maximum';

/** What a target's request would be. */
interface PlannedRequest {
	batch: Batch;
	/** Counted from 1. */
	number: number;
}

/**
 * Composes, checks and plans as sending does, and outputs what would be sent. Nothing is sent, looked up or stored.
 * @throws NodeOperationError with mode 'stop', if an item is faulty or a message would exceed the maximum
 */
export function dryRun(
	context: IExecuteFunctions,
	mode: ErrorMode,
	path: SendPath,
	kind: MessageKind,
	fixed: FixedSettings = {},
): INodeExecutionData[] {
	const { run, faulty, planned } = prepare(context, mode, path, kind, { ...fixed, isDryRun: true });
	const { options, quota } = run;
	const { all, skipped, recalled } = planned;
	const simplify = context.getNodeParameter('simplify', 0, true) === true;
	quota.count([...recalled].flatMap(([{ key }, { state }]) => (state === 'accepted' ? [key] : [])));
	const open = all.filter((target) => !recalled.has(target));
	const reservation = quota.reserve(open.map(({ key }) => key));
	const failure = usedUp(reservation, options.maxMessages);
	const sent = open.filter(({ key }) => !reservation.excess.has(key));
	const batches = planRequests(sent, options.messagesPerRequest, () => nextBulkId(run));
	if (mode === 'stop' && sent.length < open.length) {
		const excess = open.length - sent.length;
		throw operationError(
			context.getNode(),
			`Dry run: ${excess} of ${open.length} messages would not be sent. ${failure.message}`,
			failure.description,
			{ destinations: open.filter((target) => !sent.includes(target)).map(({ destination }) => ({ ...destination })) },
		);
	}
	const requestOf = new Map(
		batches.flatMap((batch, index) => batch.targets.map((target) => [target, { batch, number: index + 1 }])),
	);
	const present = (target: Target): INodeExecutionData => {
		const request = requestOf.get(target);
		const outcome = recalled.get(target) ?? notSent(failure);
		if (request === undefined)
			return presentOutcome(target, outcome, { simplify, isTool: false, rejectedAs: options.rejectedAs });
		const json = { ...presentPlanned(target, request, simplify), requests: batches.length };
		return { json, pairedItem: { item: target.itemIndex } };
	};
	warnOfPastTimes(context, planned);
	context.addExecutionHints({
		message: [`Dry run: nothing was sent. It would be ${extentOf(sent, batches)}.`, describeCost(sent)]
			.join(' ')
			.trim(),
		type: 'info',
		location: 'outputPane',
	});
	const items = [...faulty.map(faultyItem), ...all.map(present), ...skipped.map((one) => presentSkipped(one))].map(
		marked,
	);
	return options.includeInputFields ? withInputFields(items, context.getInputData()) : items;
}

const notSent = (failure: ServiceFailure): Outcome => ({ state: 'notSent', failure });

const extentOf = (sent: Target[], batches: Batch[]) =>
	`${count(sent.length, 'message')} with ${count(totalSegments(sent), 'segment')} in ${count(batches.length, 'request')}`;

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** What would be sent for a target. */
function presentPlanned(target: Target, { batch, number }: PlannedRequest, simplify: boolean): IDataObject {
	const { message, destination, facts } = target;
	const { from, text, validityPeriod, deliveryTimeWindow } = message;
	return {
		...(destination.messageId !== undefined && { messageId: destination.messageId }),
		to: destination.to,
		...(from !== undefined && { from }),
		...(text !== undefined && { text }),
		...(isJsonObject(message.binary) && { hex: message.binary.hex }),
		...(validityPeriod !== undefined && { validityPeriod }),
		...(deliveryTimeWindow !== undefined && { deliveryTimeWindow }),
		...presentFacts(facts),
		...nodeFields(target),
		...(target.before.mayHaveBeenSent && { warning: 'An earlier try may have sent it; the logs are asked first' }),
		bulkId: batch.bulkId,
		request: number,
		...(!simplify && { message: { ...message, destinations: [destination] } }),
	};
}

/** An error item stays one only without further fields. */
function marked(item: INodeExecutionData): INodeExecutionData {
	const { json } = item;
	if (!('error' in json)) return { ...item, json: { dryRun: true, ...json } };
	return { ...item, json: { ...json, details: { ...(json.details as IDataObject), dryRun: true } } };
}
