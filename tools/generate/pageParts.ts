/** Generates parts of docs/ from the nodes, the credential, and the sandbox's catalogue of statuses and errors. */
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { SmsMessagingApi } from '../../credentials/SmsMessagingApi.credentials.ts';
import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node.ts';
import { SmsMessagingPollingTrigger } from '../../nodes/SmsMessaging/SmsMessagingPollingTrigger.node.ts';
import { SmsMessagingTrigger } from '../../nodes/SmsMessaging/SmsMessagingTrigger.node.ts';
import { ALL, SENDS, TEXTS, WAITS } from '../../nodes/SmsMessaging/api/entryFields.ts';
import { ANSWER_FIELDS, exampleItem, FLAT_FIELDS, NODE_FIELDS } from '../../nodes/SmsMessaging/entries/outputFields.ts';
import { adviceFor } from '../../nodes/SmsMessaging/api/advice.ts';
import { fateOf } from '../../nodes/SmsMessaging/api/statuses.ts';
import { ERRORS, STATUSES } from '../../sandbox/catalogue.ts';
import { OTHER_ITEMS, otherItem } from './otherItems.ts';

const MARKED = /(<!-- fields:(\w+) -->\n)[^]*?(<!-- \/fields -->)/g;

/** Longer defaults are not shown. */
const LONGEST_DEFAULT = 40;

/** More values than these, or values without descriptions, stand in one line. */
const MOST_LISTED_VALUES = 12;

/** More than these are for the panel alone. */
const MOST_NAMED_VALUES = 50;

/** Their labels say it all, and they are the same in all of n8n. */
const PLAIN_FIELDS = ['limit', 'returnAll', 'simplify', 'toolDescription'];

/** The operations whose lists have every field; those of the others have what differs from one of these. */
const WHOLE = { sendText: '[Send Text](send-text.md#fields)', getLogs: '[Get Logs](get-logs.md)' };

const action = new SmsMessaging().description.properties;

/** It has only just been accepted. */
const SENT_ITEM = {
	...exampleItem('sendText'),
	statusGroup: 'PENDING',
	status: 'PENDING_ACCEPTED',
	statusDescription: 'Message sent to next instance',
};

/** Each part by the name in its marker: an operation's value, or what is named here. */
export const PARTS: ReadonlyMap<string, () => string> = new Map([
	...operations().map(({ value }): [string, () => string] => [String(value), () => operationLists(String(value))]),
	['trigger', () => fieldLists(new SmsMessagingTrigger().description.properties)],
	[
		'pollingTrigger',
		() =>
			differingLists(
				new SmsMessagingPollingTrigger().description.properties,
				new SmsMessagingTrigger().description.properties,
				'[SMS Messaging Trigger](trigger.md#fields)',
			),
	],
	['credential', () => fieldLists(new SmsMessagingApi().properties)],
	['output', outputLists],
	['sentItem', () => jsonOf(SENT_ITEM)],
	['reportItem', () => jsonOf(exampleItem('getReports'))],
	['receivedItem', () => jsonOf(exampleItem('getReceived'))],
	['bulkItem', () => jsonOf(otherItem('getScheduled'))],
	['balanceItem', () => jsonOf(otherItem('getBalance'))],
	['statuses', statusLists],
	['errors', errorLists],
]);

/** The page with every part between markers written anew. */
export function withParts(page: string): string {
	return page.replace(MARKED, (_whole, start: string, name: string, end: string) => {
		const part = PARTS.get(name);
		if (part === undefined) throw new Error(`There is no part '${name}'`);
		return `${start}\n${part()}\n\n${end}`;
	});
}

export function partsIn(page: string): string[] {
	return [...page.matchAll(MARKED)].map(([, , name]) => name!);
}

function operations(): INodePropertyOptions[] {
	return action.filter(({ name }) => name === 'operation').flatMap(valuesOf);
}

function operationLists(operation: string): string {
	if (operation in OTHER_ITEMS) return fieldLists(fieldsOf(operation)) || 'It has no fields.';
	const whole = SENDS.includes(operation) ? 'sendText' : 'getLogs';
	return operation === whole
		? fieldLists(fieldsOf(operation))
		: differingLists(fieldsOf(operation), fieldsOf(whole), WHOLE[whole]);
}

function fieldsOf(operation: string): INodeProperties[] {
	return action.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes(operation));
}

/** The fields of a node or operation, or those of one of its collections. */
interface Section {
	/** Both empty for the fields outside of collections. */
	readonly name: string;
	readonly label: string;
	readonly entries: Entry[];
}

interface Entry {
	readonly label: string;
	/** In Markdown. */
	readonly lines: string;
}

