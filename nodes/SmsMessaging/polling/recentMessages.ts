import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { requestLogs, requestHandouts } from '../api/client';
import { asReport, readEntry } from '../api/entry';
import { exampleOf } from '../api/entryFields';
import { openService } from '../api/transport';
import { describeLogsFailure, RECEIVED, REPORTS } from '../entries/kinds';
import { presentTogether } from '../entries/presentEntry';
import { entryFilter, kindOf } from '../entries/selection';
import { log, pollError, warningOf } from './newReports';
import type { PollingSettings } from './pollingSettings';

const MESSAGES_SHOWN = 10;

/** Shown when testing in the editor: recent messages from the logs, in the form of reports. It fetches no reports, but received messages. */
export async function recentMessages(context: IPollFunctions, settings: PollingSettings): Promise<IDataObject[]> {
	const service = await openService(context);
	const query = { limit: MESSAGES_SHOWN };
	if (kindOf(settings) === RECEIVED) {
		const received = await requestHandouts(service, RECEIVED.path, query);
		if (!received.ok && received.part === undefined) throw pollError(context, RECEIVED, received.failure);
		if (!received.ok) log(context, 'warn', warningOf(RECEIVED, received.failure));
		return presentTogether(RECEIVED, received.ok ? received.value : received.part!, settings);
	}
	const result = await requestLogs(service, query);
	if (!result.ok) throw pollError(context, REPORTS, result.failure, describeLogsFailure(result.failure));
	// Log entries lack callbackData, which reports have
	const isChosen = entryFilter({ ...settings, callbackDataPattern: undefined });
	const asReports = result.value.map(asReport).filter((entry) => REPORTS.is(entry) && isChosen(entry));
	return presentTogether(REPORTS, asReports, settings);
}

/** Reserved for examples: no phone has it. */
const PHONE = '447700900123';

/** Shown if a test finds nothing, so that there are fields to build the workflow with. n8n's Error Trigger does the same. */
export function exampleItems(settings: PollingSettings): IDataObject[] {
	const kind = kindOf(settings);
	const raw =
		kind === REPORTS
			? { ...exampleOf('getReports'), messageId: 'example', bulkId: 'example', to: PHONE }
			: { ...exampleOf('getReceived'), messageId: 'example' };
	return presentTogether(kind, [readEntry(raw)], settings).map((json) => ({
		example: `The test found nothing, so this is an example of a ${kind.one}`,
		...json,
	}));
}
