import { deliveryReportField } from '../fields/deliveryReport';
import { dryRunFields } from '../fields/dryRun';
import { toField, fromField } from '../fields/destinations';
import { sendOptionsField } from '../fields/options';
import { TEXT_REQUEST_CONTROLS, textRequestField } from '../fields/request';
import { scheduleField } from '../fields/schedule';
import { simplifyField } from '../fields/output';
import { readMessageText, textField } from '../fields/text';
import { readTextMessageOptions, TEXT_CONTROLS, textMessageOptionsField } from '../fields/textMessage';
import type { MessageKind } from '../sending/compose';
import { sendMessages } from '../sending/send';
import { TEXT_PATH } from '../service/client';
import type { Operation } from './operation';

export const TEXT_MESSAGE: MessageKind = {
	controls: TEXT_CONTROLS,
	requestControls: TEXT_REQUEST_CONTROLS,
	readContent: (read, options, once, report) => ({
		text: readMessageText(read('text'), report),
		...once.read('textOptions', options, report, readTextMessageOptions),
	}),
};

export const sendText: Operation = {
	name: 'Send Text',
	value: 'sendText',
	description: 'Send a text message to one or more phone numbers',
	action: 'Send text message',
	fields: [
		toField,
		fromField,
		textField,
		...dryRunFields,
		simplifyField,
		textMessageOptionsField,
		scheduleField,
		deliveryReportField,
		textRequestField,
		sendOptionsField,
	],
	execute: async (context, mode) => [await sendMessages(context, mode, TEXT_PATH, TEXT_MESSAGE)],
};
