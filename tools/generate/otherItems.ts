/** The items that are no entries: of scheduled messages and the account. */

interface OtherField {
	type: 'string' | 'number';
	example: string | number;
}

const BULK: Record<string, OtherField> = {
	bulkId: { type: 'string', example: 'n8n-0a1b2c-e4711-3d4e5f60-0-1' },
	sendAt: { type: 'string', example: '2030-01-31T07:30:00.000Z' },
	status: { type: 'string', example: 'PENDING' },
};
const { sendAt: _, ...STATUS } = BULK;

/** Their fields, by operation. */
export const OTHER_ITEMS: Readonly<Record<string, Readonly<Record<string, OtherField>>>> = {
	getScheduled: BULK,
	reschedule: BULK,
	pause: STATUS,
	resume: STATUS,
	cancel: STATUS,
	getBalance: { balance: { type: 'number', example: 47.79 }, currency: { type: 'string', example: 'EUR' } },
};

/** An item, as a document shows it. */
export const otherItem = (operation: string): object =>
	Object.fromEntries(Object.entries(OTHER_ITEMS[operation]!).map(([name, { example }]) => [name, example]));
