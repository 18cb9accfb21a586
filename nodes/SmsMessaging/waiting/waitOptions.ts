import type { INodeProperties } from 'n8n-workflow';

import { bodyAsBytesField } from '../fields/bodyAsBytes';
import { sendOptionsField } from '../fields/options';

/** The options of the operations that wait. n8n ignores options that have no field. */
export const waitOptionsField: INodeProperties = {
	...sendOptionsField,
	options: [...(sendOptionsField.options as INodeProperties[]), bodyAsBytesField],
};
