/** A status as the interface carries it (interface: Status). `action` is optional. */
export interface Status {
	groupId: number;
	groupName: string;
	id: number;
	name: string;
	description: string;
	action?: string;
}

/** An error as logs and reports carry it (interface: Error). */
export interface MessageError {
	groupId: number;
	groupName: string;
	id: number;
	name: string;
	description: string;
	permanent: boolean;
}

export const STATUS_GROUPS = ['ACCEPTED', 'PENDING', 'UNDELIVERABLE', 'DELIVERED', 'EXPIRED', 'REJECTED'] as const;
const ERROR_GROUPS = ['Ok', 'HANDSET_ERRORS', 'USER_ERRORS', 'OPERATOR_ERRORS'];

type StatusRow = [id: number, groupId: number, name: string, description: string, action?: string];

// Ids 29, 31, 87 and 100 are published without a payload text; the texts here are ours.
const STATUS_ROWS: StatusRow[] = [
	[0, 0, 'MESSAGE_ACCEPTED', 'Message accepted'],
	[1, 1, 'PENDING_TIME_VIOLATION', 'Time window violation'],
	[2, 3, 'DELIVERED_TO_OPERATOR', 'Message delivered to operator'],
	[3, 1, 'PENDING_WAITING_DELIVERY', 'Message sent, waiting for delivery report'],
	[4, 2, 'UNDELIVERABLE_REJECTED_OPERATOR', 'Message rejected by operator'],
	[5, 3, 'DELIVERED_TO_HANDSET', 'Message delivered to handset'],
	[6, 5, 'REJECTED_NETWORK', 'Network is forbidden', 'Contact account manager'],
	[7, 1, 'PENDING_ENROUTE', 'Message sent to next instance'],
	[8, 5, 'REJECTED_PREFIX_MISSING', 'Number prefix missing'],
	[9, 2, 'UNDELIVERABLE_NOT_DELIVERED', 'Message sent not delivered'],
	[10, 5, 'REJECTED_DND', 'Destination on DND list'],
	[11, 5, 'REJECTED_SOURCE', 'Invalid Source address'],
	[12, 5, 'REJECTED_NOT_ENOUGH_CREDITS', 'Not enough credits'],
	[13, 5, 'REJECTED_SENDER', 'By Sender', 'Remove sender from blacklist'],
	[14, 5, 'REJECTED_DESTINATION', 'By Destination', 'Remove destination from blacklist'],
	[15, 4, 'EXPIRED_EXPIRED', 'Message expired'],
	[16, 5, 'REJECTED_NOT_REACHABLE', 'Network not reachable'],
	[
		17,
		5,
		'REJECTED_PREPAID_PACKAGE_EXPIRED',
		'Prepaid package expired',
		'Top-Up your account to extend the validty period',
	],
	[18, 5, 'REJECTED_DESTINATION_NOT_REGISTERED', 'Destination not registered'],
	[19, 5, 'REJECTED_ROUTE_NOT_AVAILABLE', 'Route not available', 'Contact account manager'],
	[20, 5, 'REJECTED_FLOODING_FILTER', 'Rejected flooding'],
	[21, 5, 'REJECTED_SYSTEM_ERROR', 'System error'],
	[22, 4, 'EXPIRED_UNKNOWN', 'Unknown Reason'],
	[23, 5, 'REJECTED_DUPLICATE_MESSAGE_ID', 'Rejected duplicate message ID'],
	[24, 5, 'REJECTED_INVALID_UDH', 'Rejected invalid UDH'],
	[25, 5, 'REJECTED_MESSAGE_TOO_LONG', 'Rejected message too long'],
	[26, 1, 'PENDING_ACCEPTED', 'Message sent to next instance'],
	[29, 4, 'EXPIRED_DLR_UNKNOWN', 'Delivery report not received'],
	[31, 2, 'UNDELIVERABLE_NOT_SENT', 'Message not sent'],
	[51, 5, 'MISSING_TO', 'Missing destination.', 'Check to parameter.'],
	[52, 5, 'REJECTED_DESTINATION', 'Invalid destination address.', 'Check to parameter.'],
	[87, 5, 'SIGNALS_BLOCKED', 'Signals blocked'],
	[100, 5, 'UNDELIVERABLE_REJECTED_PLATFORM', 'Rejected by platform'],
];

type ErrorRow = [id: number, groupId: number, name: string, description: string, permanent?: 'permanent'];

