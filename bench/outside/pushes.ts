import { keyOf } from '../../nodes/SmsMessaging/notifications/reportMemory';
import { readNotification } from '../../nodes/SmsMessaging/notifications/readNotification';
import { REPORTS } from '../../nodes/SmsMessaging/entries/kinds';
import { presentTogether } from '../../nodes/SmsMessaging/entries/presentEntry';
import { entryFilter } from '../../nodes/SmsMessaging/entries/selection';

const FILTER = `*${'a'.repeat(100)}b`;

type Fields = { [name: string]: string | number | Fields };

/** A report, a log entry, or an entry of an answer to sending, with one field filled: `status.name` is a field within another. */
function entryWith(field: string, text: string): Fields {
	const entry: Fields = {
		messageId: 'm-1',
		to: '436600000000',
		status: { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED_TO_HANDSET' },
		price: { pricePerMessage: 0.01, currency: 'EUR' },
	};
	const [name = '', inner] = field.split('.');
	if (field === 'a name') return { ...entry, [text]: 1 };
	return inner === undefined
		? { ...entry, [name]: text }
		: { ...entry, [name]: { ...(entry[name] as Fields), [inner]: text } };
}

export function jsonBody(field: string, text: string, list: 'results' | 'messages' = 'results'): string {
	return JSON.stringify({ [list]: [entryWith(field, text)] });
}

export function xmlBody(field: string, text: string): string {
	const elementsOf = (fields: Fields): string =>
		Object.entries(fields)
			.map(
				([name, value]) =>
					`<${name}>${typeof value === 'object' ? elementsOf(value) : escaped(String(value))}</${name}>`,
			)
			.join('');
	// A name is written twice
	const filled = field === 'a name' ? text.slice(0, text.length / 2) : text;
	return `<SMSReportResponse><results>${elementsOf(entryWith(field, filled))}</results></SMSReportResponse>`;
}

/** Text as it is, but for what ends it: entities stay entities. */
const escaped = (text: string): string => text.replaceAll('<', '&lt;');

/** What the trigger does with a body, once it is there. */
export async function readPush(bytes: Uint8Array): Promise<void> {
	const found = await readNotification({ query: {}, rawHeaders: [], readBody: async () => bytes }, REPORTS);
	if (!found.ok) return;
	for (const startOn of ['final', 'all'] as const) {
		const isChosen = entryFilter({ startOn, statusGroups: [], senders: ['x'], callbackDataPattern: FILTER });
		for (const entry of found.entries.filter(isChosen)) keyOf('', entry);
	}
	for (const entry of found.entries) keyOf('', entry);
	presentTogether(REPORTS, found.entries, { output: 'reports', simplify: true, unfoldCallbackData: true });
}
