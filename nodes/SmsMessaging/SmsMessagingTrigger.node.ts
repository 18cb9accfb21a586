import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { type ClaimEntries, type NotificationOutcome, receiveNotification } from './notifications/receiveNotification';
import { logRequest } from './notifications/logRequest';
import { claim, type PushResponse } from './notifications/reportMemory';
import { readRequest } from './notifications/receiveBody';
import { exampleHints, notificationWebhooks, triggerPanel } from './notifications/triggerPanel';
import { triggerParameters } from './notifications/triggerParameters';
import { assertCanAuthenticate, readPushSettings } from './notifications/pushSettings';
import { triggerSubtitle } from './entries/triggerFields';
import { CREDENTIAL_TYPE } from './n8n/execution';
import { isStarting } from './n8n/start';

/** The causes of a 503 pass quickly. */
const RETRY_AFTER_S = 5;

export class SmsMessagingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMS Messaging Trigger',
		name: 'smsMessagingTrigger',
		icon: { light: 'file:smsMessaging.svg', dark: 'file:smsMessaging.dark.svg' },
		group: ['trigger'],
		// Above 1, n8n parses bodies itself whatever binaryData says, and broken XML would hang forever
		version: 1,
		subtitle: triggerSubtitle,
		// n8n also shows it for the action node
		description:
			'Send SMS messages, look up what happened to them, and start workflows from delivery reports and received messages',
		eventTriggerDescription: 'Waiting for a report or a message at the Test URL',
		activationMessage:
			"Notifications to the Production URL now start this workflow. For delivery reports, use the URL as 'Notify URL' when you send messages. For received messages, enter it in the service's portal.",
		triggerPanel,
		hints: exampleHints,
		defaults: { name: 'SMS Messaging Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: CREDENTIAL_TYPE, required: true, displayOptions: { show: { authentication: ['credential'] } } },
		],
		webhooks: notificationWebhooks,
		properties: triggerParameters,
	};

	/** n8n asks before it publishes the workflow, and when somebody listens for a test. */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await assertCanAuthenticate(this);
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	/** Never throws: n8n would treat that as a failed execution and run the workflow on data that is not a report. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { statusCode, answer, items } = await receive(this);
		if (statusCode !== 200) {
			const response = this.getResponseObject();
			if (statusCode === 503) response.setHeader('Retry-After', RETRY_AFTER_S);
			response.status(statusCode).json(answer);
			return { noWebhookResponse: true };
		}
		if (items.length === 0) return { webhookResponse: answer };
		return { webhookResponse: answer, workflowData: [items.map((json) => ({ json }))] };
	}
}

async function receive(
	context: IWebhookFunctions,
): Promise<Omit<NotificationOutcome, 'statusCode'> & { statusCode: number }> {
	try {
		if (await isStarting(context))
			return { statusCode: 503, answer: { message: 'n8n is starting. Send the notification again later' }, items: [] };
		const settings = await readPushSettings(context);
		const outcome = await receiveNotification(readRequest(context), settings, claimEntriesIn(context));
		const { statusCode, answer, leftOut } = outcome;
		if ([400, 401, 408, 413].includes(statusCode))
			logRequest(context, 'warn', `refused a notification (${statusCode})`, answer.message);
		if (leftOut !== undefined) logRequest(context, 'warn', 'ignored parts of a notification', leftOut);
		return outcome;
	} catch (error) {
		// Most likely an expression in a parameter. A service that retries loses nothing
		logRequest(context, 'error', 'could not process a notification', error);
		return {
			statusCode: 500,
			answer: { message: 'The trigger could not process this notification. See the n8n log' },
			items: [],
		};
	}
}

/** While a workflow is being built, the same entry may be pushed to the test URL again and again. */
function claimEntriesIn(context: IWebhookFunctions): ClaimEntries {
	if (context.getMode() === 'manual') return (entries) => entries;
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	return (entries) => claim(trigger, entries, context.getResponseObject() as PushResponse);
}
