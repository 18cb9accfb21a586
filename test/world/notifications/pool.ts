import { bodyOf, expectedStatus, type Body, type Writing } from '../http/bodies';
import { DELIVERED, statusOf } from '../sending/service';

type StatusGroup = 'PENDING' | 'DELIVERED' | 'EXPIRED' | 'REJECTED';

/** A report that the service may push, and what a trigger's filter needs to know about it. */
interface PoolEntry {
	report: Record<string, unknown> & { messageId: string; to: string };
	group?: StatusGroup;
	isFinal: boolean;
}

const EXPIRED = statusOf(4, 'EXPIRED', 15, 'EXPIRED_EXPIRED');
const PENDING = statusOf(1, 'PENDING', 7, 'PENDING_ENROUTE');
/** An ID that JSON writes as a number. */
const BIG_ID = '1457717814630853757';
const FIRST = { messageId: 'm-1', to: '436600000001', from: 'A', callbackData: 'order-1', status: DELIVERED };

/** Few, so that they coincide; any two differ in something by which a trigger tells reports apart, some in only one thing. */
export const POOL: PoolEntry[] = [
	{ report: FIRST, group: 'DELIVERED', isFinal: true },
	{ report: { ...FIRST, to: '436600000002' }, group: 'DELIVERED', isFinal: true },
	{ report: { ...FIRST, status: EXPIRED }, group: 'EXPIRED', isFinal: true },
	{
		report: { ...FIRST, error: { groupId: 1, id: 1, name: 'EC_UNKNOWN_SUBSCRIBER', permanent: true } },
		group: 'DELIVERED',
		isFinal: true,
	},
	{ report: { ...FIRST, status: PENDING }, group: 'PENDING', isFinal: false },
	{
		report: {
			messageId: 'm-2',
			to: '436600000001',
			from: 'B',
			callbackData: 'other',
			status: { groupId: 77, groupName: 'PARKED', id: 900, name: 'PARKED_A_WHILE' },
		},
		isFinal: true,
	},
	{ report: { messageId: BIG_ID, to: '436600000003', status: DELIVERED }, group: 'DELIVERED', isFinal: true },
	{
		report: {
			messageId: '<m&3>"ü',
			to: '436600000004',
			from: 'A',
			callbackData: 'order-ü😀',
			status: { groupName: 'REJECTED', name: 'REJECTED_BY_NAME' },
		},
		group: 'REJECTED',
		isFinal: true,
	},
];

/** The content of one push. */
export interface Notification extends Writing {
	/** Indexes into the pool. */
	reports: number[];
	/** How many other entries, which are not reports, accompany them. */
	others: number;
}

/** The required answer if the trigger accepts the sender and receives all bytes. */
export function statusFor(notification: Notification): 200 | 400 | 413 {
	const { reports, others } = notification;
	const status = expectedStatus(notification);
	return status === 200 && reports.length === 0 && others > 0 ? 400 : status;
}

export function bodyFor(notification: Notification): Body {
	const { reports, others } = notification;
	return bodyOf(
		[...reports.map((place) => POOL[place]!.report), ...Array.from({ length: others }, () => ({ foo: 1 }))],
		notification,
		BIG_ID,
	);
}
