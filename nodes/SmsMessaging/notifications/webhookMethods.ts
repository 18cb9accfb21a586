import type { IHookFunctions, INodeType } from 'n8n-workflow';

import { forgetAfterRemoval, keepMemory } from './reportMemory';

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
