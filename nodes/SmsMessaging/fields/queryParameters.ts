import type { INodeProperties } from 'n8n-workflow';

import type { QueryParameters } from '../api/message';
import { asValues, isBlank, readText, type AddFault } from '../parameters/values';

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
