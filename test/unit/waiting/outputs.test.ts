import { SmsMessaging } from '../../../nodes/SmsMessaging/SmsMessaging.node';

const { outputs, properties } = new SmsMessaging().description;

function outputsFor(parameters: object): unknown {
	const body = String(outputs)
		.replace(/^=\{\{/, '')
		.replace(/\}\}$/, '');
	return (new Function('$parameter', `return (${body})`) as (parameters: object) => unknown)(parameters);
}

test('the node has three outputs, with their names, only where it waits and the user wants them apart', () => {
	const three = ['Delivered', 'Failed', 'No Answer'].map((displayName) => ({ type: 'main', displayName }));
	expect(outputsFor({ operation: 'sendTextAndWait', outputs: 'three' })).toEqual(three);
	expect(outputsFor({ operation: 'sendTextAndWait' })).toEqual(three);
	expect(outputsFor({ operation: 'sendTextAndWait', outputs: 'one' })).toEqual(['main']);
	for (const operation of ['sendText', 'sendBinary', 'getLogs', 'getReports'])
		expect(outputsFor({ operation, outputs: 'three' })).toEqual(['main']);
});

test('AI agents are not offered the operations that wait', () => {
	const operations = properties.find(({ name }) => name === 'operation')!.options as Array<{
		value: string;
		displayOptions?: object;
	}>;
	const hidden = operations.filter(
		({ displayOptions }) => JSON.stringify(displayOptions) === '{"hide":{"@tool":[true]}}',
	);
	expect(hidden.map(({ value }) => value)).toEqual(['sendTextAndWait', 'sendAndWait']);
});
