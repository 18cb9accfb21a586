import type { IWebhookDescription, NodeHint, TriggerPanelDefinition } from 'n8n-workflow';

import { exampleItem } from '../entries/outputFields';

const TEST =
	"<b>While building your workflow</b>, click 'Execute step' (or 'Test this trigger'), put the <b>Test URL</b> into <b>Message Options → Notify URL</b> of a Send operation, and send a message. For received messages, put it into the settings of your number at the service. The service must be able to reach the URL: an address on 'localhost' works only with a service on this machine. The notification then appears here.";
const EXECUTIONS_LIST =
	"These executions appear in the <a data-key='executions'>executions list</a>, but not in the editor.";

const exampleHint = (of: string, operation: string, condition: string): NodeHint => ({
	message: `Example output for a ${of}:<pre>${JSON.stringify(exampleItem(operation), null, 2)}</pre>`,
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `={{ $parameter["startOn"] ${condition} "received" }}`,
});

/** Shown in the output while it is empty; n8n shows no example data for triggers. */
export const exampleHints: NodeHint[] = [
	exampleHint('report', 'getReports', '!=='),
	exampleHint('received message', 'getReceived', '==='),
];

export const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive delivery reports or messages',
	executionsHelp: {
		inactive: `${TEST}<br /> <br /><b>When your workflow is ready</b>, publish it and use the <b>Production URL</b> instead. Then every notification starts an execution. ${EXECUTIONS_LIST}`,
		active: `${TEST}<br /> <br /><b>Your workflow is published</b>: every notification to the <b>Production URL</b> starts an execution. ${EXECUTIONS_LIST}`,
	},
	activationHint: {
		inactive: 'When your workflow is ready, publish it and use the Production URL instead of the Test URL.',
		active:
			'This workflow is published: notifications to the Production URL start it. Those executions do not appear here.',
	},
};

/**
 * The URL that services push delivery reports to. Users have given URLs with this method and path to others: changing
 * anything here would break active workflows.
 */
export const notificationWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		path: 'sms-notifications',
		responseMode: 'onReceived',
		// If omitted, n8n would answer with the literal text 'firstEntryJson'; empty, it sends what webhook() returns
		responseData: '',
	},
];