/** One list for the fields, and one for each collection among them. */
function fieldLists(properties: INodeProperties[]): string {
	return sections(properties).map(sectionList).join('\n\n');
}

/** Only what the lists of another page do not have, after a line that links there. */
function differingLists(properties: INodeProperties[], whole: INodeProperties[], link: string): string {
	const own = sections(properties);
	const others = sections(whole);
	const here = labelsOf(own);
	const shared = others.filter(({ name }) => own.some((section) => section.name === name));
	const missing = [
		...labelsOf(shared).filter((label) => !here.includes(label)),
		...others.filter((section) => !shared.includes(section)).map(({ label }) => label),
	];
	const lead = `The fields are those of ${link}, except for these differences.`;
	const absent = missing.length === 0 ? [] : [`Not here: ${missing.map((label) => `*${label}*`).join(', ')}.`];
	return [[lead, ...absent].join('\n'), ...without(own, others).map(sectionList)].join('\n\n');
}

function labelsOf(these: Section[]): string[] {
	return these.flatMap(({ entries }) => entries.map(({ label }) => label));
}

/** The entries that are not in the same section of the others too. */
function without(these: Section[], those: Section[]): Section[] {
	return these
		.map((section) => {
			const known = those.find(({ name }) => name === section.name)?.entries.map(({ lines }) => lines) ?? [];
			return { ...section, entries: section.entries.filter(({ lines }) => !known.includes(lines)) };
		})
		.filter(({ entries }) => entries.length > 0);
}

function sections(properties: INodeProperties[]): Section[] {
	const fields = controls(properties);
	const collections = fields.filter((field) => field.type === 'collection' && !isOnlyForSavedWorkflows(field));
	return [
		{
			name: '',
			label: '',
			entries: fields
				.filter(({ name, type }) => type !== 'collection' && !PLAIN_FIELDS.includes(name))
				.map((field) => entryOf(field, fields)),
		},
		...collections.map(({ name, displayName, options }) => {
			const inside = controls(options as INodeProperties[]);
			const known = [...inside, ...fields];
			return { name, label: displayName, entries: inside.map((entry) => entryOf(entry, known)) };
		}),
	];
}

function sectionList({ name, label, entries }: Section): string {
	const title = name === '' ? '' : `**${label}** (\`${name}\`)\n\n`;
	return title + entries.map(({ lines }) => lines).join('\n');
}

function entryOf(field: INodeProperties, known: INodeProperties[]): Entry {
	const label = escaped(field.displayName);
	const named = [`\`${field.name}\``, defaultOf(field), condition(field, known)]
		.filter((text) => text !== '')
		.join(', ');
	const head = [`- **${label}** (${named})`, explanation(field)].filter((text) => text !== '').join(': ');
	return { label, lines: [head, ...valueLines(field)].join('\n') };
}

function explanation(field: INodeProperties): string {
	const { description = '', hint = '' } = field;
	return [sentence(description), sentence(hint), valueNames(field), inside(field)]
		.filter((text) => text !== '')
		.join(' ');
}

/** The fields of a group, which the panel explains once the group is added. */
function inside({ type, options }: INodeProperties): string {
	if (type !== 'fixedCollection') return '';
	const entries = (options as INodePropertyCollection[]).flatMap((group) => controls(group.values));
	return `Fields: ${entries.map(({ displayName, name }) => `*${displayName}* \`${name}\``).join(', ')}.`;
}

/** Which choice of another field makes this one appear. */
function condition({ displayOptions }: INodeProperties, known: INodeProperties[]): string {
	return Object.entries(displayOptions?.show ?? {})
		.flatMap(([path, wanted]) => {
			if (path === '@tool') return ['as a tool of an AI agent'];
			const other = known.find(({ name }) => name === path.replace(/^\//, ''));
			const names = (wanted ?? []).filter((value) => typeof value !== 'object').map((value) => nameOf(other, value));
			return other === undefined
				? []
				: [names.length === 0 ? `with *${other.displayName}*` : `if *${other.displayName}* is ${names.join(' or ')}`];
		})
		.join(' and ');
}

function valueNames(field: INodeProperties): string {
	// Those of a loaded list are known only when it is open
	if (!isChoice(field) || areListed(field) || valuesOf(field).length === 0) return '';
	if (valuesOf(field).length > MOST_NAMED_VALUES) return '';
	return `One of: ${valuesOf(field)
		.map(({ name }) => escaped(name))
		.join(', ')}.`;
}

function valueLines(field: INodeProperties): string[] {
	if (!isChoice(field) || !areListed(field)) return [];
	return valuesOf(field).map(({ name, description = '' }) =>
		[`  - *${escaped(name)}*`, sentence(description)].filter((text) => text !== '').join(': '),
	);
}

const isChoice = ({ type }: INodeProperties): boolean => type === 'options' || type === 'multiOptions';

function areListed(field: INodeProperties): boolean {
	const all = valuesOf(field);
	return all.length <= MOST_LISTED_VALUES && all.some(({ description = '' }) => description !== '');
}

function defaultOf(field: INodeProperties): string {
	const value: unknown = field.default;
	if (value === '' && field.required === true) return 'required';
	if (Array.isArray(value) && value.length > 0 && value.length === field.options?.length) return 'all';
	if (typeof value === 'object' || value === undefined || value === '' || value === '{}') return '';
	const name = nameOf(field, value);
	return name.length > LONGEST_DEFAULT ? 'see the panel' : name;
}

function nameOf(field: INodeProperties | undefined, value: unknown): string {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	const option = field && isChoice(field) ? valuesOf(field).find((one) => one.value === value) : undefined;
	return option === undefined ? `\`${String(value)}\`` : `*${escaped(option.name)}*`;
}

