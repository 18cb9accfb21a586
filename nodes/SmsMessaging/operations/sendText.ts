import { agentToolFields } from '../fields/agentTool';
import { messageOptionsField, sendOptionsField } from '../fields/options';
import { deliveryReportEntries } from '../fields/deliveryReport';
import { fromField, toField } from '../fields/destinations';
import { defaultCountryField } from '../fields/phoneNumber';
import { textRequestEntries } from '../fields/requestSettings';
import { dryRunNotice, safeguardsForText } from '../fields/safeguards';
import { scheduleField } from '../fields/schedule';
import { simplifyField } from '../fields/output';
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
import type { Operation } from './operation';

export const TEXT_MESSAGE: MessageKind = {
	content: 'text',
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
		toField,
		defaultCountryField,
		fromField,
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
