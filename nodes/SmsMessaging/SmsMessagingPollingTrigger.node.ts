import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { exampleItems, recentMessages } from './polling/recentMessages';
import { newReports } from './polling/newReports';
import { pollingParameters, readPollingSettings } from './polling/pollingSettings';
import { triggerSubtitle } from './entries/triggerFields';
import { CREDENTIAL_TYPE } from './n8n/execution';

export class SmsMessagingPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMS Messaging Polling Trigger',
		name: 'smsMessagingPollingTrigger',
		icon: { light: 'file:smsMessaging.svg', dark: 'file:smsMessaging.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: triggerSubtitle,
		description: 'Fetches delivery reports or received messages at set times, and starts the workflow if there are any',
		activationMessage:
			'The trigger now fetches delivery reports or received messages at the poll times, and starts this workflow with them.',
		defaults: { name: 'SMS Messaging Polling Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: CREDENTIAL_TYPE, required: true }],
		properties: pollingParameters,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const settings = readPollingSettings(this);
		const isTest = this.getMode() === 'manual';
		const found = isTest ? await recentMessages(this, settings) : await newReports(this, settings);
		const items = isTest && found.length === 0 ? exampleItems(settings) : found;
		return items.length === 0 ? null : [items.map((json) => ({ json }))];
	}
}
