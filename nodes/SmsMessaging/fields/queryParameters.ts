import type { INodeProperties } from 'n8n-workflow';

import { asValues, isBlank, readText, type AddFault } from '../parameters/values';

/** Name and value of a request's query parameters, in order; a name may occur more than once. */
export type Query = Array<[name: string, value: string]>;

export const queryParametersField: INodeProperties = {
	displayName: 'Query Parameters',
	name: 'queryParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Parameter' },
	default: {},
	placeholder: 'Add Parameter',
	description: 'More query parameters that your service supports, sent unchanged',
	options: [
		{
			displayName: 'Parameter',
			name: 'parameter',
			values: [
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
			],
		},
	],
};

/** The free query parameters; a name that already has a control in `filters` is a fault. */
export function readQueryParameters(value: unknown, filters: readonly string[], addFault: AddFault): Query {
	const listed = asValues(value).parameter;
	const parameters: unknown[] = Array.isArray(listed) ? listed : [];
	return parameters.flatMap((parameter): Query => {
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

/** The filters that are filled in, as query parameters. */
export function toQuery(filters: Record<string, string | number | undefined>): Query {
	return Object.entries(filters).flatMap(
		([name, value]): Query => (value === undefined ? [] : [[name, String(value)]]),
	);
}