/** What a person can fill in; of two fields of one name, the first, since the other takes its place in the panel. */
function controls(properties: INodeProperties[]): INodeProperties[] {
	return properties.filter(
		({ name, type }, index) =>
			type !== 'notice' && type !== 'hidden' && properties.findIndex((other) => other.name === name) === index,
	);
}

/** A collection that is shown only where it is filled in already. */
function isOnlyForSavedWorkflows({ name, displayOptions }: INodeProperties): boolean {
	return displayOptions?.show?.[name] !== undefined;
}

function valuesOf({ options = [] }: INodeProperties): INodePropertyOptions[] {
	return options as INodePropertyOptions[];
}

/** A list for each set of operations. */
function outputLists(): string {
	const lists = new Map<string, string[]>();
	for (const [name, { about, example, of }] of Object.entries({ ...FLAT_FIELDS, ...NODE_FIELDS, ...ANSWER_FIELDS })) {
		const group = of.length === 0 ? 'Tools of AI agents' : groupsOf(of);
		const line = `- \`${name}\`: ${about.replace(/\.$/, '')}${listExample(example)}.`;
		lists.set(group, [...(lists.get(group) ?? []), line]);
	}
	return [...lists].map(([group, lines]) => [`**${group}**`, '', ...lines].join('\n')).join('\n\n');
}

/** The examples of items show single values. */
function listExample(example: unknown): string {
	return Array.isArray(example) && example.length > 0 ? `: \`${JSON.stringify(example)}\`` : '';
}

/** The largest groups first. */
const GROUPS: ReadonlyArray<[name: string, of: readonly string[]]> = [
	['All operations', ALL],
	['Sending', SENDS],
	['Sending texts', TEXTS],
	['Waiting', WAITS],
	...operations().map(({ name, value }): [string, string[]] => [name, [String(value)]]),
];

function groupsOf(of: readonly string[]): string {
	const named = new Set<string>();
	const groups = GROUPS.filter(([, members]) => {
		const isWhole = members.every((member) => of.includes(member) && !named.has(member));
		if (isWhole) for (const member of members) named.add(member);
		return isWhole;
	});
	return groups.map(([name]) => name).join(', ');
}

function jsonOf(item: object): string {
	return `\`\`\`json\n${JSON.stringify(item, null, 2)}\n\`\`\``;
}

/** A list for each group, since a name does not always begin with its group. */
function statusLists(): string {
	const all = [...STATUSES.values()];
	return [...new Set(all.map(({ groupName }) => groupName))]
		.map((group) => {
			const statuses = all.filter(({ groupName }) => groupName === group);
			const lines = statuses.map((status) => {
				const named = `- \`${status.name}\` (${status.id})`;
				return fateOf({ statusGroup: group }) === 'failed'
					? `${named}: ${adviceFor({ statusId: status.id, status: status.name })}`
					: named;
			});
			return [`**${group}**`, '', ...lines].join('\n');
		})
		.join('\n\n');
}

function errorLists(): string {
	const listed = (isPermanent: boolean) =>
		[...ERRORS.values()]
			.filter(({ permanent }) => permanent === isPermanent)
			.map(({ id, name }) => `\`${name}\` (${id})`)
			.join(', ');
	return `**Permanent:** ${listed(true)}.\n\n**Not permanent:** ${listed(false)}.`;
}

function sentence(text: string): string {
	return text === '' || /[.!?…]$/.test(text) ? escaped(text) : `${escaped(text)}.`;
}

function escaped(text: string): string {
	return text.replace(/[*<]/g, '\\$&');
}
