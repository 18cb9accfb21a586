import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';
import { SmsMessagingPollingTrigger } from '../../nodes/SmsMessaging/SmsMessagingPollingTrigger.node';
import { SmsMessagingTrigger } from '../../nodes/SmsMessaging/SmsMessagingTrigger.node';

const { description } = new SmsMessaging();

test('safeguards accept no expressions and no values from an AI', () => {
	const options = description.properties.filter(({ name }) => ['options', 'safeguards', 'maxMessages'].includes(name));
	const all = options.flatMap((property) =>
		property.type === 'collection' ? (property.options as INodeProperties[]) : [property],
	);
	for (const name of ['dryRun', 'sameNumber', 'allowedDestinations', 'maxMessages']) {
		const found = all.filter((property) => property.name === name);
		expect(found.length).toBeGreaterThanOrEqual(4);
		expect(found.every(({ noDataExpression }) => noDataExpression === true)).toBe(true);
	}
});

test.each([SmsMessaging, SmsMessagingTrigger, SmsMessagingPollingTrigger])(
	'n8n can choose every resource and operation of %p',
	(Node) => {
		const { description: of } = new Node();
		const valuesOf = (name: string) =>
			of.properties
				.filter((property) => property.name === name)
				.flatMap(({ options = [], displayOptions }) =>
					(options as INodePropertyOptions[]).map(({ value }) => ({ ...shown(displayOptions), [name]: value })),
				);
		const shown = ({ show = {} }: INodeProperties['displayOptions'] = {}) =>
			Object.fromEntries(Object.entries(show).map(([name, values]) => [name, (values as unknown[])[0]]));
		const choices = [{}, ...valuesOf('resource'), ...valuesOf('operation'), ...valuesOf('event')] as INodeParameters[];
		for (const chosen of choices)
			expect(NodeHelpers.getNodeParameters(of.properties, chosen, true, false, null, of)).toMatchObject(chosen);
	},
);

/** What conditions name that is neither on their own level, nor a path from the root, nor n8n's own. */
function namedElsewhere(properties: INodeProperties[]): string[] {
	const known = new Set(properties.map(({ name }) => name));
	const own = properties.flatMap(({ displayOptions = {} }) => Object.values(displayOptions).flatMap(Object.keys));
	const below = properties.flatMap(({ type, options = [] }) => {
		if (type === 'collection') return namedElsewhere(options as INodeProperties[]);
		if (type !== 'fixedCollection') return [];
		return (options as INodePropertyCollection[]).flatMap(({ values }) => namedElsewhere(values));
	});
	return [...own.filter((name) => !/^[/@]/.test(name) && !known.has(name)), ...below];
}

test.each([SmsMessaging, SmsMessagingTrigger, SmsMessagingPollingTrigger])(
	'n8n before 2.35 can open a workflow with %p',
	(Node) => expect(namedElsewhere(new Node().description.properties)).toEqual([]),
);
