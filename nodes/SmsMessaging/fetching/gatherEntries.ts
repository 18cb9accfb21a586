import type { IDataObject } from 'n8n-workflow';

import { presentEntry, type EntryPresentation } from '../fields/simplify';
import type { Gathering } from './fetchLogs';

/** An item for each entry, the latest first, whatever order the service has. */
export function gatherEntries(presentation: EntryPresentation): Gathering {
	const jsons: IDataObject[] = [];
	const instants: number[] = [];
	const texts = new Map<string, string>();
	return {
		take: (entry, instant = -Infinity) => {
			// Presented at once, so that entry and item need not be held both
			const json = presentEntry('log', entry, presentation);
			for (const name of FEW_VALUES) shareText(json, name, texts);
			jsons.push(json);
			instants.push(instant);
		},
		get count() {
			return jsons.length;
		},
		jsons: () => {
			const isInOrder = instants.every((instant, index) => index === 0 || instant <= instants[index - 1]!);
			if (isInOrder) return jsons;
			const order = instants.map((_, index) => index).sort((a, b) => instants[b]! - instants[a]!);
			return order.map((index) => jsons[index]!);
		},
	};
}

/** Fields that have the same few texts in all entries. */
const FEW_VALUES = ['from', 'statusGroup', 'status', 'statusDescription', 'errorName', 'errorDescription', 'mccMnc', 'currency', 'bulkId'];
const MOST_SHARED_TEXTS = 10_000;

/** A text that came before is held once: each answer of the service brings one of its own. */
function shareText(json: IDataObject, name: string, texts: Map<string, string>): void {
	const text = json[name];
	if (typeof text !== 'string') return;
	const shared = texts.get(text);
	if (shared !== undefined) json[name] = shared;
	else if (texts.size < MOST_SHARED_TEXTS) texts.set(text, text);
}
