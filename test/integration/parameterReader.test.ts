import './n8nSettings';

import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeParameters,
	type IWorkflowSettings,
} from 'n8n-workflow';

import { parameterReader } from '../../nodes/SmsMessaging/parameters/parameterReader';
import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';
import { additionalDataOf, nodeTypesOf } from './engine';

const node: INode = {
	id: 'sms',
	name: 'SMS Messaging',
	type: 'smsMessaging',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

function argumentsOf(parameters: INodeParameters, jsons: unknown[], settings: IWorkflowSettings = {}) {
	const start = {
		nodes: [{ ...node, parameters: { operation: 'sendText', ...parameters } }],
		connections: {},
		nodeTypes: { smsMessaging: new SmsMessaging() },
	};
	const workflow = new Workflow({ ...start, active: false, nodeTypes: nodeTypesOf(start.nodeTypes), settings });
	const items = jsons.map((json) => ({ json: json as IDataObject }));
	return {
		workflow,
		items,
		node: workflow.getNode(node.name)!,
		additionalData: additionalDataOf(start, 'trigger'),
		runData: createRunExecutionData({}),
	};
}

/** What the node's execute() gets of n8n. */
function contextOf(...run: Parameters<typeof argumentsOf>): IExecuteFunctions {
	const { workflow, items, node: sms, additionalData, runData } = argumentsOf(...run);
	const data = { main: [items] };
	return new ExecuteContext(
		workflow,
		sms,
		additionalData,
		'trigger',
		runData,
		0,
		items,
		data,
		{ node: sms, data, source: null },
		[],
	);
}

/** Reads these parameters of every item, and counts how often n8n is asked for each: as it is stored, and worked out. */
function readAll(...run: Parameters<typeof argumentsOf>) {
	const [parameters, jsons] = run;
	const context = contextOf(...run);
	const stored: Record<string, number> = {};
	const workedOut: Record<string, number> = {};
	const { getNodeParameter } = context;
	context.getNodeParameter = ((...args: Parameters<typeof getNodeParameter>) => {
		const counts = args[3]?.rawExpressions === true ? stored : workedOut;
		counts[args[0]] = (counts[args[0]] ?? 0) + 1;
		return getNodeParameter(...args);
	}) as typeof getNodeParameter;
	const read = parameterReader(context);
	const values = jsons.map((_, itemIndex) =>
		Object.fromEntries(Object.keys(parameters).map((name) => [name, read(name, itemIndex)])),
	);
	return { values, stored, workedOut };
}

const row = (index: number) => ({
	to: `+43660${index}`,
	'first name': 'Anna',
	amount: index / 3,
	isUrgent: index % 2 === 0,
	empty: null,
	Größe: '😀',
	more: { id: index },
});
const times = (count: number, parameters: INodeParameters) =>
	Object.fromEntries(Object.keys(parameters).map((name) => [name, count]));

test.each<[IWorkflowSettings]>([[{}], [{ binaryMode: 'combined' }]])(
	'n8n works out no parameter that is a plain reference or holds some, however many items there are: %j',
	(settings) => {
		const parameters: INodeParameters = {
			to: '={{ $json.to }}',
			text: '={{ $json["first name"] }}',
			from: "={{$json['missing']}}",
			messageOptions: {
				flash: '={{ $json.isUrgent }}',
				languageCode: 'DE',
				extraFields: '={{ $json.empty }}',
				callbackData: '={{ $json["Größe"] }}',
				reference: '={{ $json.more.id }}',
			},
			schedule: { validityPeriod: { period: { amount: '={{ $json.amount }}', unit: 'minutes' } } },
		};
		const { values, stored, workedOut } = readAll(
			parameters,
			Array.from({ length: 500 }, (_, index) => row(index)),
			settings,
		);
		expect(stored).toEqual(times(1, parameters));
		expect(workedOut).toEqual({});
		expect(values[499]).toEqual({
			to: '+43660499',
			text: 'Anna',
			from: undefined,
			messageOptions: { flash: false, languageCode: 'DE', extraFields: null, callbackData: '😀', reference: 499 },
			schedule: { validityPeriod: { period: { amount: 499 / 3, unit: 'minutes' } } },
		});
	},
);

test('n8n is asked once for what holds no expression, whatever the items are; it is the same object for all', () => {
	const parameters: INodeParameters = {
		to: '+43 660 1',
		messageOptions: { flash: true },
		schedule: { deliveryTimeWindow: { window: { days: ['MONDAY'] } } },
	};
	const { values, stored, workedOut } = readAll(parameters, [
		{},
		new Date(),
		...Array.from({ length: 500 }, () => ({})),
	]);
	expect(stored).toEqual(times(1, parameters));
	expect(workedOut).toEqual(times(1, parameters));
	expect(values[501]).toMatchObject(parameters);
	expect(values[501]!.messageOptions).toBe(values[0]!.messageOptions);
});

test('n8n is asked for every item where a parameter is more than plain references, or n8n refuses it', () => {
	const parameters: INodeParameters = {
		text: '=Dear {{ $json["first name"] }}',
		to: '={{ $json.to.trim() }}',
		messageOptions: { flash: '={{ $json.isUrgent }}', languageCode: '={{ $now.year }}' },
	};
	expect(readAll(parameters, [row(0), row(1), row(2)]).workedOut).toEqual(times(3, parameters));

	const read = parameterReader(contextOf({ text: '={{ $json["a.constructor"] }}' }, [{}, { 'a.constructor': 'text' }]));
	for (const itemIndex of [0, 1])
		expect(() => read('text', itemIndex)).toThrow('Expression contains invalid constructor function call');
});

test('n8n is asked for the items whose value is not plain data', () => {
	const jsons = [
		{ to: new Date(0) },
		{ to: 'a' },
		{ to: 'b' },
		{ to: { number: 1 } },
		{ to: 'c' },
		{ to: 'x'.repeat(100_001) },
		{ to: 'd' },
	];
	const { values, workedOut } = readAll({ to: '={{ $json.to }}' }, jsons);
	expect(workedOut).toEqual({ to: 3 });
	expect(values.map(({ to }) => to)).toEqual(jsons.map(({ to }) => to));
});

test('a getter of an item runs as often as it would without the reader', () => {
	const counting = () => {
		let calls = 0;
		const own = {
			get to() {
				return ++calls;
			},
		};
		return [{}, own, Object.setPrototypeOf({}, Object.create(null, Object.getOwnPropertyDescriptors(own)))];
	};
	const parameters: INodeParameters = { to: '={{ $json.to }}' };
	const context = contextOf(parameters, counting());
	const { values } = readAll(parameters, counting());
	expect(values).toEqual([0, 1, 2].map((itemIndex) => ({ to: context.getNodeParameter('to', itemIndex) })));
});

test('within the tool of an AI agent $json is the item of the agent, not the input of the tool', () => {
	const { workflow, node: sms, additionalData, runData } = argumentsOf({ to: '={{ $json.to }}' }, []);
	const ofAgent = [{ json: {} }, { json: { to: 'of the agent' } }];
	const ofTool = { ai_tool: [[{ json: {} }, { json: { to: 'of the tool' } }]] };
	const context = new SupplyDataContext(
		workflow,
		sms,
		additionalData,
		'trigger',
		runData,
		0,
		ofAgent,
		ofTool,
		'ai_tool',
		{ node: sms, data: ofTool, source: null },
		[],
	);
	const read = parameterReader(context as unknown as IExecuteFunctions);
	expect([0, 1].map((itemIndex) => read('to', itemIndex))).toEqual([undefined, 'of the agent']);
});
