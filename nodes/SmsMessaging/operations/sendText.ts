import { deliveryReportEntries, awaitedReportEntries } from '../fields/deliveryReport';
import { destinationFields } from '../fields/destinations';
import { messageOptionsField, sendOptionsField, waitOptionsField } from '../fields/options';
import { notice, simplifyField } from '../fields/output';
import { textRequestEntries } from '../fields/requestSettings';
import { agentToolFields, dryRunNotice, safeguardsForText } from '../fields/safeguards';
import { scheduleField } from '../fields/schedule';
import {
	readReplaceCharacters,
	readTextMessageOptions,
	readMessageText,
	textField,
	textMessageEntries,
} from '../fields/textMessage';
import type { MessageKind } from '../sending/compose';
import { preparedText } from '../sending/content';
import { sendMessages } from '../sending/send';
import { timeLimitFields } from '../waiting/wait';
import { outputsField, outputUnawaited, waitForDelivery } from '../waiting/waitForDelivery';
import type { Operation } from './operation';

export const TEXT_MESSAGE: MessageKind = {
	content: 'text',
	contentParameters: ['text'],
	readContent: (read, options, once, addFault) => {
		const text = readMessageText(read('text'), addFault);
		const { flash, ...ofText } = once.read('textOptions', options, addFault, readTextMessageOptions);
		return { content: { text, ...ofText }, ...(flash !== undefined && { flash }) };
	},
	createPrepare: (safeguards, languageOf) => (message, options, addFault) =>
		preparedText(message, readReplaceCharacters(options, addFault), safeguards, languageOf(message), addFault),
};

export const sendText: Operation = {
	name: 'Send Text',
	value: 'sendText',
	description: 'Send a text message to one or more phone numbers',
	action: 'Send text message',
	toolDescription:
		'Sends an SMS text message. It costs money and cannot be undone. Write phone numbers with the country code, for example +436601234567. The text has no formatting. Up to 160 plain characters (70 with emoji or other alphabets) are one message part; longer texts cost more. Returns one object for each number with messageId and status. An object with "error" was not sent, except if its state is "unknown": then it may have been sent, so do not send it again. "alreadySent" means that the same message was sent before, and was not sent again.',
	fields: [
		...agentToolFields,
		...destinationFields,
		textField,
		dryRunNotice,
		messageOptionsField(...textMessageEntries, ...deliveryReportEntries, ...textRequestEntries),
		scheduleField,
		safeguardsForText,
		sendOptionsField,
		simplifyField,
	],
	execute: async (nodeRun) => [await sendMessages(nodeRun, TEXT_MESSAGE)],
};

export const sendTextAndWait: Operation = {
	name: 'Send Text and Wait for Delivery',
	value: 'sendTextAndWait',
	description: 'Send a text message, and continue once it was delivered or has failed',
	action: 'Send text message and wait for delivery',
	// n8n does not wait within a tool call
	displayOptions: { hide: { '@tool': [true] } },
	fields: [
		notice(
			'waitNotice',
			'The delivery report goes only to this execution, so the service must be able to reach this n8n. If it cannot, the node takes the status from the logs, a minute or more later.',
		),
		...destinationFields,
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
	placeErrors: outputUnawaited,
};
