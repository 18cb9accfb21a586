import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { SmsMessagingTrigger } from '../../../nodes/SmsMessaging/SmsMessagingTrigger.node';
import { STATUS_GROUPS } from '../../../nodes/SmsMessaging/api/statuses';

const { description } = new SmsMessagingTrigger();
const parameter = (name: string): INodeProperties => description.properties.find((property) => property.name === name)!;

test('the webhook’s name, method and path never change, so that existing URLs work', () => {
	expect(description.webhooks).toEqual([
		{ name: 'default', httpMethod: 'POST', path: 'sms-notifications', responseMode: 'onReceived', responseData: '' },
	]);
});

test('the trigger parses bodies itself, which n8n allows only at version 1', () => {
	expect(description.version).toBe(1);
	expect(parameter('options')).toMatchObject({
		default: { binaryData: true },
		options: expect.arrayContaining([expect.objectContaining({ name: 'binaryData', default: true })]),
	});
});

test('every status group can be chosen, with its id in the description', () => {
	const options = parameter('statusGroups').options as INodePropertyOptions[];
	expect(options.map(({ value }) => value).sort()).toEqual(Object.keys(STATUS_GROUPS).sort());
	for (const { value, description: text } of options) {
		expect(text).toContain(`(group ${STATUS_GROUPS[value as keyof typeof STATUS_GROUPS].id})`);
	}
});
