import type { SandboxMessage } from './message';
import type { LogOrder } from './options';

export interface Ids {
	bulkId?: string[];
	messageId?: string[];
}

/** Query of GET /sms/1/logs (public: logs parameters). */
export interface LogQuery extends Ids {
	from?: string;
	to?: string;
	generalStatus?: string;
	/** Inclusive bounds of sentAt. */
	sentSince?: number;
	sentUntil?: number;
	mcc?: string;
	mnc?: string;
	applicationId?: string;
	entityId?: string;
	order: LogOrder;
	limit: number;
}

/** Query of GET /sms/1/reports (public: reports parameters). */
export interface ReportQuery extends Ids {
	applicationId?: string;
	entityId?: string;
	limit: number;
}

type Check = (message: SandboxMessage) => boolean;

/** Whether a message matches a query, apart from its time. Only the given filters are checked, since there may be a million messages. */
export function matcher(query: Partial<LogQuery>): Check {
	const { from, to, generalStatus, mcc, mnc, applicationId, entityId } = query;
	const messageIds = query.messageId && new Set(query.messageId);
	const bulkIds = query.bulkId && new Set(query.bulkId);
	const checks: Check[] = [];
	if (from !== undefined) checks.push((message) => message.from === from);
	if (to !== undefined) checks.push((message) => message.to === to);
	if (messageIds) checks.push((message) => messageIds.has(message.messageId));
	if (bulkIds) checks.push((message) => bulkIds.has(message.bulkId));
	if (generalStatus !== undefined) checks.push(({ status }) => status.groupName === generalStatus);
	if (mcc !== undefined) checks.push(({ mccMnc }) => mccMnc.startsWith(mcc));
	if (mnc !== undefined) checks.push(({ mccMnc }) => mccMnc.slice(3) === mnc);
	if (applicationId !== undefined) checks.push((message) => message.applicationId === applicationId);
	if (entityId !== undefined) checks.push((message) => message.entityId === entityId);
	if (checks.length === 1) return checks[0]!;
	return (message) => checks.every((check) => check(message));
}
