import type { INodeProperties } from 'n8n-workflow';

export const fromField: INodeProperties = {
	displayName: 'From',
	name: 'from',
	type: 'string',
	default: '',
	placeholder: 'e.g. MyCompany',
	description:
		'Sender that the phone shows: a name (3 to 11 letters and digits in most countries) or a number (3 to 14 digits). Empty: the sender that your account has at the service.',
};
