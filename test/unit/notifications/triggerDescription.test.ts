import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { SmsMessagingTrigger } from '../../../nodes/SmsMessaging/SmsMessagingTrigger.node';
import { STATUS_GROUPS } from '../../../nodes/SmsMessaging/service/statuses';

const { description } = new SmsMessagingTrigger();
const parameter = (name: string): INodeProperties => description.properties.find((property) => property.name === name)!;

test('URLs that users have handed out stay the same: name, method and path of the webhook', () => {
	expect(description.webhooks).toEqual([
		{ name: 'default', httpMethod: 'POST', path: 'delivery-reports', responseMode: 'onReceived', responseData: '' },
	]);
});

test('n8n leaves bodies to the trigger: it asks for the option at version 1 alone', () => {
	expect(description.version).toBe(1);
	expect(parameter('options')).toMatchObject({
		default: { binaryData: true },
		options: expect.arrayContaining([expect.objectContaining({ name: 'binaryData', default: true })]),
	});
});

test('every status group of the catalogue can be chosen, with its id in the description', () => {
	const options = parameter('statusGroups').options as INodePropertyOptions[];
	expect(options.map(({ value }) => value).sort()).toEqual(Object.keys(STATUS_GROUPS).sort());
	for (const { value, description: text } of options) {
		expect(text).toContain(`(group ${STATUS_GROUPS[value as keyof typeof STATUS_GROUPS].id})`);
	}
});

test.each([
	['token', 'token', true],
	['user', 'basic', false],
	['password', 'basic', true],
	['headerName', 'header', false],
	['headerValue', 'header', true],
])('%s is asked for only where it is used, and lets no one in while it is blank', (name, authentication, isSecret) => {
	expect(parameter(name)).toMatchObject({
		...(isSecret && { typeOptions: { password: true } }),
		required: true,
		default: '',
		displayOptions: { show: { authentication: [authentication] } },
	});
});

test('the credential is asked for only where it is used', () => {
	expect(description.credentials).toEqual([
		{ name: 'smsMessagingApi', required: true, displayOptions: { show: { authentication: ['credential'] } } },
	]);
	expect(parameter('credentialNotice').displayOptions).toEqual({ show: { authentication: ['credential'] } });
});
