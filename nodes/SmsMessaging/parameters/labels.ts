import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { Fault } from './items';

/** A parameter's label in the panel, or its name if the panel does not show it. */
export type LabelOf = (field: string) => string;

const STEP = ' → ';

/**
 * The labels of parameters, of the entries of collections, and of the parts of these: `sendAt.time` is 'Send At → Date and Time'.
 * A part alone is found too, since a list from an expression has the same parts.
 */
export function labelsOf(fields: INodeProperties[]): LabelOf {
	let labels: ReadonlyMap<string, string> | undefined;
	return (field) => {
		// Needed only if something is wrong; of two fields of one name, the first counts
		labels ??= new Map([...labelled(fields, '', '')].reverse());
		const ofPart = () => [...labels!].find(([path]) => path.endsWith(`.${field}`))?.[1];
		return labels.get(field) ?? ofPart()?.split(STEP).at(-1) ?? field;
	};
}

function* labelled(fields: INodeProperties[], above: string, labelAbove: string): Generator<[string, string]> {
	for (const { name, displayName, type, options = [] } of fields) {
		const [path, label] = [above + name, labelAbove + displayName];
		yield [path, label];
		if (type === 'collection') yield* labelled(options as INodeProperties[], above, labelAbove);
		if (type === 'fixedCollection')
			for (const { values } of options as INodePropertyCollection[])
				yield* labelled(values, `${path}.`, `${label}${STEP}`);
	}
}

/** The faults as text for the user. */
export function describeFaults(faults: Fault[], labelOf: LabelOf): string {
	return faults.map(({ field, reason }) => `'${labelOf(field)}' ${reason}`).join('; ');
}
