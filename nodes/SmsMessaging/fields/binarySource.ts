import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { parameterReader } from '../parameters/parameterReader';
import { describe, isBlank, type AddFault } from '../parameters/values';
import { withoutTrailing } from '../text/numbers';

const sourceField: INodeProperties = {
	displayName: 'Content Source',
	name: 'contentSource',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'Base64', value: 'base64', description: 'Bytes encoded as Base64' },
		{ name: 'Binary Field', value: 'binaryField', description: 'A file of the input item' },
		{ name: 'Hex', value: 'hex', description: 'Bytes as pairs of hexadecimal digits' },
	],
	default: 'hex',
	description: 'Where the bytes of the message come from',
};

const showFor = (source: string): INodeProperties['displayOptions'] => ({ show: { contentSource: [source] } });

export const binarySourceFields: INodeProperties[] = [
	sourceField,
	{
		displayName: 'Hex',
		name: 'hex',
		type: 'string',
		typeOptions: { rows: 3 },
		required: true,
		default: '',
		displayOptions: showFor('hex'),
		placeholder: 'e.g. 48 65 6C 6C 6F',
		description: 'The message as pairs of hexadecimal digits, with or without separators',
	},
	{
		displayName: 'Base64',
		name: 'base64',
		type: 'string',
		typeOptions: { rows: 3 },
		required: true,
		default: '',
		displayOptions: showFor('base64'),
		placeholder: 'e.g. SGVsbG8=',
		description: 'The message as Base64',
	},
	{
		displayName: 'Input Binary Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		displayOptions: showFor('binaryField'),
		placeholder: 'e.g. data',
		description: 'Name of the binary field of the input item that contains the bytes',
	},
];

/** The content of the items' binary fields, by item index. A text says why a field cannot be sent. */
export type LoadedFields = ReadonlyMap<number, Buffer | string>;

/** 255 parts of 134 bytes: no message can be longer, so a larger file is not even read. */
const MAX_BYTES = 255 * 134;
/** As hexadecimal digits, with their separators. */
const MAX_HEX_CHARACTERS = 20 * MAX_BYTES;
const tooMany = (bytes: number): string => `has ${bytes} bytes, but a message has at most ${MAX_BYTES}`;

/** Reads the binary fields of the input items, if the content comes from there: n8n may keep them outside its memory. */
export async function loadBinaryFields(context: IExecuteFunctions): Promise<LoadedFields> {
	const loaded = new Map<number, Buffer | string>();
	if (context.getNodeParameter('contentSource', 0, 'hex') !== 'binaryField') return loaded;
	const read = parameterReader(context);
	for (const itemIndex of context.getInputData().keys())
		loaded.set(itemIndex, await loadField(context, itemIndex, () => read('binaryPropertyName', itemIndex)));
	return loaded;
}

async function loadField(
	context: IExecuteFunctions,
	itemIndex: number,
	readName: () => unknown,
): Promise<Buffer | string> {
	try {
		const name = readName();
		if (isBlank(name)) return 'is empty; enter the name of the binary field';
		const { helpers } = context;
		const files = Object.keys(context.getInputData()[itemIndex]?.binary ?? {});
		// In this mode, n8n looks for files in the json
		const isCombined = context.getWorkflowSettings().binaryMode === 'combined';
		if (!isCombined && !files.includes(String(name)))
			return `is ${describe(name)}, but the item has ${files.length === 0 ? 'no files' : `only ${files.map(describe).join(', ')}`}`;
		const field = helpers.assertBinaryData(itemIndex, name as string);
		const size =
			field.id === undefined ? field.data.length * 0.75 : (await helpers.getBinaryMetadata(field.id)).fileSize;
		if (size > MAX_BYTES) return tooMany(Math.round(size));
		return await helpers.getBinaryDataBuffer(itemIndex, name as string);
	} catch (error) {
		return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
	}
}

/**
 * The bytes of a message, as the interface writes them: pairs of hexadecimal digits with spaces between them.
 * @param field the content of the item's binary field, if that is the source
 */
export function readBinarySource(
	read: (name: string) => unknown,
	field: Buffer | string | undefined,
	addFault: AddFault,
): string {
	switch (read('contentSource')) {
		case 'base64':
			return readBase64(read('base64'), addFault);
		case 'binaryField':
			return readField(field, addFault);
		case 'hex':
		case undefined:
			return readHex(read('hex'), addFault);
		default:
			addFault('contentSource', 'must be base64, binaryField or hex');
			return '';
	}
}

export const hexPairs = (bytes: Buffer): string => bytes.toString('hex').toUpperCase().match(/../g)?.join(' ') ?? '';

function pairsOf(field: string, bytes: Buffer, addFault: AddFault): string {
	if (bytes.length <= MAX_BYTES) return hexPairs(bytes);
	addFault(field, tooMany(bytes.length));
	return '';
}

/** Byte pairs separated by single spaces. Each group between separators has to contain whole bytes. */
export function readHex(value: unknown, addFault: AddFault): string {
	if (value === undefined || typeof value === 'number') {
		const isNumber = `is the number ${value}; pass it as text, since numbers lose leading zeros`;
		addFault('hex', value === undefined || Number.isNaN(value) ? `is ${value}; check its expression` : isNumber);
		return '';
	}
	if (isBlank(value)) {
		addFault('hex', 'is empty; enter the bytes of the message, for example 48 65 6C');
		return '';
	}
	const text = String(value);
	if (text.length > MAX_HEX_CHARACTERS) {
		addFault('hex', `has ${text.length} characters, but a message has at most ${MAX_BYTES} bytes`);
		return '';
	}
	const groups = text
		.replace(/\\x/gi, ' \\x')
		.split(/[\s,;:_-]+/)
		.filter((group) => group !== '')
		.map((group) => group.replace(/^(0x|\\x)/i, ''));
	const isBytes =
		typeof value === 'string' &&
		groups.every((group) => group !== '' && group.length % 2 === 0 && !/[^0-9a-f]/i.test(group));
	const digits = isBytes ? groups.join('') : '';
	if (digits.length / 2 > MAX_BYTES) addFault('hex', tooMany(digits.length / 2));
	else if (digits !== '') return digits.match(/../g)!.join(' ');
	else addFault('hex', `is ${describe(value)}, but must be pairs of hexadecimal digits, for example 48 65 6C`);
	return '';
}

/** With or without padding and line breaks, in the standard or the URL alphabet. Truncated or damaged Base64 is a fault. */
function readBase64(value: unknown, addFault: AddFault): string {
	if (isBlank(value)) {
		addFault(
			'base64',
			`is ${value === undefined ? 'undefined; check its expression' : 'empty; enter the bytes as Base64'}`,
		);
		return '';
	}
	const digits = (text: string) => withoutTrailing(text, '=').replaceAll('-', '+').replaceAll('_', '/');
	const text = typeof value === 'string' ? value.replace(/\s+/g, '') : '';
	const bytes = Buffer.from(text, 'base64');
	if (bytes.length > 0 && digits(bytes.toString('base64')) === digits(text)) return pairsOf('base64', bytes, addFault);
	addFault('base64', `is ${describe(value)}, but must be Base64, for example SGVsbG8=`);
	return '';
}

function readField(field: Buffer | string | undefined, addFault: AddFault): string {
	if (typeof field === 'string') addFault('binaryPropertyName', field);
	else if (field === undefined || field.length === 0)
		addFault('binaryPropertyName', 'names a field that contains no bytes');
	else return hexPairs(field);
	return '';
}
