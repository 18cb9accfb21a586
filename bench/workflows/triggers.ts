import type { WorkflowFile } from '../../tools/n8n/restClient';
import { DO_NOTHING_TRIGGER } from '../n8n/leastNodes';
import { chain } from './chain';

/** A workflow that a push starts. */
export interface TriggerWorkflow {
	workflow: WorkflowFile;
	/** After n8n's address. */
	path: string;
	/** The node that outputs what came: an item for each report, or one for the whole push. */
	last: string;
	gives: 'reports' | 'push';
}

const SPLIT_OUT = 'Split Out';

/** SMS Messaging Trigger with its defaults. */
export function smsTrigger(): TriggerWorkflow {
	const webhookId = '00000000-0000-4000-8000-0000000000a1';
	const name = 'SMS Messaging Trigger';
	const node = { name, type: 'n8n-nodes-sms-messaging.smsMessagingTrigger', parameters: {}, webhookId };
	return {
		workflow: chain('benchTrigger', name, [node]),
		path: `/webhook/${webhookId}/sms-notifications`,
		last: name,
		gives: 'reports',
	};
}

export function doNothingTrigger(): TriggerWorkflow {
	const webhookId = '00000000-0000-4000-8000-0000000000a2';
	const name = 'Do Nothing Trigger';
	const node = { name, type: DO_NOTHING_TRIGGER, parameters: {}, webhookId };
	return {
		workflow: chain('benchNothing', name, [node]),
		path: `/webhook/${webhookId}/do-nothing`,
		last: name,
		gives: 'reports',
	};
}

/** n8n's own Webhook node, in its newest version. */
export function webhook(): TriggerWorkflow {
	return {
		workflow: chain('benchWebhook', 'Webhook', [webhookNode('bench-webhook')]),
		path: '/webhook/bench-webhook',
		last: 'Webhook',
		gives: 'push',
	};
}

/** The same, with an item for each report. */
export function webhookAndSplitOut(): TriggerWorkflow {
	const splitOut = {
		name: SPLIT_OUT,
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut: 'body.results', options: {} },
	};
	const workflow = chain('benchWebhookSplit', 'Webhook and Split Out', [webhookNode('bench-split'), splitOut]);
	return { workflow, path: '/webhook/bench-split', last: SPLIT_OUT, gives: 'reports' };
}

function webhookNode(path: string) {
	return {
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
		webhookId: path,
	};
}
