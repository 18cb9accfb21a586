import { BINARY_CONTROLS, binaryMessageOptionsField, readBinaryContent } from '../fields/binaryMessage';
import { binarySourceFields, loadBinaryFields, readBinarySource, type LoadedFields } from '../fields/binarySource';
import { deliveryReportField } from '../fields/deliveryReport';
import { toField, fromField } from '../fields/destinations';
import { sendOptionsField } from '../fields/options';
import { BINARY_REQUEST_CONTROLS, binaryRequestField } from '../fields/request';
import { scheduleField } from '../fields/schedule';
import { simplifyField } from '../fields/output';
import type { MessageKind } from '../sending/compose';
import { sendMessages } from '../sending/send';
import { BINARY_PATH } from '../service/client';
import type { Operation } from './operation';

const binaryMessage = (fields: LoadedFields): MessageKind => ({
	controls: BINARY_CONTROLS,
	requestControls: BINARY_REQUEST_CONTROLS,
	readContent: (read, options, _once, report, itemIndex) => ({
		binary: readBinaryContent(readBinarySource(read, fields.get(itemIndex), report), options, report),
	}),
});

export const sendBinary: Operation = {
	name: 'Send Binary',
	value: 'sendBinary',
	description: 'Send a binary message (raw bytes) to one or more phone numbers',
	action: 'Send binary message',
	fields: [
		toField,
		fromField,
		...binarySourceFields,
		simplifyField,
		binaryMessageOptionsField,
		scheduleField,
		deliveryReportField,
		binaryRequestField,
		sendOptionsField,
	],
	execute: async (context, mode) => [
		await sendMessages(context, mode, BINARY_PATH, binaryMessage(await loadBinaryFields(context))),
	],
};
