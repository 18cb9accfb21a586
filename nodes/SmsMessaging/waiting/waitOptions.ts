import type { INodeProperties } from 'n8n-workflow';

import { sendOptionsWithoutRejected } from '../fields/options';
import { bodyAsBytesField } from '../fields/bodyAsBytes';

/** The options of the operations that wait. n8n ignores options that have no field. */
export const waitOptionsField: INodeProperties = {
	...sendOptionsWithoutRejected,
	options: [...(sendOptionsWithoutRejected.options as INodeProperties[]), bodyAsBytesField],
};
