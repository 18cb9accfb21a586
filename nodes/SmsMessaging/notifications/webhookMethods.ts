import type { IHookFunctions, INodeType } from 'n8n-workflow';

import { forgetAfterRemoval, keepMemory } from './reportMemory';

/**
 * Nothing has to be registered at the service; n8n announces with these calls when it removes a trigger. It also does so whenever a
 * published workflow is updated, and then restores the trigger at once.
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

/** Nothing is remembered for the test URL, and n8n removes it while the production URL stays. n8n gives no better sign of it. */
function isTestUrl(context: IHookFunctions): boolean {
	return (context as { webhookData?: { isTest?: boolean } }).webhookData?.isTest === true;
}
