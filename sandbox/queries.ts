import type { SandboxMessage } from './message';
import type { LogOrder, Settings } from './options';

export interface Ids {
	bulkId?: string[];
	messageId?: string[];
}

interface Filters extends Ids {
	applicationId?: string;
	entityId?: string;
	campaignReferenceId?: string[];
	/** Only messages sent by version 3, or only by versions 1 and 2. */
	isVersion3?: boolean;
	limit: number;
}

/** Query of the logs, with the names of GET /sms/1/logs (public: logs parameters). */
export interface LogQuery extends Filters {
	from?: string;
	to?: string;
	generalStatus?: string;
	/** Inclusive bounds of sentAt. */
	sentSince?: number;
	sentUntil?: number;
	mcc?: string;
	mnc?: string;
	order: LogOrder;
}

/** Query of the reports (public: reports parameters). */
export type ReportQuery = Filters;

/** Which messages the logs and reports of a version have. */
export const versionsSeen = ({ versionsSee }: Settings, isVersion3: boolean): Pick<Filters, 'isVersion3'> =>
	versionsSee === 'own' ? { isVersion3 } : {};

type Check = (message: SandboxMessage) => boolean;

/** Whether a message matches a query, apart from its time. Only the given filters are checked, since there may be a million messages. */
export function matcher(query: Partial<LogQuery>): Check {
	const { from, to, generalStatus, mcc, mnc, applicationId, entityId, isVersion3 } = query;
	const messageIds = query.messageId && new Set(query.messageId);
	const bulkIds = query.bulkId && new Set(query.bulkId);
	const campaigns = query.campaignReferenceId && new Set<string | undefined>(query.campaignReferenceId);
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
	if (campaigns) checks.push((message) => campaigns.has(message.campaignReferenceId));
	if (isVersion3 !== undefined) checks.push(({ version }) => !version || (version === '3') === isVersion3);
	if (checks.length === 1) return checks[0]!;
	return (message) => checks.every((check) => check(message));
}
