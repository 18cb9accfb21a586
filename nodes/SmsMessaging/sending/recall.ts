import type { SendOptions } from '../fields/options';
import type { ErrorMode } from '../output/errorItems';
import type { ComposedMessage } from './compose';
import { contentOf, type RunIdentity } from './identity';
import type { Ledger } from './ledger';
import { nameOf } from './lookUp';
import type { PlannedTarget } from './plan';
import type { Outcome, Target } from './target';

/** The targets of a run, by what is known of them from earlier tries. */
export interface PlannedTargets {
	/** In the order of the input. */
	all: PlannedTarget[];
	/** For each target the key of the first one with its content. */
	firstKeys: string[];
	/** How many messages with an ID of the user's earlier runs have sent, by ID and number. */
	ownIdsBefore: Map<string, number>;
	/** Nothing is known of them. */
	fresh: PlannedTarget[];
	/** They may have been sent; the logs have to tell. */
	doubtful: PlannedTarget[];
	/** They are not to be sent again; their outcome is that of an earlier try. */
	recalled: Map<Target, Outcome>;
}

/**
 * Names every destination of every message, gives it its message ID, and recalls what became of it in earlier tries.
 * With Stop, what was refused is tried once more, under the same ID; in the other modes it was refused for good.
 */
export function planTargets(
	messages: Array<ComposedMessage & { itemIndex: number }>,
	identity: RunIdentity,
	ledger: Ledger,
	options: SendOptions,
	mode: ErrorMode,
	isRetry: boolean,
): PlannedTargets {
	const planned: PlannedTargets = { all: [], firstKeys: [], ownIdsBefore: new Map(), fresh: [], doubtful: [], recalled: new Map() };
	const equals = new Map<string, { firstKey: string; next: number }>();
	for (const { itemIndex, message, destinations, settings } of messages) {
		for (const destination of destinations) {
			const { to } = destination;
			const hasOwnId = destination.messageId !== undefined;
			const content = contentOf(message, destination);
			let equal = equals.get(content);
			if (equal === undefined) {
				const firstKey = identity.messageId(content, 0);
				equal = { firstKey, next: ledger.countBefore(firstKey) };
				equals.set(content, equal);
			}
			const nth = equal.next++;
			if (hasOwnId) planned.ownIdsBefore.set(nameOf(destination), ledger.countBefore(equal.firstKey));
			const key = nth === 0 ? equal.firstKey : identity.messageId(content, nth);
			const known = ledger.find(key);
			const isTriedAnew = known !== undefined && known !== 'tried' && known.state === 'refused' && mode === 'stop';
			const messageId = hasOwnId || options.messageIds === 'service' ? destination.messageId : key;
			const target: PlannedTarget = {
				itemIndex,
				destination: messageId === undefined ? { to } : { to, messageId },
				key,
				hasOwnId,
				message,
				settings,
				// A try of which nothing is stored may have sent it: a crashed or stopped one, or another Retry of the same execution
				mayHaveBeenSent: isRetry || known === 'tried' || (known !== undefined && known.state === 'unknown'),
				mayHaveBeenSentBefore: isRetry || ledger.wasSentAgain(key),
				...(isTriedAnew && { refusedBefore: known }),
				wasSentAgain: (isRetry && known === undefined) || ledger.wasSentAgain(key),
			};
			planned.all.push(target);
			planned.firstKeys.push(equal.firstKey);
			if (known === undefined || isTriedAnew || (known !== 'tried' && known.state === 'notSent')) planned.fresh.push(target);
			else if (known === 'tried' || known.state === 'unknown') planned.doubtful.push(target);
			else planned.recalled.set(target, { ...known, isRecalled: true });
		}
	}
	return planned;
}
