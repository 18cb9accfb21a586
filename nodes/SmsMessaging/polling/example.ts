import type { IDataObject } from 'n8n-workflow';

import { RECEIVED } from '../receiving/kinds';
import { kindOf } from '../receiving/selectEntries';
import { presentTogether } from '../reports/presentReports';
import type { PollingSettings } from './pollingSettings';
import type { JsonObject } from '../text/json';

/** Numbers reserved for examples: no phone has them. */
const [PHONE, OWN_NUMBER] = ['447700900123', '447700900456'];
const PRICE = { pricePerMessage: 0.05, currency: 'EUR' };

const REPORT: JsonObject = {
	bulkId: 'example',
	messageId: 'example',
	to: PHONE,
	from: 'Example',
	sentAt: '2030-01-31T07:30:00.123+0000',
	doneAt: '2030-01-31T07:30:02.456+0000',
	smsCount: 1,
	mccMnc: '23410',
	price: PRICE,
	status: {
		groupId: 3,
		groupName: 'DELIVERED',
		id: 5,
		name: 'DELIVERED_TO_HANDSET',
		description: 'Message delivered to handset',
	},
	error: { groupId: 0, groupName: 'OK', id: 0, name: 'NO_ERROR', description: 'No Error', permanent: false },
	callbackData: 'example',
};

const RECEIVED_MESSAGE: JsonObject = {
	messageId: 'example',
	from: PHONE,
	to: OWN_NUMBER,
	text: 'YES I will be there',
	cleanText: 'I will be there',
	keyword: 'YES',
	receivedAt: '2030-01-31T07:30:00.123+0000',
	smsCount: 1,
	price: PRICE,
	callbackData: 'example',
};

/** Shown if a test finds nothing, so that there are fields to build the workflow with. n8n's Error Trigger does the same. */
export function exampleItems(settings: PollingSettings): IDataObject[] {
	const kind = kindOf(settings);
	const entry = kind === RECEIVED ? RECEIVED_MESSAGE : REPORT;
	return presentTogether([entry], settings, kind).map((json) => ({
		example: `The test found nothing, so this is an example of a ${kind.one}`,
		...json,
	}));
}
