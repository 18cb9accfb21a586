import type { INodeProperties } from 'n8n-workflow';

import { groupOf } from './output';
import type { QueryParameters } from '../api/message';
import { isKnownGroup, STATUS_GROUPS } from '../api/statuses';
import { readText, asValues, isBlank, readSeconds, type AddFault, type Values } from '../parameters/values';
import { tryParseJson } from '../text/json';
import { entriesOf, withoutFormats } from '../text/words';

export const bulkIdFilter: INodeProperties = {
	displayName: 'Bulk ID',
	name: 'bulkId',
	type: 'string',
	default: '',
	placeholder: 'e.g. reminders-2030-01-31',
	description:
		'ID of the request that the messages were sent in. Separate several with commas if your service supports that.',
};

export const messageIdFilter: INodeProperties = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-4711',
	description: 'Separate several IDs with commas if your service supports that',
};

export const filtersField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Which results to return',
	options,
});

/** An ID may have a semicolon. */
const BETWEEN_IDS = /[,\r\n]/;

/** One identifier, several separated by commas or line ends, or an array (also as JSON), each by itself. */
export function readIdentifiers(value: unknown, field: string, addFault: AddFault): string[] | undefined {
	const parsed = typeof value === 'string' && /^\s*\[/.test(value) ? tryParseJson(value) : value;
	const values: unknown[] = Array.isArray(parsed) ? parsed : [value];
	const texts = values.flatMap((part) => readText(part, field, addFault) ?? []);
	const identifiers = texts.flatMap((text) => entriesOf(withoutFormats(text), BETWEEN_IDS));
	if (identifiers.length > 0) return identifiers;
	// Without the filter, the service would return everything
	if (texts.length > 0) addFault(field, 'contains only commas and no ID');
	return undefined;
}

/** Names of status groups (public status catalogue), as people write them. */
export function readStatusGroups(written: readonly string[], field: string, addFault: AddFault): string[] {
	const groups = written.map((name) => name.toUpperCase());
	const unknown = groups.find((name) => !isKnownGroup(name));
	if (unknown !== undefined) addFault(field, `contains ${unknown}; use ${Object.keys(STATUS_GROUPS).join(', ')}`);
	return groups;
}

export const queryParametersField: INodeProperties = {
	displayName: 'Query Parameters',
	name: 'queryParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Parameter' },
	default: {},
	placeholder: 'Add Parameter',
	description: 'More query parameters that your service supports, sent unchanged',
	options: groupOf('Parameter', 'parameter', [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. applicationId',
			description: 'Name of the query parameter',
		},
		{
			displayName: 'Value',
			name: 'value',
			type: 'string',
			default: '',
			description: 'Value of the query parameter. If empty, the parameter is not sent.',
		},
	]),
};

/** The free query parameters; a name that already has a control in `filters` is a fault. */
export function readQueryParameters(value: unknown, filters: readonly string[], addFault: AddFault): QueryParameters {
	const listed = asValues(value).parameter;
	const parameters: unknown[] = Array.isArray(listed) ? listed : [];
	return parameters.flatMap((parameter): QueryParameters => {
		const { name: nameValue, value: parameterValue } = asValues(parameter);
		const name = readText(nameValue, 'queryParameters', addFault)?.trim();
		const text = readText(parameterValue, 'queryParameters', addFault);
		if (name === undefined) {
			if (!isBlank(parameterValue)) addFault('queryParameters', 'has a value without a name; enter the name');
			return [];
		}
		if (filters.includes(name)) addFault('queryParameters', `contains '${name}'; use the filter of the node instead`);
		return text === undefined ? [] : [[name, text]];
	});
}

const DEFAULT_PATIENCE_SECONDS = 120;

export const fetchOptionsField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description: 'How the node fetches results',
	options,
});

export const patienceOption: INodeProperties = {
	displayName: 'Keep Retrying For (Seconds)',
	name: 'patience',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: DEFAULT_PATIENCE_SECONDS,
	description:
		'How long to retry in total while the service answers 429 or refuses connections. After that, the node outputs what it has fetched.',
};

export const readPatience = (options: Values, addFault: AddFault): number =>
	readSeconds(options.patience, 'patience', addFault) ?? DEFAULT_PATIENCE_SECONDS * 1000;
