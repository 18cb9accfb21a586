import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { SmsMessaging } from '../../../nodes/SmsMessaging/SmsMessaging.node';
import type { FieldType, ScalarType, Table } from './requestTables';

export interface Leaf {
	/** For example `messages[].destinations[].to`. */
	path: string;
	type: ScalarType;
	/** The leaf is a list of scalars. */
	isList: boolean;
}

/** The scalar fields below a table, with the tables that it names. */
export function leavesOf(tables: Readonly<Record<string, Table>>, table: string, prefix = ''): Leaf[] {
	const fields = tables[table];
	if (fields === undefined) throw new Error(`There is no table '${table}'`);
	return Object.entries(fields).flatMap(([name, type]: [string, FieldType]): Leaf[] => {
		const isList = typeof type !== 'string';
		const element = typeof type === 'string' ? type : type[0];
		const path = prefix + name;
		if (element in tables) return leavesOf(tables, element, `${path}${isList ? '[]' : ''}.`);
		return [{ path, type: element as ScalarType, isList }];
	});
}

export interface Control {
	/** For example `schedule.deliveryTimeWindow.window.days`; `[]` after what can be added several times. */
	path: string;
	property: INodeProperties;
}

/** Every control that the editor shows for an operation, those in collections included. */
export function controlsOf(operation: string): Control[] {
	const { properties } = new SmsMessaging().description;
	const shown = properties.filter(({ displayOptions: { show = {} } = {} }) => {
		return !('@tool' in show) && (show.operation?.includes(operation) ?? false);
	});
	return shown.flatMap((property) => controlsBelow(property, ''));
}

function controlsBelow(property: INodeProperties, prefix: string): Control[] {
	const path = prefix + property.name;
	if (property.type === 'hidden') return [];
	const many = property.typeOptions?.multipleValues === true ? '[]' : '';
	if (property.type === 'collection') {
		return (property.options as INodeProperties[]).flatMap((option) => controlsBelow(option, `${path}.`));
	}
	if (property.type === 'fixedCollection') {
		return (property.options as INodePropertyCollection[]).flatMap(({ name, values }) =>
			values.flatMap((value) => controlsBelow(value, `${path}.${name}${many}.`)),
		);
	}
	return [{ path, property }];
}

/** The values that a control's list offers; undefined for a control without a list. */
export function offeredValues({ type, options }: INodeProperties): unknown[] | undefined {
	return type === 'options' || type === 'multiOptions'
		? (options as INodePropertyOptions[]).map(({ value }) => value)
		: undefined;
}

/** Sets a value at such a path, for example `a.b[].c` → {a: {b: [{c: value}]}}. */
export function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
	const steps = path.split('.');
	let at = target;
	steps.forEach((step, index) => {
		const isList = step.endsWith('[]');
		const name = isList ? step.slice(0, -2) : step;
		if (index === steps.length - 1) {
			at[name] = isList ? [value] : value;
			return;
		}
		const next = (at[name] ??= isList ? [{}] : {}) as Record<string, unknown> | Array<Record<string, unknown>>;
		at = Array.isArray(next) ? next[0]! : next;
	});
}

/** The value at such a path; of lists, the first element counts. */
export function valueAt(source: unknown, path: string): unknown {
	return path.split('.').reduce((at: any, step) => {
		const value = at?.[step.replace('[]', '')];
		return step.endsWith('[]') ? value?.[0] : value;
	}, source);
}
