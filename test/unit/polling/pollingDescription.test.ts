import type { INodeProperties } from 'n8n-workflow';

import codex from '../../../nodes/SmsMessaging/SmsMessagingPollingTrigger.node.json';
import { SmsMessagingPollingTrigger } from '../../../nodes/SmsMessaging/SmsMessagingPollingTrigger.node';
import { SmsMessagingTrigger } from '../../../nodes/SmsMessaging/SmsMessagingTrigger.node';

const { description } = new SmsMessagingPollingTrigger();
const parameter = ({ properties }: { properties: INodeProperties[] }, name: string) =>
	properties.find((property) => property.name === name)!;

test('filter and output are those of the webhook trigger', () => {
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

test('the options stand in the order of their names', () => {
	const names = parameter(description, 'options').options!.map((option) => (option as INodeProperties).displayName);
	expect(names).toEqual([...names].sort());
});

test('the notices say who reads a report, what the test does and what can be lost', () => {
	expect(parameter(description, 'oneReaderNotice').displayName).toMatch(/one reader.*Notify URL.*Get Reports.*used up/);
	expect(parameter(description, 'testNotice').displayName).toMatch(/logs.*without callback data.*no report/);
	expect(parameter(description, 'lossNotice').displayName).toMatch(/n8n stops between.*Get Logs.*48 hours/);
});

test('the node is found by what people search for', () => {
	expect(codex.categories).toEqual(['Communication']);
	expect(codex.alias).toEqual(expect.arrayContaining(['SMS', 'text message', 'delivery report', 'polling']));
	expect(codex.node).toBe(`n8n-nodes-sms-messaging.${description.name}`);
});
