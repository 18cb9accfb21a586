import { bodyOf, expectedStatus, type Body, type Writing } from '../http/bodies';
import { DELIVERED, ENROUTE, EXPIRED, type Status } from '../sending/service';

/** An ID that JSON writes as a number. */
const BIG_ID = '1457717814630853757';
const FIRST = { messageId: 'm-1', to: '436600000001', from: 'A', callbackData: 'order-1', status: DELIVERED };

/** A report that the service may push. */
interface Report {
	messageId: string;
	to: string;
	status: Pick<Status, 'groupName' | 'name'> & Partial<Status>;
	from?: string;
	callbackData?: string;
	error?: Pick<Status, 'name'> & Partial<Status> & { permanent: boolean };
}

/** Few, so that they coincide; any two differ in something by which a trigger tells reports apart, some in only one thing. */
export const POOL: Report[] = [
	FIRST,
	{ ...FIRST, to: '436600000002' },
	{ ...FIRST, status: EXPIRED },
	{ ...FIRST, error: { groupId: 1, id: 1, name: 'EC_UNKNOWN_SUBSCRIBER', permanent: true } },
	{ ...FIRST, status: ENROUTE },
	{
		...{ messageId: 'm-2', to: '436600000001', from: 'B', callbackData: 'other' },
		status: { groupId: 77, groupName: 'PARKED', id: 900, name: 'PARKED_A_WHILE' },
	},
	{ messageId: BIG_ID, to: '436600000003', status: DELIVERED },
	{
		...{ messageId: '<m&3>"ü', to: '436600000004', from: 'A', callbackData: 'order-ü😀' },
		status: { groupName: 'REJECTED', name: 'REJECTED_BY_NAME' },
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
		[...reports.map((place) => POOL[place]!), ...Array.from({ length: others }, () => ({ foo: 1 }))],
		notification,
		BIG_ID,
	);
}
