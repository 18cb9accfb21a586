import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { SmsMessagingTrigger } from '../../../nodes/SmsMessaging/SmsMessagingTrigger.node';
import { STATUS_GROUPS } from '../../../nodes/SmsMessaging/service/statuses';
import codex from '../../../nodes/SmsMessaging/SmsMessagingTrigger.node.json';

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

test('the choices of authentication are those that workflows have stored', () => {
	const options = parameter('authentication').options as INodePropertyOptions[];
	expect(options.map(({ value }) => value).sort()).toEqual(['basic', 'credential', 'header', 'none', 'token']);
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

test('notice and panel name the field where the URL belongs', () => {
	expect(parameter('notifyUrlNotice').displayName).toMatch(/'Production URL' from 'Webhook URLs' above.*'Notify URL'/);
	const panel = JSON.stringify(description.triggerPanel);
	expect(panel).toContain('Notify URL');
	expect(panel).toContain('Production URL');
	// The names of n8n's own buttons
	expect(panel).toMatch(/'Execute step' \(or 'Test this trigger'\)/);
});

test('the node is found by what people search for', () => {
	expect(codex.categories).toEqual(['Communication']);
	expect(codex.alias).toEqual(
		expect.arrayContaining(['SMS', 'text message', 'delivery report', 'notification', 'bulk']),
	);
	expect(codex.node).toBe(`n8n-nodes-sms-messaging.${description.name}`);
});
