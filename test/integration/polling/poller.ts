import '../n8nSettings';

import { PollContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeParameters,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { SmsMessagingApi } from '../../../credentials/SmsMessagingApi.credentials';
import { SmsMessagingPollingTrigger } from '../../../nodes/SmsMessaging/SmsMessagingPollingTrigger.node';
import { bareNode } from '../../support/bareNode';
import { additionalDataOf, nodeTypesOf, type WorkflowStart } from '../engine';
import { credentialFor } from '../smsNode';

const TRIGGER = 'Reports';
const trigger = new SmsMessagingPollingTrigger();

interface PollerOptions {
	parameters?: INodeParameters;
	/** 'manual' is the test in the editor. */
	mode?: Extract<WorkflowExecuteMode, 'trigger' | 'manual'>;
	/** What earlier publications have stored. */
	staticData?: IDataObject;
	/** Why n8n has activated the workflow; 'init' when n8n starts. */
	activation?: WorkflowActivateMode;
}

/** A trigger as one publication of its workflow has it: n8n uses the same context for all its polls. */
interface Poller {
	/** json of the items that start a run; null where none is started. */
	poll: () => Promise<IDataObject[] | null>;
	/** What the trigger wrote to the log, with its level. */
	logged: string[];
	staticData: IDataObject;
}

let workflows = 0;

/** Publishes a workflow with the trigger, in n8n's own poll context; the service is a sandbox or anything at that address. */
export function publish(service: { url: string }, options: PollerOptions = {}): Poller {
	const { parameters, mode = 'trigger', activation = 'activate', staticData = {} } = options;
	const node: INode = {
		...bareNode(TRIGGER, 'trigger', parameters),
		credentials: { smsMessagingApi: { id: 'credential-1', name: 'SMS Messaging account' } },
	};
	const start: WorkflowStart = {
		nodes: [node],
		connections: {},
		nodeTypes: { trigger },
		credentialTypes: { smsMessagingApi: new SmsMessagingApi() },
		credentials: { 'credential-1': credentialFor(service) },
	};
	const workflow = new Workflow({
		id: `workflow-${++workflows}`,
		nodes: [node],
		connections: {},
		active: true,
		nodeTypes: nodeTypesOf(start.nodeTypes),
		staticData,
	});
	const context = new PollContext(
		workflow,
		workflow.getNode(TRIGGER)!,
		additionalDataOf(start, mode),
		mode,
		activation,
	);
	const logged: string[] = [];
	const writing = (level: string) => (message: string) => logged.push(`${level}: ${message}`);
	Object.defineProperty(context, 'logger', { value: { info: writing('info'), warn: writing('warn') } });
	return {
		logged,
		staticData: workflow.staticData,
		poll: async () => {
			const outputs = await trigger.poll.call(context);
			return outputs === null ? null : outputs[0]!.map(({ json }) => json);
		},
	};
}
