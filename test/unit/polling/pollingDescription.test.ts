import type { INodeProperties } from 'n8n-workflow';

import { SmsMessagingPollingTrigger } from '../../../nodes/SmsMessaging/SmsMessagingPollingTrigger.node';
import { SmsMessagingTrigger } from '../../../nodes/SmsMessaging/SmsMessagingTrigger.node';

const { description } = new SmsMessagingPollingTrigger();
const parameter = ({ properties }: { properties: INodeProperties[] }, name: string) =>
	properties.find((property) => property.name === name)!;

test('has the filters and output options of the webhook trigger', () => {
	const webhook = new SmsMessagingTrigger().description;
	for (const name of ['startOn', 'statusGroups', 'simplify'])
		expect(parameter(description, name)).toBe(parameter(webhook, name));
	const own = parameter(description, 'options').options!;
	const ofWebhook = parameter(webhook, 'options').options!;
	const namesOnlyIn = (some: typeof own, others: typeof own) =>
		some.filter((option) => !others.includes(option)).map(({ name }) => name);
	expect(namesOnlyIn(own, ofWebhook)).toEqual(['maxCalls']);
	expect(namesOnlyIn(ofWebhook, own)).toEqual(['allowedAddresses', 'binaryData']);
});
