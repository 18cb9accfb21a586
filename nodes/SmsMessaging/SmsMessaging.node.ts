import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
	NodeOperationError,
} from 'n8n-workflow';

import { takeAnswer } from './asking/takeAnswer';
import { loadTimeZones } from './fields/timeZones';
import type { Operation } from './operations/operation';
import { findOperation, nodeOutputs, nodeProperties, operationSubtitle, waitingTooltip } from './operations';
import { errorItem, notAsCanceled, toldInFull } from './output/errorItems';
import { labelsOf } from './parameters/items';
import { errorModeOf, isTool, CREDENTIAL_TYPE } from './n8n/execution';
import { ANSWERS, resumeWebhooks } from './waiting/resumeAddress';
import { takeReports } from './waiting/takeReports';

/** Added by n8n to the resources and operations of every node whose credential its HTTP Request node can use. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

export class SmsMessaging implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMS Messaging',
		name: 'smsMessaging',
		icon: { light: 'file:smsMessaging.svg', dark: 'file:smsMessaging.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: operationSubtitle,
		description: 'Send text and binary SMS, read logs of sent messages and fetch delivery reports',
		builderHint: {
			searchHint:
				'Sends SMS. To react to delivery or to received messages, use SMS Messaging Trigger; without a public address, the polling one.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-sms-messaging.smsMessagingTrigger',
					relationHint: 'Its Production URL is the Notify URL of what this node sends',
				},
			],
		},
		defaults: { name: 'SMS Messaging' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: nodeOutputs,
		waitingNodeTooltip: waitingTooltip,
		webhooks: resumeWebhooks,
		credentials: [{ name: CREDENTIAL_TYPE, required: true }],
		properties: nodeProperties,
	};

	methods = { loadOptions: loadTimeZones };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const node = this.getNode();
		const mode = errorModeOf(this);
		let operation: Operation | undefined;
		try {
			const value = this.getNodeParameter('operation', 0, '');
			operation = findOperation(value);
			if (operation === undefined) {
				const isCustomCall = [value, this.getNodeParameter('resource', 0)].includes(CUSTOM_API_CALL);
				throw new NodeOperationError(
					node,
					isCustomCall
						? 'This node does not support custom API calls'
						: `This node has no operation '${String(value)}'`,
					{
						description:
							'To make your own calls, use the HTTP Request node: under Authentication choose Predefined Credential Type, then SMS Messaging API.',
					},
				);
			}
			return await operation.execute({ context: this, mode, labelOf: labelsOf(operation.fields) });
		} catch (error) {
			const failure = new NodeOperationError(node, error as Error);
			const isUsedAsTool = isTool(this);
			if (mode === 'stop') throw notAsCanceled(isUsedAsTool ? toldInFull(failure) : failure);
			// If a node set to continue throws, n8n passes on all its input as a success
			const items = this.getInputData().map((_item, itemIndex) =>
				errorItem(itemIndex, failure.message, { description: failure.description ?? '' }),
			);
			// A model gets the items of the first output
			return (isUsedAsTool ? undefined : operation?.placeErrors?.(this, items)) ?? [items];
		}
	}

	/** Receives answers and delivery reports for a waiting execution. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return this.getWebhookName() === ANSWERS ? await takeAnswer(this) : await takeReports(this);
	}
}
