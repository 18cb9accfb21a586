/** Entries of all kinds that a service may push or return. */

export const report = (messageId: string, more: object = {}) => ({
	messageId,
	to: '447700900123',
	status: { groupId: 3, groupName: 'DELIVERED', id: 5 },
	...more,
});

/** As in public documents. */
export const received = (messageId: string, more: object = {}) => ({
	messageId,
	from: '385916242493',
	to: '385921004026',
	text: 'QUIZ Correct answer is Paris',
	cleanText: 'Correct answer is Paris',
	keyword: 'QUIZ',
	receivedAt: '2016-10-06T09:28:39.220+0000',
	smsCount: 1,
	price: { pricePerMessage: 0, currency: 'EUR' },
	callbackData: null,
	...more,
});

export const mms = (messageId: string) => ({
	messageId,
	from: '385916242493',
	to: '385921004026',
	message: [{ contentType: 'image/png', url: 'https://media.example/1' }],
	receivedAt: '2016-10-06T09:28:39.220+0000',
});

/** The form of subscriptions. */
export const event = (messageId: string) => ({
	event: 'MO',
	channel: 'SMS',
	messageId,
	sender: '385916242493',
	destination: '385921004026',
	content: [{ type: 'TEXT', text: 'Hello', cleanText: 'Hello', keyword: null }],
});
