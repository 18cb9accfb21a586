import { messageOptionsField, waitOptionsField } from '../fields/options';
import { awaitedReportEntries } from '../fields/deliveryReport';
import { fromField, toField } from '../fields/destinations';
import { defaultCountryField } from '../fields/phoneNumber';
import { textRequestEntries } from '../fields/requestSettings';
import { dryRunNotice, safeguardsForText } from '../fields/safeguards';
import { scheduleField } from '../fields/schedule';
import { simplifyField } from '../fields/output';
import { textField, textMessageEntries } from '../fields/textMessage';
import { timeLimitFields } from '../waiting/timeLimit';
import { outputItems, outputsField, readOutputs, waitForDelivery } from '../waiting/waitForDelivery';
import type { Operation } from './operation';
import { TEXT_MESSAGE } from './sendText';

export const sendTextAndWait: Operation = {
	name: 'Send Text and Wait for Delivery',
	value: 'sendTextAndWait',
	description: 'Send a text message, and continue once it was delivered or has failed',
	action: 'Send text message and wait for delivery',
	// n8n does not wait within a tool call
	displayOptions: { hide: { '@tool': [true] } },
	fields: [
		{
			displayName:
				'The delivery report goes only to this execution, so the service must be able to reach this n8n. If it cannot, the node takes the status from the logs, a minute or more later.',
			name: 'waitNotice',
			type: 'notice',
			default: '',
		},
		toField,
		defaultCountryField,
		fromField,
		textField,
		dryRunNotice,
		...timeLimitFields,
		outputsField,
		messageOptionsField(...textMessageEntries, ...awaitedReportEntries, ...textRequestEntries),
		scheduleField,
		safeguardsForText,
		waitOptionsField,
		simplifyField,
	],
	execute: async (nodeRun) => await waitForDelivery(nodeRun, TEXT_MESSAGE),
	placeErrors: (context, items) => outputItems([], items, { simplify: true }, readOutputs(context)),
};
