import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import { send } from '../../sandbox/client';
import { credentialFor, runSms, type SmsResult, type SmsRun } from '../smsNode';

export const HOUR_MS = 3_600_000;
/** When scheduled messages are due. */
export const DUE = new Date(Date.now() + 24 * HOUR_MS).toISOString();
/** Where Reschedule moves them. */
export const LATER = new Date(Date.now() + 48 * HOUR_MS).toISOString();

/** Schedules a message for each of these bulk IDs. */
export async function schedule(sandbox: Sandbox, bulkIds: string[], sendAt = DUE): Promise<void> {
	for (const bulkId of bulkIds) await send(sandbox, '436601234567', { sendAt }, { bulkId });
	sandbox.requests.length = 0;
}

/** Runs an operation on the bulk ID `reminders`, unless the parameters name others. */
export async function run(
	service: { url: string },
	operation: string,
	parameters: INodeParameters = {},
	more: Pick<Partial<SmsRun>, 'items' | 'settings'> = {},
): Promise<SmsResult> {
	const times = operation === 'reschedule' ? { sendAt: LATER } : {};
	return await runSms({
		parameters: { resource: 'scheduledMessage', operation, bulkId: 'reminders', ...times, ...parameters },
		credential: credentialFor(service),
		...more,
	});
}

/** Method, path and what is asked for, of each call about bulks. */
export const callsTo = ({ requests }: Sandbox): string[] =>
	requests.map(({ method, path, body }) =>
		[method, path.replace('/sms/1/', ''), ...Object.values((body as object | undefined) ?? {})].join(' '),
	);
