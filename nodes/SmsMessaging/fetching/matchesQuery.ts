import type { Entry } from '../api/entry';
import type { Query } from '../api/message';
import { isKnownGroup } from '../api/statuses';
import { networkCodes } from '../text/matching';
import { digitsOf, senderForm } from '../text/numbers';

/**
 * Whether an entry may be what the filters ask for: a service may ignore filters that it does not know.
 * @returns false for an entry that shows another value than a filter asks for
 */
export function matchesQuery({
	bulkIds = [],
	messageIds = [],
	from,
	to,
	statusGroup,
	mcc,
	mnc,
}: Query): (entry: Entry) => boolean {
	const filters: Array<[asked: Array<string | undefined>, shown: (entry: Entry) => string | undefined]> = [
		[bulkIds, ({ bulkId }) => bulkId],
		[messageIds, ({ messageId }) => messageId],
		[[from && senderForm(from)], (entry) => senderForm(entry.from ?? '')],
		[[to], (entry) => digitsOf(entry.to ?? '')],
		[[statusGroup], (entry) => (isKnownGroup(entry.statusGroup) ? entry.statusGroup : undefined)],
		[[mcc], ({ mccMnc = '' }) => networkCodes(mccMnc)?.mcc],
		[[mnc], ({ mccMnc = '' }) => networkCodes(mccMnc)?.mnc],
	];
	const checks = filters
		.map(([asked, shown]) => ({ asked: new Set(asked.filter((value) => value !== undefined)), shown }))
		.filter(({ asked }) => asked.size > 0);
	return (entry) =>
		checks.every(({ asked, shown }) => {
			const value = shown(entry);
			// An entry that does not show a value may have any
			return value === undefined || value === '' || asked.has(value);
		});
}