// Only "No Error" and "Absent Subscriber" are known as payload texts; the others follow the name.
const ERROR_ROWS: ErrorRow[] = [
	[0, 0, 'NO_ERROR', 'No Error'],
	[1, 1, 'EC_UNKNOWN_SUBSCRIBER', 'Unknown Subscriber', 'permanent'],
	[5, 1, 'EC_UNIDENTIFIED_SUBSCRIBER', 'Unidentified Subscriber'],
	[6, 1, 'EC_ABSENT_SUBSCRIBER_SM', 'Absent Subscriber'],
	[8, 1, 'EC_ROAMING_NOT_ALLOWED', 'Roaming Not Allowed'],
	[9, 1, 'EC_ILLEGAL_SUBSCRIBER', 'Illegal Subscriber', 'permanent'],
	[10, 3, 'EC_BEARER_SERVICE_NOT_PROVISIONED', 'Bearer Service Not Provisioned', 'permanent'],
	[11, 1, 'EC_TELESERVICE_NOT_PROVISIONED', 'Teleservice Not Provisioned', 'permanent'],
	[12, 1, 'EC_ILLEGAL_EQUIPMENT', 'Illegal Equipment', 'permanent'],
	[13, 1, 'EC_CALL_BARRED', 'Call Barred'],
	[27, 1, 'EC_ABSENT_SUBSCRIBER', 'Absent Subscriber'],
	[31, 1, 'EC_SUBSCRIBER_BUSY_FOR_MT_SMS', 'Subscriber Busy For Mt SMS'],
	[32, 1, 'EC_SM_DELIVERY_FAILURE', 'SM Delivery Failure'],
	[33, 1, 'EC_MESSAGE_WAITING_LIST_FULL', 'Message Waiting List Full'],
	[34, 1, 'EC_SYSTEM_FAILURE', 'System Failure'],
	[51, 3, 'EC_RESOURCE_LIMITATION', 'Resource Limitation', 'permanent'],
	[71, 3, 'EC_UNKNOWN_ALPHABET', 'Unknown Alphabet'],
	[255, 1, 'EC_UNKNOWN_ERROR', 'Unknown Error'],
	[256, 1, 'EC_SM_DF_MEMORYCAPACITYEXCEEDED', 'Memory Capacity Exceeded'],
	[355, 2, 'EC_MSG_TEXT_TOO_LONG', 'Message Text Too Long', 'permanent'],
	[502, 1, 'EC_NO_RESPONSE', 'No Response'],
	[566, 3, 'EC_DESTINATION_BLOCKED_BY_OPERATOR', 'Destination Blocked By Operator', 'permanent'],
	[568, 3, 'EC_DESTINATION_NOT_SMS_PROVISIONED', 'Destination Not SMS Provisioned', 'permanent'],
	[581, 1, 'EC_USER_OUT_OF_CREDIT', 'User Out Of Credit'],
	[603, 2, 'EC_CONTENT_BLOCKED', 'Content Blocked', 'permanent'],
	[607, 2, 'EC_REJECTED_SPAM_BY_OPERATOR', 'Rejected Spam By Operator', 'permanent'],
	[628, 1, 'EC_TEMPORARY_HANDSET_FAILURE', 'Temporary Handset Failure', 'permanent'],
	[1031, 1, 'EC_OR_REMOTENODENOTREACHABLE', 'Remote Node Not Reachable'],
	[2048, 3, 'EC_TIME_OUT', 'Time Out'],
	[2052, 2, 'EC_BLACKLISTED_DESTINATIONADDRESS', 'Blacklisted Destination Address', 'permanent'],
	[2053, 2, 'EC_BLACKLISTED_SENDERADDRESS', 'Blacklisted Sender Address', 'permanent'],
	[4096, 2, 'EC_INVALID_PDU_FORMAT', 'Invalid PDU Format', 'permanent'],
	[4100, 2, 'EC_MESSAGE_CANCELED', 'Message Canceled', 'permanent'],
	[4101, 2, 'EC_VALIDITY_EXPIRED', 'Validity Expired', 'permanent'],
	[4103, 2, 'EC_DESTINATION_FLOODING', 'Destination Flooding', 'permanent'],
	[5492, 3, 'EC_DUPLICATE_MESSAGE', 'Duplicate Message', 'permanent'],
];

/** All statuses by id. The objects are shared and frozen: a message refers to one of them. */
export const STATUSES: ReadonlyMap<number, Readonly<Status>> = new Map(
	STATUS_ROWS.map(([id, groupId, name, description, action]) => [
		id,
		Object.freeze({ groupId, groupName: STATUS_GROUPS[groupId]!, id, name, description, ...(action && { action }) }),
	]),
);

/** The errors this sandbox knows, by id; shared and frozen like the statuses. */
export const ERRORS: ReadonlyMap<number, Readonly<MessageError>> = new Map(
	ERROR_ROWS.map(([id, groupId, name, description, permanent]) => [
		id,
		Object.freeze({
			groupId,
			groupName: ERROR_GROUPS[groupId]!,
			id,
			name,
			description,
			permanent: permanent !== undefined,
		}),
	]),
);

/** The status with an id. Throws if the catalogue lacks it. */
export function statusOf(id: number): Readonly<Status> {
	const status = STATUSES.get(id);
	if (!status) throw new Error(`No status ${id} in the catalogue`);
	return status;
}

/** The error with an id. Throws if the catalogue lacks it. */
export function errorOf(id: number): Readonly<MessageError> {
	const error = ERRORS.get(id);
	if (!error) throw new Error(`No error ${id} in the catalogue`);
	return error;
}
