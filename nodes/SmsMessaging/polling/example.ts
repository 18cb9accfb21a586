import type { IDataObject } from 'n8n-workflow';

import { readEntry } from '../api/entry';
import { exampleOf } from '../api/entryFields';
import { REPORTS } from '../entries/kinds';
import { presentTogether } from '../entries/presentEntry';
import { kindOf } from '../entries/selection';
import type { PollingSettings } from './pollingSettings';

/** Numbers reserved for examples: no phone has them. */
const [PHONE, OWN_NUMBER] = ['447700900123', '447700900456'];

const IDS = { messageId: 'example', bulkId: 'example' };

/** Shown if a test finds nothing, so that there are fields to build the workflow with. n8n's Error Trigger does the same. */
export function exampleItems(settings: PollingSettings): IDataObject[] {
	const kind = kindOf(settings);
	const raw =
		kind === REPORTS
			? { ...exampleOf('getReports'), ...IDS, to: PHONE }
			: { ...exampleOf('getReceived'), messageId: 'example', from: PHONE, to: OWN_NUMBER };
	return presentTogether(kind, [readEntry(raw)], settings).map((json) => ({
		example: `The test found nothing, so this is an example of a ${kind.one}`,
		...json,
	}));
}
