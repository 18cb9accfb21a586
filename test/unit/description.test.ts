import type { INodeProperties } from 'n8n-workflow';

import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';

const { description } = new SmsMessaging();

test('AI agents can use the node as a tool', () => {
	expect(description.usableAsTool).toBe(true);
});

test('what protects from sending too much or to the wrong number is not offered to expressions, nor to an AI', () => {
	const options = description.properties.filter(({ name }) => ['options', 'dryRun', 'maxMessages'].includes(name));
	const all = options.flatMap((property) =>
		property.type === 'collection' ? (property.options as INodeProperties[]) : [property],
	);
	for (const name of ['dryRun', 'sameNumber', 'allowedDestinations', 'maxMessages']) {
		const found = all.filter((property) => property.name === name);
		expect(found.length).toBeGreaterThanOrEqual(4);
		expect(found.every(({ noDataExpression }) => noDataExpression === true)).toBe(true);
	}
});
