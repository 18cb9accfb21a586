import { notificationBody } from '../../../sandbox/notificationBody';

/** A final report with every field of the interface (SentSMSReport, Price, Status, Error). */
export const DELIVERED = {
	bulkId: 'BULK-ID-123-xyz',
	messageId: '2250be2d4219-3af1-78856-aabe-1362af1edfd2',
	to: '41793026727',
	from: 'Gateway',
	sentAt: '2026-03-04T09:58:20.323+0100',
	doneAt: '2026-03-04T09:58:20.385+0100',
	smsCount: 2,
	mccMnc: '22801',
	callbackData: 'order 66 <paid> & "sent"',
	price: { pricePerMessage: 0.01, currency: 'EUR' },
	status: {
		groupId: 3,
		groupName: 'DELIVERED',
		id: 5,
		name: 'DELIVERED_TO_HANDSET',
		description: 'Message delivered to handset',
	},
	error: { groupId: 0, groupName: 'Ok', id: 0, name: 'NO_ERROR', description: 'No Error', permanent: false },
	entityId: 'shop-1',
	applicationId: 'orders',
};

/** DELIVERED as XML writes it, inside an element of the caller's choice. */
export const DELIVERED_XML = notificationBody([DELIVERED], 'application/xml', 'SMSReportResponse').replace(
	/^.*<results>|<\/results>.*$/g,
	'',
);

const { entityId: _, applicationId: __, ...common } = DELIVERED;
/** The report whose item stands as an example in the trigger's panel and on its page. */
export const EXAMPLE_REPORT = {
	...common,
	bulkId: 'n8n-0a1b2c-e4711-3d4e5f60-0-1',
	messageId: '5d1c0b7a9e3f42d8a6b4c1e0',
	to: '436601234567',
	from: 'MyCompany',
	sentAt: '2030-01-31T08:30:00.123+0100',
	doneAt: '2030-01-31T08:30:02.456+0100',
	smsCount: 1,
	mccMnc: '23201',
	callbackData: 'order-66',
	price: { pricePerMessage: 0.05, currency: 'EUR' },
};
