import type { Table } from './requestTables';

const DESCRIBED = {
	groupId: 'integer',
	groupName: 'string',
	id: 'integer',
	name: 'string',
	description: 'string',
} as const satisfies Table;
const ENTRY_COMMON = {
	bulkId: 'string',
	messageId: 'string',
	to: 'string',
	from: 'string',
	sentAt: 'dateTime',
	doneAt: 'dateTime',
	smsCount: 'integer',
	mccMnc: 'string',
	price: 'Price',
	status: 'Status',
	error: 'Error',
} as const satisfies Table;

/** Responses of the interface, table by table. */
export const RESPONSE_TABLES = {
	SMSResponse: { bulkId: 'string', trackingProcessKey: 'string', messages: ['SMSResponseDetails'] },
	SMSResponseDetails: { to: 'string', status: 'Status', smsCount: 'integer', messageId: 'string' },
	Status: { ...DESCRIBED, action: 'string' },
	Error: { ...DESCRIBED, permanent: 'boolean' },
	Price: { pricePerMessage: 'decimal', currency: 'string' },
	SentSMSLog: { ...ENTRY_COMMON, text: 'string' },
	SentSMSReport: { ...ENTRY_COMMON, callbackData: 'string', entityId: 'string', applicationId: 'string' },
	LogsResponse: { results: ['SentSMSLog'] },
	ReportsResponse: { results: ['SentSMSReport'] },
	ErrorResponse: { requestError: 'RequestError' },
	RequestError: { serviceException: 'ServiceException' },
	ServiceException: { messageId: 'string', text: 'string' },
} as const satisfies Record<string, Table>;

/** Simplify on: the flat fields of what is nested. Others keep their names. */
const FLAT_FIELDS: Readonly<Record<string, string | undefined>> = {
	'status.groupName': 'statusGroup',
	'status.name': 'status',
	'status.description': 'statusDescription',
	'status.action': 'statusAction',
	'error.name': 'errorName',
	'error.description': 'errorDescription',
	'error.permanent': 'errorPermanent',
	'price.pricePerMessage': 'pricePerMessage',
	'price.currency': 'currency',
	// Numbers and names of groups that add nothing
	...{ 'status.groupId': undefined, 'status.id': undefined },
	...{ 'error.groupId': undefined, 'error.groupName': undefined, 'error.id': undefined },
};

/** The flat field of a field of an entry; undefined if it is only in the original entry. */
export const flatFieldOf = (path: string): string | undefined => (path in FLAT_FIELDS ? FLAT_FIELDS[path] : path);
