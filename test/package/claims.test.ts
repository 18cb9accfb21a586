import { scripts } from '../../package.json';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { SmsMessagingApi } from '../../credentials/SmsMessagingApi.credentials';
import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';
import { SmsMessagingPollingTrigger } from '../../nodes/SmsMessaging/SmsMessagingPollingTrigger.node';
import { SmsMessagingTrigger } from '../../nodes/SmsMessaging/SmsMessagingTrigger.node';
import { ASK_OUTPUTS } from '../../nodes/SmsMessaging/asking/outputs';
import { RETRY_TIMES } from '../../nodes/SmsMessaging/api/pacer';
import { DELIVERY_OUTPUTS } from '../../nodes/SmsMessaging/waiting/waitForDelivery';
import { DEFAULT_SETTINGS } from '../../sandbox/options';
import { read, tracked } from './pages';

/** What the documents claim, compared with the code: numbers, labels, commands and paths. */

const NODES = 'nodes/SmsMessaging/';
const MIB = 1024 * 1024;
const { polling } = RETRY_TIMES;

/** A number in a source file: `NAME = 16 * 1024` or `name: 50`. */
function inCode(path: string, name: string): number {
	const found = new RegExp(`\\b${name}(?: =|:) ([\\d_]+(?: \\* [\\d_]+)*)[;,]`).exec(read(path));
	if (!found) throw new Error(`${path} has no number ${name}`);
	return found[1]!.split(' * ').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1);
}

const inNodes = (path: string, name: string): number => inCode(`${NODES}${path}.ts`, name);

/** By page: the sentence with its number, and the value in the code. */
const NUMBERS: Record<string, Array<[claim: RegExp, value: number]>> = {
	'docs/triggers/trigger.md': [
		[/([\d,]+) MiB \(uncompressed\)/, inNodes('notifications/receiveBody', 'MAX_BODY_BYTES') / MIB],
		[/([\d,]+) reports, /, inNodes('notifications/readNotification', 'MAX_ENTRIES')],
		[/([\d,]+) fields and list elements/, inNodes('text/json', 'values')],
		[/([\d,]+) levels/, inNodes('text/json', 'levels')],
		[/arrive within (\d+) seconds/, inNodes('notifications/receiveBody', 'DEADLINE_MS') / 1000],
		[/remember the latest ([\d,]+)/, inNodes('notifications/reportMemory', 'MOST_KNOWN')],
	],
	'docs/triggers/polling-trigger.md': [[/up to (\d+) minutes/, polling.longestMs / 60_000]],
	'docs/security.md': [[/at most (\d+) MiB of an answer/, inNodes('text/decodeBody', 'MOST_ANSWER_BYTES') / MIB]],
	'docs/reliability.md': [
		[/within (\d+) calls/, inNodes('sending/submit/messageLogs', 'MOST_CALLS')],
		[/Retry more than (\d+) hours/, inNodes('logs/windows', 'RETENTION_HOURS')],
	],
	'docs/service-contract.md': [
		[/n8n differ by at most (\d+) minutes/, inNodes('text/dateTime', 'CLOCK_TOLERANCE_MS') / 60_000],
		[/maximum of (\d+) to 1,000/, inNodes('logs/windows', 'FEWEST_IN_FULL')],
		[/maximum of 50 to ([\d,]+)/, inNodes('api/client', 'MOST_RESULTS')],
	],
	'docs/operations/send-text.md': [[/always has (\d+) seconds/, inNodes('api/transport', 'REQUEST_TIMEOUT_MS') / 1000]],
	'docs/operations/send-binary.md': [[/at most ([\d,]+) bytes/, inNodes('fields/binarySource', 'MAX_BYTES')]],
	'docs/operations/get-logs.md': [
		[/(\d+) seconds in all/, inNodes('fields/fetchFields', 'DEFAULT_PATIENCE_SECONDS')],
		[/after ([\d,]+) calls/, inNodes('logs/logReader', 'MOST_CALLS')],
	],
	'sandbox/README.md': [
		[/at most (\d+) entries/, DEFAULT_SETTINGS.mostResults],
		[/Up to (\d+) reports/, DEFAULT_SETTINGS.notifications.batchSize],
		[/Bodies of (\d+) MiB/, inCode('sandbox/jsonBody.ts', 'BODY_LIMIT_BYTES') / MIB],
	],
};

test.each(Object.entries(NUMBERS))('%s has the numbers in the code', (page, claims) => {
	for (const [claim, value] of claims) {
		const found = [...read(page).matchAll(new RegExp(claim, 'g'))].map(([, number]) => number!.replaceAll(',', ''));
		expect([claim, new Set(found)]).toEqual([claim, new Set([String(value)])]);
	}
});

type Described = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** Labels of fields, values, actions and collections, at every level. */
function labelsOf(described: readonly Described[]): string[] {
	return described.flatMap((one) => [
		// A unit at the end may be left out
		...('displayName' in one ? [one.displayName, one.displayName.replace(/ \([^)]+\)$/, '')] : [one.name]),
		...('action' in one && one.action ? [one.action] : []),
		...('options' in one ? labelsOf((one.options ?? []) as Described[]) : []),
		...('values' in one ? labelsOf(one.values) : []),
	]);
}

/** Labels of n8n itself, and a button of an answer page. */
// biome-ignore format: a list of words
const OTHERS = [
	'Add first step…', 'Always Output Data', 'Continue', 'Continue (using error output)', 'Execute Once', 'Fetch Test Event',
	'Install a community node', 'On Error', 'Poll Times', 'Remove Duplicates', 'Retry', 'Retry with original workflow',
	'Settings', 'Stop Workflow', 'Tool Description', 'Approve', 'Create new credential',
];

test('labels in italics exist in the panels', async () => {
	const nodes = [new SmsMessaging(), new SmsMessagingTrigger(), new SmsMessagingPollingTrigger()];
	const known = new Set([
		...nodes.flatMap(({ description }) => [description.displayName, ...labelsOf(description.properties)]),
		...labelsOf(new SmsMessagingApi().properties),
		...DELIVERY_OUTPUTS,
		...ASK_OUTPUTS,
		...OTHERS,
	]);
	const unknown = (await tracked('README.md', 'docs/operations/*.md', 'docs/triggers/*.md')).flatMap((page) =>
		[
			...read(page)
				.replace(/`[^`\n]*`/g, '')
				.matchAll(/(?<![*\w])\*([A-Z][^*\n]*)\*(?!\*)/g),
		]
			.flatMap(([, label]) => label!.split(' → '))
			.filter((label) => !known.has(label))
			.map((label) => `${page}: ${label}`),
	);
	expect(unknown).toEqual([]);
});

test('npm scripts and paths exist', async () => {
	const files = await tracked();
	const exists = (path: string): boolean =>
		path.startsWith('test-results/') ||
		files.some((file) => `/${file}`.endsWith(`/${path}`) || (path.endsWith('/') && `/${file}`.includes(`/${path}`)));
	const missing = files
		.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md')
		.flatMap((page) => {
			const commands = [...read(page).matchAll(/npm run ([\w:-]+)/g)].filter(([, name]) => !(name! in scripts));
			const paths = [
				...read(page).matchAll(/`((?:[\w-][\w.-]*\/)*[\w-][\w.-]*(?:\.(?:tsx?|mjs|json|md|yml|yaml|svg)|\/))`/g),
			];
			return [...commands, ...paths.filter(([, path]) => !exists(path!))].map(([found]) => `${page}: ${found}`);
		});
	expect(missing).toEqual([]);
});
