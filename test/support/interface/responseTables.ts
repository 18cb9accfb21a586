import type { Table } from './requestTables';

/** Responses of the interface, table by table. */
export const RESPONSE_TABLES = {
	SMSResponse: { bulkId: 'string', trackingProcessKey: 'string', messages: ['SMSResponseDetails'] },
	SMSResponseDetails: { to: 'string', status: 'Status', smsCount: 'integer', messageId: 'string' },
	Status: {
		groupId: 'integer',
		groupName: 'string',
		id: 'integer',
		name: 'string',
		description: 'string',
		action: 'string',
	},
	Error: {
		groupId: 'integer',
		groupName: 'string',
		id: 'integer',
		name: 'string',
		description: 'string',
		permanent: 'boolean',
	},
	Price: { pricePerMessage: 'decimal', currency: 'string' },
	SentSMSLog: {
		bulkId: 'string',
		messageId: 'string',
		to: 'string',
		from: 'string',
		text: 'string',
		sentAt: 'dateTime',
		doneAt: 'dateTime',
		smsCount: 'integer',
		mccMnc: 'string',
		price: 'Price',
		status: 'Status',
		error: 'Error',
	},
	SentSMSReport: {
		bulkId: 'string',
		messageId: 'string',
		to: 'string',
		from: 'string',
		sentAt: 'dateTime',
		doneAt: 'dateTime',
		smsCount: 'integer',
		mccMnc: 'string',
		callbackData: 'string',
		price: 'Price',
		status: 'Status',
		error: 'Error',
		entityId: 'string',
		applicationId: 'string',
	},
} as const satisfies Record<string, Table>;

/** Where each field of an entry comes out when Simplify is on. Those that are not listed are only in the untouched entry. */
export const FLAT_FIELDS: Readonly<Record<string, string>> = {
	messageId: 'messageId',
	to: 'to',
	from: 'from',
	text: 'text',
	'status.groupName': 'statusGroup',
	'status.name': 'status',
	'status.description': 'statusDescription',
	'status.action': 'statusAction',
	'error.name': 'errorName',
	'error.description': 'errorDescription',
	'error.permanent': 'errorPermanent',
	smsCount: 'smsCount',
	mccMnc: 'mccMnc',
	'price.pricePerMessage': 'pricePerMessage',
	'price.currency': 'currency',
	sentAt: 'sentAt',
	doneAt: 'doneAt',
	callbackData: 'callbackData',
	bulkId: 'bulkId',
	trackingProcessKey: 'trackingProcessKey',
	entityId: 'entityId',
	applicationId: 'applicationId',
};

/** Numbers and names of groups that add nothing to the flat fields. */
export const NOT_FLAT: readonly string[] = [
	'status.groupId',
	'status.id',
	'error.groupId',
	'error.groupName',
	'error.id',
];
