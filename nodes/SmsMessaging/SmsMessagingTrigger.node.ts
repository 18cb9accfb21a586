import { NodeConnectionTypes } from 'n8n-workflow';
import type { INodeType, INodeTypeDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { receiveNotification } from './notifications/receiveNotification';
import { readRequest } from './notifications/request';
import { triggerPanel } from './notifications/triggerPanel';
import { triggerParameters } from './notifications/triggerParameters';
import { readTriggerSettings } from './notifications/triggerSettings';
import { notificationWebhooks } from './notifications/webhook';
import { reportSubtitle } from './reports/reportFields';

export class SmsMessagingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMS Messaging Trigger',
		name: 'smsMessagingTrigger',
		icon: { light: 'file:smsMessaging.svg', dark: 'file:smsMessaging.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: reportSubtitle,
		description: 'Starts the workflow when the messaging service pushes delivery reports of sent SMS',
		eventTriggerDescription: 'Waiting for a delivery report at the Test URL',
		activationMessage: "Delivery reports that are pushed to the Production URL now start this workflow. Use it as 'Notify URL' when you send messages.",
		triggerPanel,
		defaults: { name: 'SMS Messaging Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		webhooks: notificationWebhooks,
		properties: triggerParameters,
	};

	/** Never throws: n8n would take that for a failed execution, and run the workflow on something that is no report. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { statusCode, answer, items } = receive(this);
		if (statusCode !== 200) {
			this.getResponseObject().status(statusCode).json(answer);
			return { noWebhookResponse: true };
		}
		if (items.length === 0) return { webhookResponse: answer };
		return { webhookResponse: answer, workflowData: [items.map((json) => ({ json }))] };
	}
}

function receive(context: IWebhookFunctions) {
	try {
		return receiveNotification(readRequest(context), readTriggerSettings(context));
	} catch (error) {
		// Most likely an expression in a parameter; a service that tries again later then loses nothing
		const reason = error instanceof Error ? error.message : String(error);
		context.logger.error(`SMS Messaging Trigger '${context.getNode().name}' could not take a notification: ${reason}`);
		return { statusCode: 500, answer: { message: 'The trigger could not take this notification: see the log of n8n' }, items: [] };
	}
}
