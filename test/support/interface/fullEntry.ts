import type { IDataObject } from 'n8n-workflow';

import type { Table } from './requestTables';
import { RESPONSE_TABLES } from './responseTables';
import { leavesOf, setAt, type Leaf } from './walk';

const SAMPLES: Record<string, (path: string) => unknown> = {
	string: (path) => `value of ${path}`,
	integer: (path) => path.length + 1000,
	decimal: (path) => path.length + 0.25,
	boolean: () => true,
	dateTime: (path) => (path === 'sentAt' ? '2026-03-04T08:58:19.001+0100' : '2026-03-04T08:58:20.385-0330'),
};

/** An entry in which every field of a table is filled in. */
export function fullEntry(
	table: keyof typeof RESPONSE_TABLES,
	fixed: Record<string, unknown> = {},
): { entry: IDataObject; leaves: Leaf[] } {
	const leaves = leavesOf(RESPONSE_TABLES as Record<string, Table>, table).filter(
		({ path }) => !path.startsWith('messages[]'),
	);
	const entry = {} as IDataObject;
	for (const { path, type } of leaves) setAt(entry, path, SAMPLES[type]!(path));
	for (const [path, value] of Object.entries(fixed)) setAt(entry, path, value);
	return { entry, leaves };
}

const DELIVERED = { 'status.groupId': 3, 'status.groupName': 'DELIVERED' };

/** In any other group, the message is unknown. */
const PENDING = { 'status.groupId': 1, 'status.groupName': 'PENDING' };

export const FULL_DETAILS = fullEntry('SMSResponseDetails', { to: '436601234567', ...PENDING });
export const FULL_RESPONSE = fullEntry('SMSResponse');
export const FULL_LOG = fullEntry('SentSMSLog');
export const FULL_REPORT = fullEntry('SentSMSReport', DELIVERED);
