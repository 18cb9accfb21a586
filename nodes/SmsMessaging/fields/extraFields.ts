import type { INodeProperties } from 'n8n-workflow';

import { isJsonObject, type Json, type JsonObject } from '../text/json';
import { asValues, readJsonObject, type AddFault, type Values } from '../parameters/values';

/** The fields that have a control: true for a field, an object for one whose parts have controls. */
export interface Controls {
	readonly [field: string]: true | Controls;
}

/** The parts of a request that can have more fields. */
type ExtraPart = 'message' | 'request';

/** @param examples for each part */
export const extraFieldsField = (examples: Record<ExtraPart, string>): INodeProperties => ({
	displayName: 'Extra Fields (JSON)',
	name: 'extraFields',
	type: 'fixedCollection',
	default: { json: {} },
	placeholder: 'Add Extra Fields',
	description: 'More fields that your service supports. Fields that have a setting in this node are not allowed here.',
	options: [
		{
			displayName: 'Extra Fields',
			name: 'json',
			values: [
				{
					displayName: 'Of the Message',
					name: 'message',
					type: 'json',
					default: '{}',
					placeholder: `e.g. ${examples.message}`,
					description: 'JSON object with more fields of the message',
				},
				{
					displayName: 'Of the Request',
					name: 'request',
					type: 'json',
					default: '{}',
					placeholder: `e.g. ${examples.request}`,
					description:
						'JSON object with more fields of the request. Items with different request fields are sent in separate requests.',
				},
			],
		},
	],
});

/** Fields that the node fills in itself, and from where. */
const MADE_BY_THE_NODE: Readonly<Record<string, string>> = {
	messages: 'comes from the input items',
	destinations: "comes from 'To'",
};

/**
 * The extra fields, except those that have a control: they are reported as faults.
 * @param options the message options
 */
export function readExtraFields(
	options: Values,
	part: ExtraPart,
	controls: Controls,
	addFault: AddFault,
): JsonObject | undefined {
	const field = `extraFields.${part}`;
	const extra = readJsonObject(asValues(asValues(options.extraFields).json)[part], field, addFault);
	if (extra === undefined) return undefined;
	const taken = controlledFields(extra, controls);
	const withControl = taken.filter((name) => !Object.hasOwn(MADE_BY_THE_NODE, name));
	for (const name of taken.filter((candidate) => !withControl.includes(candidate))) {
		addFault(field, `contains '${name}', which ${MADE_BY_THE_NODE[name]}; remove it`);
	}
	if (withControl.length > 0) {
		addFault(field, `contains ${withControl.map((name) => `'${name}'`).join(', ')}; use the node's setting instead`);
	}
	return Object.keys(extra).length === 0 ? undefined : extra;
}

function controlledFields(extra: JsonObject, controls: Controls, prefix = ''): string[] {
	return Object.entries(extra).flatMap(([name, value]) => {
		const control = Object.hasOwn(controls, name) ? controls[name] : undefined;
		if (control === undefined) return [];
		if (control === true || !isJsonObject(value)) return [prefix + name];
		return controlledFields(value, control, `${prefix}${name}.`);
	});
}

/** Merges `extra` into `fields` at every depth; if both have a value, that of `fields` wins. */
export function addExtraFields(fields: JsonObject, extra: JsonObject | undefined): JsonObject {
	if (extra === undefined) return fields;
	const merged = new Map<string, Json | undefined>(Object.entries(fields));
	for (const [name, value] of Object.entries(extra)) {
		const own = merged.get(name);
		if (own === undefined) merged.set(name, value);
		else if (isJsonObject(own) && isJsonObject(value)) merged.set(name, addExtraFields(own, value));
	}
	return Object.fromEntries(merged);
}
