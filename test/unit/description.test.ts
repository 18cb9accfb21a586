import type { INodeProperties } from 'n8n-workflow';

import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';

const { description } = new SmsMessaging();
const operations = description.properties.find(({ name }) => name === 'operation')!.options as Array<{
	name: string;
	value: string;
}>;
const notice = (name: string): INodeProperties => description.properties.find((property) => property.name === name)!;

test('AI agents can use the node as a tool', () => {
	expect(description.usableAsTool).toBe(true);
});

test('the subtitle gives the name of each operation', () => {
	const names = operations.map(({ value }) => evaluateSubtitle(value));
	expect(names).toEqual([
		'Send Text',
		'Send Text and Wait for Delivery',
		'Send and Wait for Response',
		'Send Binary',
		'Get Logs',
		'Get Reports',
	]);
});

/** The subtitle is an object literal that the operation looks up: ={{ {…}[$parameter["operation"]] }} */
function evaluateSubtitle(operation: string): unknown {
	const body = description.subtitle!.replace(/^=\{\{/, '').replace(/\}\}$/, '');
	return (new Function('$parameter', `return (${body})`) as (parameters: object) => unknown)({ operation });
}

test('the notice of Get Reports says that reports come only once, and what to do', () => {
	expect(notice('reportsNotice')).toMatchObject({
		type: 'notice',
		displayOptions: { show: { operation: ['getReports'] } },
	});
	expect(notice('reportsNotice').displayName).toMatch(
		/Each delivery report can be fetched only once.*pin the output.*Notify URL/,
	);
});

test('the notice of Get Logs says how long logs are kept, and what polling leads to', () => {
	expect(notice('logsNotice')).toMatchObject({ type: 'notice', displayOptions: { show: { operation: ['getLogs'] } } });
	expect(notice('logsNotice').displayName).toMatch(/48 hours.*429.*delivery reports instead/);
});

test('a dry run is announced in the panel while it is on', () => {
	const notices = description.properties.filter(({ name }) => name === 'dryRunNotice');
	expect(notices.map(({ displayOptions }) => displayOptions!.show)).toEqual(
		['sendText', 'sendTextAndWait', 'sendAndWait', 'sendBinary'].map((operation) => ({
			operation: [operation],
			dryRun: [true],
		})),
	);
});

test('what protects from sending too much or to the wrong number is not offered to expressions, nor to an AI', () => {
	const options = description.properties.filter(({ name }) => name === 'options' || name === 'dryRun');
	const all = options.flatMap((property) =>
		property.type === 'collection' ? (property.options as INodeProperties[]) : [property],
	);
	for (const name of ['dryRun', 'sameNumber', 'allowedDestinations', 'maxMessages']) {
		const found = all.filter((property) => property.name === name);
		expect(found.map(({ noDataExpression }) => noDataExpression)).toEqual([true, true, true, true]);
	}
});
