import type { ServiceFailure } from '../api/failure';
import { describeHandoutFailure, type EntryKind } from '../entries/kinds';
import { withoutFullStop } from '../text/words';
import type { LostAnswer } from '../kept/lostAnswers';
import type { ReportQuery } from './queries';
import type { Shortfall } from './runOutput';

/** @param others what is not asked for any more because of the failure */
export function afterFailure(
	kind: EntryKind,
	failure: ServiceFailure,
	{ messageId, itemIndexes }: ReportQuery,
	others: ReportQuery[],
): Shortfall {
	const notAskedFor = others.flatMap((other) => other.messageId ?? []);
	const details = { ...(messageId !== undefined && { messageId }), ...(notAskedFor.length > 0 && { notAskedFor }) };
	const description = describeHandoutFailure(kind, failure, 'Run again later.', true);
	const all = [...itemIndexes, ...others.flatMap((other) => other.itemIndexes)];
	return { itemIndexes: all, failure, message: failure.message, description, details };
}

/** The same, if some entries came before or after the call that failed. */
export function besideOthers({ list }: EntryKind, shortfall: Shortfall): Shortfall {
	const { failure } = shortfall;
	if (failure === undefined) return shortfall;
	return { ...shortfall, message: `Not all ${list} were fetched: ${withoutFullStop(failure.message)}.` };
}

export function afterManyCalls({ list }: EntryKind, calls: number, count: number, itemIndexes: number[]): Shortfall {
	const message = `There may be more ${list}: ${calls} calls returned ${count}.`;
	return { itemIndexes, message, description: 'Run again to fetch the rest.' };
}

export function lostBefore({ many, list, gone }: EntryKind, lost: readonly LostAnswer[], itemIndex: number): Shortfall {
	const messages = [...new Set(lost.map(({ message }) => withoutFullStop(message)))].join('; ');
	return {
		itemIndexes: [itemIndex],
		message: `${many.charAt(0).toUpperCase()}${many.slice(1)} may be lost because an earlier try failed: ${messages}.`,
		description: `Any ${list} that were in the failed answers ${gone}`,
		details: { lostAnswers: lost.map(({ toldIn, ...one }) => one) },
	};
}
