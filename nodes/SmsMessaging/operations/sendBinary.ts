import { agentToolFields, dryRunNotice, safeguardsForBinary } from '../fields/safeguards';
import { binaryMessageEntries, readBinaryContent } from '../fields/binaryMessage';
import { binarySourceFields, loadBinaryFields, readBinarySource, type LoadedFields } from '../fields/binarySource';
import { messageOptionsField, sendOptionsField } from '../fields/options';
import { deliveryReportEntries } from '../fields/deliveryReport';
import { destinationFields } from '../fields/destinations';
import { binaryRequestEntries } from '../fields/requestSettings';
import { scheduleField } from '../fields/schedule';
import { simplifyField } from '../fields/output';
import type { MessageKind } from '../sending/compose';
import { countedBinary } from '../sending/content';
import { sendMessages } from '../sending/send';
import type { Operation } from './operation';

const binaryMessage = (fields: LoadedFields): MessageKind => ({
	content: 'bytes',
	contentParameters: ['hex', 'base64'],
	readContent: (read, options, _once, addFault, itemIndex) => ({
		content: readBinaryContent(readBinarySource(read, fields.get(itemIndex), addFault), options, addFault),
	}),
	createPrepare: () => countedBinary,
});

export const sendBinary: Operation = {
	name: 'Send Binary',
	value: 'sendBinary',
	description: 'Send a binary message (raw bytes) to one or more phone numbers',
	action: 'Send binary message',
	toolDescription:
		'Sends a binary SMS (raw bytes). It costs money and cannot be undone. Write phone numbers with the country code, for example +436601234567, and the bytes as pairs of hexadecimal digits, for example 48 65 6C. Returns one object for each number with messageId and status. An object with "error" was not sent, except if its state is "unknown": then it may have been sent, so do not send it again.',
	fields: [
		...agentToolFields,
		...destinationFields,
		...binarySourceFields,
		dryRunNotice,
		messageOptionsField(...binaryMessageEntries, ...deliveryReportEntries, ...binaryRequestEntries),
		scheduleField,
		safeguardsForBinary,
		sendOptionsField,
		simplifyField,
	],
	execute: async (nodeRun) => [await sendMessages(nodeRun, binaryMessage(await loadBinaryFields(nodeRun.context)))],
};
