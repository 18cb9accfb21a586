import type { IHookFunctions, INodeType, IWebhookDescription } from 'n8n-workflow';

import { forgetAfterRemoval, keepMemory } from './reportMemory';

/**
 * The URL that services push delivery reports to. Users have given URLs with this method and path to others: changing
 * anything here would break active workflows.
 */
export const notificationWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		path: 'delivery-reports',
		responseMode: 'onReceived',
		// If omitted, n8n would answer with the literal text 'firstEntryJson'; empty, it sends what webhook() returns
		responseData: '',
	},
];

/**
 * Nothing has to be registered at the service. With these calls n8n says that it removes a trigger, also whenever a published workflow
 * is updated; then it restores the trigger at once.
 */
export const notificationWebhookMethods: INodeType['webhookMethods'] = {
	default: {
		async checkExists(this: IHookFunctions): Promise<boolean> {
			if (!isTestUrl(this)) keepMemory(this.getWorkflow().id, this.getNode().id);
			return true;
		},
		async create(this: IHookFunctions): Promise<boolean> {
			return true;
		},
		async delete(this: IHookFunctions): Promise<boolean> {
			if (!isTestUrl(this)) void forgetAfterRemoval(this.getWorkflow().id, this.getNode().id);
			return true;
		},
	},
};

/** Nothing is remembered for the test URL, which n8n removes while the production URL stays. n8n has no better sign of it. */
function isTestUrl(context: IHookFunctions): boolean {
	return (context as { webhookData?: { isTest?: boolean } }).webhookData?.isTest === true;
}
