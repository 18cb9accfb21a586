import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { presentReports } from '../reports/presentReports';
import { isReport } from '../reports/report';
import { selectReports } from '../reports/selectReports';
import { requestLogs } from '../service/client';
import { createTransport } from '../service/transport';
import { pollError } from './pollError';
import type { PollingSettings } from './pollingSettings';

const MESSAGES_SHOWN = 10;

/** Shown when testing in the editor: recent messages from the logs, in the form of reports. This uses up no reports. */
export async function recentMessages(context: IPollFunctions, settings: PollingSettings): Promise<IDataObject[]> {
	const result = await requestLogs(createTransport(context), [['limit', String(MESSAGES_SHOWN)]]);
	if (!result.ok) throw pollError(context.getNode(), result.failure);
	// Log entries have a text, which reports lack, and lack callbackData, which reports have
	const asReports = result.value.map(({ text: _text, ...log }) => log).filter(isReport);
	return presentReports(selectReports(asReports, { ...settings, callbackDataPattern: undefined }), settings);
}
