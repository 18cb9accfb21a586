import type { NodeHint, TriggerPanelDefinition } from 'n8n-workflow';

import { exampleItem } from '../output/outputFields';

const WHERE_TO_PASTE =
	"into <b>Notify URL</b> of a Send operation (in <b>Message Options</b>) and send a message; for received messages, into the settings of your number at the service. The service must be able to reach that address from outside: one on 'localhost' works only with a service on this machine.";

const TEST = `<b>While building your workflow</b>, click 'Execute step' (or 'Test this trigger'), put the <b>Test URL</b> ${WHERE_TO_PASTE} What is pushed shows up in this editor.`;

const EXECUTIONS_LIST =
	"These executions show up in the <a data-key='executions'>executions list</a>, but not in the editor.";

/** Shown in the output while it is empty; n8n shows no example data for triggers. */
export const exampleHint: NodeHint = {
	message: `Example output for a report:<pre>${JSON.stringify(exampleItem('getReports'), null, 2)}</pre>`,
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
};

/** Shown next to the trigger while it has no output: where its URL belongs. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Receive delivery reports or messages',
	executionsHelp: {
		inactive: `${TEST}<br /> <br /><b>Once you're happy with your workflow</b>, publish it and put the <b>Production URL</b> in the same place. Then every notification starts an execution. ${EXECUTIONS_LIST}`,
		active: `${TEST}<br /> <br /><b>Your workflow also runs by itself</b>, since it is published: every notification that arrives at the <b>Production URL</b> starts an execution. ${EXECUTIONS_LIST}`,
	},
	activationHint: {
		inactive:
			"Once you've finished building your workflow, publish it, and use the Production URL in place of the Test URL.",
		active:
			"This workflow is published: what arrives at the Production URL starts it, but those executions won't show up here.",
	},
};
