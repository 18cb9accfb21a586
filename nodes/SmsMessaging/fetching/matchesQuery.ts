import type { Entry } from '../api/entry';
import type { Query } from '../api/message';
import { isKnownGroup } from '../api/statuses';
import { networkCodes } from '../text/matching';
import { digitsOf, senderForm } from '../text/numbers';

/**
 * Whether an entry may be what the filters ask for: a service may ignore filters that it does not know.
 * @returns false for an entry that shows another value than a filter asks for
 */
export function matchesQuery(query: Query): (entry: Entry) => boolean {
	const ids = { bulk: new Set(query.bulkIds), message: new Set(query.messageIds) };
	const from = query.from && senderForm(query.from);
	return (entry) => {
		const { bulkId, messageId, statusGroup } = entry;
		const { mcc, mnc } = networkCodes(entry.mccMnc ?? '') ?? {};
		const sender = senderForm(entry.from ?? '');
		return (
			mayBe(ids.bulk.size === 0 || ids.bulk.has(bulkId ?? ''), bulkId) &&
			mayBe(ids.message.size === 0 || ids.message.has(messageId ?? ''), messageId) &&
			mayBe(from === undefined || from === sender, sender) &&
			mayBe(query.to === undefined || query.to === digitsOf(entry.to), digitsOf(entry.to ?? '')) &&
			mayBe(
				query.statusGroup === undefined || query.statusGroup === statusGroup,
				isKnownGroup(statusGroup) ? statusGroup : '',
			) &&
			mayBe(query.mcc === undefined || query.mcc === mcc, mcc) &&
			mayBe(query.mnc === undefined || query.mnc === mnc, mnc)
		);
	};
}

/** An entry that does not show a value may have any. */
const mayBe = (isAsked: boolean, shown: string | undefined) => isAsked || shown === undefined || shown === '';
