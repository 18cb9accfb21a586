import type { IDataObject } from 'n8n-workflow';

import { presentEntry, type EntryPresentation } from '../fields/simplify';
import type { Gathering } from './fetchLogs';

/** An item for each entry, the latest first, whatever order the service has. */
export function gatherEntries(presentation: EntryPresentation): Gathering {
	const presented: Array<{ instant: number; json: IDataObject }> = [];
	return {
		take: (entry, instant = -Infinity) => {
			// Presented at once, so that entry and item need not be held both
			presented.push({ instant, json: presentEntry('log', entry, presentation) });
		},
		get count() {
			return presented.length;
		},
		jsons: () => presented.sort((a, b) => b.instant - a.instant).map(({ json }) => json),
	};
}
