import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { parameterReader } from '../../../nodes/SmsMessaging/parameters/parameterReader';
import { nodeProperties } from '../../../nodes/SmsMessaging/operations';
import { bareNode } from '../bareNode';
import type { DateTimeClass, Make } from './itemValues';
import { difference, outcomeOf } from './outcomes';

/** The n8n whose engine is compared with the reader. */
export interface N8nModules {
	core: typeof import('n8n-core');
	workflow: typeof import('n8n-workflow');
}

/** The DateTime that an engine in this process uses. */
export function dateTimeOf({ workflow: { Expression } }: N8nModules): DateTimeClass {
	const globals: IDataObject = {};
	Expression.initializeGlobalContext(globals);
	return globals.DateTime as unknown as DateTimeClass;
}

/** A run of the node: its parameters, and what makes the json of its items. */
export interface Case {
	parameters: Record<string, unknown>;
	items: Make[];
	/** In which order the items and the parameters of an item are read; each number is a position. */
	order: number[];
	isPinned: boolean;
	binaryMode?: 'combined';
}

/** The result of one or more cases. */
export interface Comparison {
	/** How often a parameter was read, and how often the reader asked the engine for it. */
	reads: number;
	asked: number;
	differences: string[];
}

const COMPARING = 'Compare';

/**
 * Reads the parameters of all items in n8n's own execution of a workflow: Input → Compare, and Input → Turned → Compare, so that the
 * second run (run index 1) gets the items in reverse, paired with the first ones.
 */
export async function compare(
	modules: N8nModules,
	{ parameters, items, order, isPinned, binaryMode }: Case,
): Promise<Comparison> {
	const comparison: Comparison = { reads: 0, asked: 0, differences: [] };
	const { core, workflow: n8n } = modules;
	const input = items.map((makeJson, item) => ({ json: makeJson() as IDataObject, pairedItem: { item } }));
	const types: Record<string, INodeType> = {
		input: nodeType('input', async () => [input]),
		turned: nodeType('turned', async function (this: IExecuteFunctions) {
			return [
				this.getInputData()
					.map(({ json }, item) => ({ json, pairedItem: { item } }))
					.reverse(),
			];
		}),
		compare: nodeType('compare', async function (this: IExecuteFunctions) {
			compareIn(this, Object.keys(parameters), order, comparison);
			return [[]];
		}),
	};
	const mode = isPinned ? 'manual' : 'trigger';
	const workflow = new n8n.Workflow({
		id: 'workflow',
		nodes: [bareNode('Input', 'input'), bareNode('Turned', 'turned'), bareNode(COMPARING, 'compare')],
		connections: {
			Input: { main: [[to(COMPARING), to('Turned')]] },
			Turned: { main: [[to(COMPARING)]] },
		},
		active: false,
		nodeTypes: {
			getByName: (name) => types[name]!,
			getByNameAndVersion: (name) => types[name]!,
			getKnownTypes: () => ({}),
		} satisfies INodeTypes,
		settings: { executionOrder: 'v1', ...(binaryMode && { binaryMode }) },
		...(isPinned && { pinData: { Input: input } }),
	});
	workflow.nodes[COMPARING]!.parameters = parameters as INodeParameters;
	const data = n8n.createRunExecutionData({
		...(isPinned && { resultData: { pinData: { Input: input } } }),
		executionData: {
			nodeExecutionStack: [{ node: workflow.nodes.Input!, data: { main: [[{ json: {} }]] }, source: null }],
		},
	});
	const workflowData = { id: 'workflow', name: '', active: false, nodes: [], connections: {} };
	const additionalData = {
		executionId: '1',
		hooks: new core.ExecutionLifecycleHooks(mode, '1', workflowData as never),
		currentNodeExecutionIndex: 0,
		variables: {},
		webhookWaitingBaseUrl: 'http://127.0.0.1/w',
		formWaitingBaseUrl: 'http://127.0.0.1/f',
		setExecutionStatus: () => {},
		sendDataToUI: () => {},
	};
	const run = await new core.WorkflowExecute(
		additionalData as unknown as IWorkflowExecuteAdditionalData,
		mode,
		data,
	).processRunExecutionData(workflow);
	const runs = run.data.resultData.runData[COMPARING] ?? [];
	if (run.data.resultData.error !== undefined || runs.length !== 2)
		throw new Error(`The comparing workflow failed after ${runs.length} runs`, { cause: run.data.resultData.error });
	return comparison;
}

function compareIn(context: IExecuteFunctions, names: string[], order: number[], comparison: Comparison): void {
	const counting: IExecuteFunctions = Object.create(context, {
		getNodeParameter: {
			value: (...[name, itemIndex, fallback, options]: Parameters<IExecuteFunctions['getNodeParameter']>) => {
				if (options?.rawExpressions !== true) comparison.asked++;
				return context.getNodeParameter(name, itemIndex, fallback, options);
			},
		},
	});
	const read = parameterReader(counting);
	const inOrder = <T>(list: T[]) =>
		list
			.map((entry, index) => ({ entry, place: order[index % order.length] ?? 0 }))
			.sort((a, b) => a.place - b.place)
			.map(({ entry }) => entry);
	const indexes = inOrder(context.getInputData().map((_, itemIndex) => itemIndex));
	for (const itemIndex of indexes) {
		for (const name of inOrder(names)) {
			const expected = outcomeOf(() => context.getNodeParameter(name, itemIndex));
			const actual = outcomeOf(() => read(name, itemIndex));
			comparison.reads++;
			const differs = difference(expected, actual);
			if (differs !== undefined)
				comparison.differences.push(`${name}, item ${itemIndex} (read in the order ${indexes.join()}): ${differs}`);
		}
	}
}

const to = (name: string) => ({ node: name, type: 'main' as const, index: 0 });

/** With the parameters of the real node, which n8n validates. */
function nodeType(name: string, execute: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>): INodeType {
	return {
		description: {
			displayName: name,
			name,
			group: [],
			version: 1,
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			// Generated cases leave out parameters that n8n requires
			properties: nodeProperties.map((property) => ({ ...property, required: false })),
		},
		execute,
	};
}
