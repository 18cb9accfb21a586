import { type INodeProperties, SEND_AND_WAIT_OPERATION } from 'n8n-workflow';

import { outputUnasked } from '../asking/outputs';
import { pageField } from '../asking/pageSettings';
import { questionFields } from '../asking/question';
import { sendAndAsk } from '../asking/sendAndAsk';
import { messageOptionsField, waitOptionsField } from '../fields/options';
import { awaitedReportEntries } from '../fields/deliveryReport';
import { destinationFields } from '../fields/destinations';
import { textRequestEntries } from '../fields/requestSettings';
import { dryRunNotice, safeguardsForQuestion } from '../fields/safeguards';
import { scheduleField } from '../fields/schedule';
import { textMessageEntries } from '../fields/textMessage';
import { timeLimitFields } from '../waiting/wait';
import type { Operation } from './operation';
import { TEXT_MESSAGE } from './sendText';

const [timeLimitField, timeLimitUnitField] = timeLimitFields as [INodeProperties, INodeProperties];

export const sendAndWaitForResponse: Operation = {
	name: 'Send and Wait for Response',
	value: SEND_AND_WAIT_OPERATION,
	description: 'Ask a question by text message, and continue with the answer',
	action: 'Send message and wait for response',
	// n8n does not wait within a tool call, but has its own tool for reviews with this operation
	displayOptions: { hide: { '@tool': [true] } },
	fields: [
		...destinationFields,
		...questionFields,
		dryRunNotice,
		{
			...timeLimitField,
			description:
				'How long to wait for answers after sending, or after the latest Send At. Then the item goes to No Answer. n8n checks the time about once a minute.',
		},
		timeLimitUnitField,
		pageField,
		messageOptionsField(
			...textMessageEntries,
			...awaitedReportEntries,
			// The node's own bulk IDs tell which execution a question belongs to
			...textRequestEntries.filter(({ name }) => name !== 'bulkId'),
		),
		scheduleField,
		safeguardsForQuestion,
		waitOptionsField,
	],
	execute: async (nodeRun) => await sendAndAsk(nodeRun, TEXT_MESSAGE),
	placeErrors: outputUnasked,
};
