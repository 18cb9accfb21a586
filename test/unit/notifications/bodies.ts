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

export const EXPIRED = {
	messageId: 'ff4804ef-6ab6-4abd-984d-ab3b1387e852',
	to: '38598111',
	sentAt: '2026-03-04T09:58:20.323+0100',
	smsCount: 1,
	status: { groupId: 4, groupName: 'EXPIRED', id: 15, name: 'EXPIRED_EXPIRED', description: 'Message expired' },
	error: {
		groupId: 1,
		groupName: 'HANDSET_ERRORS',
		id: 1,
		name: 'EC_UNKNOWN_SUBSCRIBER',
		description: 'Unknown Subscriber',
		permanent: true,
	},
};

/** DELIVERED as XML writes it, inside an element of the caller's choice. */
export const DELIVERED_XML = `
	<bulkId>BULK-ID-123-xyz</bulkId>
	<messageId>2250be2d4219-3af1-78856-aabe-1362af1edfd2</messageId>
	<to>41793026727</to>
	<from>Gateway</from>
	<sentAt>2026-03-04T09:58:20.323+0100</sentAt>
	<doneAt>2026-03-04T09:58:20.385+0100</doneAt>
	<smsCount>2</smsCount>
	<mccMnc>22801</mccMnc>
	<callbackData>order 66 &lt;paid&gt; &amp; &quot;sent&quot;</callbackData>
	<price><pricePerMessage>0.01</pricePerMessage><currency>EUR</currency></price>
	<status>
		<groupId>3</groupId><groupName>DELIVERED</groupName>
		<id>5</id><name>DELIVERED_TO_HANDSET</name><description>Message delivered to handset</description>
	</status>
	<error>
		<groupId>0</groupId><groupName>Ok</groupName>
		<id>0</id><name>NO_ERROR</name><description>No Error</description><permanent>false</permanent>
	</error>
	<entityId>shop-1</entityId>
	<applicationId>orders</applicationId>`;

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
