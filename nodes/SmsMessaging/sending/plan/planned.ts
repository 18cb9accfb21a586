import { counted } from '../../text/numbers';
import { extentOf } from '../hints';
import type { Run } from '../run';
import { reserveRoom } from '../maximum';
import { batchesFor, requestOf } from './batches';
import type { Outcome, Target } from './target';
import type { PlannedTargets } from './targets';
import type { JsonObject } from '../../text/json';

/**
 * The outcomes of a dry run: the requests that a real run would send, if its answers were clear. Nothing is sent or stored.
 * @returns also those that would be sent, and how much that is; those that exceed Maximum Messages, each with the reason
 */
export function rehearse(run: Run, { all, settled }: PlannedTargets) {
	const outcomes = new Map<Target, Outcome>(settled);
	for (const target of all)
		if (target.excluded !== undefined && !settled.has(target)) outcomes.set(target, target.excluded);
	const open = all.filter((target) => !outcomes.has(target));
	const accepted = [...settled.keys()].filter((target) => settled.get(target)?.state === 'accepted');
	const excess = reserveRoom(run, accepted, open);
	const sent = open.filter((target) => !excess.has(target));
	for (const [target, failure] of excess) outcomes.set(target, { state: 'notSent', failure });
	const batches = batchesFor(run, sent);
	batches.forEach((batch, index) => {
		const { bulkId, targets } = batch;
		const request = { number: index + 1, of: batches.length };
		// As it leaves: JSON has no fields without a value
		const body = () => JSON.parse(JSON.stringify(run.service.dialect.body(requestOf(batch)))) as JsonObject;
		const [first, ...others] = targets;
		outcomes.set(first!, { state: 'planned', bulkId, request: { ...request, body } });
		for (const target of others) outcomes.set(target, { state: 'planned', bulkId, request });
	});
	const extent = `${extentOf(sent, run.options.pricePerSegment)}, in ${counted(batches.length, 'request')}`;
	return { outcomes, sent, extent, excess };
}
