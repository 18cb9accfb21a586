import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { describeLogsFailure } from '../fetching/describeFailure';
import { RECEIVED, REPORTS } from '../receiving/kinds';
import { entryFilter, kindOf } from '../receiving/selectEntries';
import { presentTogether } from '../reports/presentReports';
import { isReport } from '../reports/report';
import { requestLogs, requestOnce } from '../api/client';
import { createTransport } from '../api/transport';
import { log, pollError, warningOf } from './pollError';
import type { PollingSettings } from './pollingSettings';

const MESSAGES_SHOWN = 10;

/** Shown when testing in the editor: recent messages from the logs, in the form of reports. It fetches no reports, but received messages. */
export async function recentMessages(context: IPollFunctions, settings: PollingSettings): Promise<IDataObject[]> {
	const transport = createTransport(context);
	const limit: [name: string, value: string] = ['limit', String(MESSAGES_SHOWN)];
	if (kindOf(settings) === RECEIVED) {
		const received = await requestOnce(transport, RECEIVED.path, [limit]);
		if (!received.ok && received.part === undefined) throw pollError(context, RECEIVED, received.failure);
		if (!received.ok) log(context, 'warn', warningOf(RECEIVED, received.failure));
		return presentTogether(received.ok ? received.value : received.part!, settings, RECEIVED);
	}
	const result = await requestLogs(transport, [limit]);
	if (!result.ok) throw pollError(context, REPORTS, result.failure, describeLogsFailure(result.failure));
	// Log entries have a text, which reports lack, and lack callbackData, which reports have
	const asReports = result.value.map(({ text: _text, ...log }) => log).filter(isReport);
	return presentTogether(
		asReports.filter(entryFilter({ ...settings, callbackDataPattern: undefined })),
		settings,
		REPORTS,
	);
}
