import type { SendOptions } from '../fields/options';
import type { ErrorMode } from '../output/errorItems';
import type { ComposedMessage } from './compose';
import type { RunIdentity } from './identity';
import type { Ledger } from './ledger';
import type { PlannedTarget } from './plan';
import type { Outcome, Target } from './target';

/** The targets of a run, by what is known of them from earlier tries. */
export interface PlannedTargets {
	/** In the order of the input. */
	all: PlannedTarget[];
	/** Nothing was sent of them. */
	fresh: PlannedTarget[];
	/** They may have been sent; the logs have to tell. */
	doubtful: PlannedTarget[];
	/** They are not to be sent again; their outcome is that of an earlier try. */
	recalled: Map<Target, Outcome>;
}

/**
 * Names every destination of every message, gives it its message ID, and recalls what became of it in earlier tries.
 * With Stop, what was refused is tried once more, under a new ID where the service has used up the old one; in the other
 * modes it was refused for good.
 */
export function planTargets(
	messages: Array<ComposedMessage & { itemIndex: number }>,
	identity: RunIdentity,
	ledger: Ledger,
	options: SendOptions,
	mode: ErrorMode,
	isRetry: boolean,
): PlannedTargets {
	const planned: PlannedTargets = { all: [], fresh: [], doubtful: [], recalled: new Map() };
	const counts = new Map<string, number>();
	for (const { itemIndex, message, destinations, settings } of messages) {
		for (const destination of destinations) {
			const { to } = destination;
			const nth = counts.get(to) ?? 0;
			counts.set(to, nth + 1);
			const slot = `${to}#${nth}`;
			const known = ledger.find(slot);
			const isTriedAnew = known !== undefined && known !== 'tried' && known.state === 'refused' && mode === 'stop';
			if (isTriedAnew && known.entry !== undefined) ledger.startNewAttempt(slot);
			const hasOwnId = destination.messageId !== undefined;
			const messageId = hasOwnId || options.messageIds === 'service' ? destination.messageId : identity.messageId(to, nth, ledger.attemptOf(slot));
			const target: PlannedTarget = {
				itemIndex,
				destination: messageId === undefined ? { to } : { to, messageId },
				slot,
				hasOwnId,
				message,
				settings,
				isRetried: isRetry && !hasOwnId,
				mayHaveBeenSent: known === 'tried' || (known !== undefined && known.state === 'unknown'),
			};
			planned.all.push(target);
			if (known === undefined || isTriedAnew || (known !== 'tried' && known.state === 'notSent')) planned.fresh.push(target);
			else if (known === 'tried' || known.state === 'unknown') planned.doubtful.push(target);
			else planned.recalled.set(target, { ...known, isRecalled: true });
		}
	}
	return planned;
}
