import type { IDataObject } from 'n8n-workflow';

import type { Entry } from '../api/entry';
import type { Query } from '../api/message';
import { isKnownGroup } from '../api/statuses';
import { describeLogsFailure } from '../entries/kinds';
import { withoutFullStop } from '../text/words';
import type { LogGap, LogReader, TakeEntry } from '../logs/logReader';
import { contains, describeRange, isoOf, RETENTION_HOURS, RETENTION_MS, type TimeRange } from '../logs/windows';
import { host } from '../n8n/host';
import { HOUR_MS, instantOfDateTime } from '../text/dateTime';
import { networkCodes } from '../text/matching';
import { digitsOf, senderForm } from '../text/numbers';
import { limitHints, limitOf, type ItemQuery } from './queries';
import type { Shortfall } from './runOutput';

export class LogQuery {
	private readonly query: Query;
	private readonly bulkIdPrefix: string | undefined;
	private readonly range: TimeRange;
	private readonly isAskedFor: (entry: Entry) => boolean;
	taken = 0;
	/** How many entries the service returned, and how many of these were left out, or lack a time or a bulk ID. */
	private returned = 0;
	private leftOut = 0;
	private undated = 0;
	private withoutBulkId = 0;
	/** When the first of an execution's messages was sent. */
	private earliest = Infinity;

	/** @param readsAll whether to read the time range in as many calls as it takes */
	constructor(
		{ query, bulkIdPrefix }: Omit<ItemQuery, 'itemIndex'>,
		private readonly readsAll: boolean,
		private readonly takeAsked: TakeEntry,
	) {
		this.query = query;
		this.bulkIdPrefix = bulkIdPrefix;
		this.range = { since: instantOfDateTime(query.since), until: instantOfDateTime(query.until) };
		this.isAskedFor = matchesQuery(query);
	}

	async run(reader: LogReader): Promise<LogGap[]> {
		if (this.readsAll) {
			const { since, until, limit, ...filters } = this.query;
			return await reader.read(this.range, filters, this.take);
		}
		const result = await reader.call({ ...this.query, limit: limitOf(this.query) });
		if (!result.ok) return [{ ...this.range, why: 'failed', failure: result.failure }];
		for (const entry of result.value) this.take(entry);
		return [];
	}

	caveats(): string[] {
		const { undated, withoutBulkId } = this;
		const gone = describeGone(this.range);
		return [
			...(gone === undefined ? [] : [gone]),
			...(undated === 0 || !this.readsAll
				? []
				: [`${undated} log entries do not say when they were sent. Others like them may be missing.`]),
			...(this.mayBeGone()
				? [
						`The first of its messages are nearly ${RETENTION_HOURS} hours old, or older: earlier ones may already be gone.`,
					]
				: []),
			...(withoutBulkId === 0 ? [] : [`Log entries without a bulk ID (${withoutBulkId}) may be of this execution.`]),
		];
	}

	/** Whether an execution has sent something at the time from which logs are gone. */
	private mayBeGone(): boolean {
		const firstKept = host.now() - RETENTION_MS;
		return this.earliest < firstKept + HOUR_MS && (this.range.since ?? 0) < firstKept;
	}

	/** What the result does not show by itself. */
	hints(): string[] {
		return [
			...(this.readsAll ? [] : limitHints(this.query, this.returned, 'entries')),
			...(this.leftOut === 0
				? []
				: [
						`The service also returned entries that do not match the filters (${this.leftOut}). The node left them out.`,
					]),
			...(this.bulkIdPrefix === undefined || this.taken > 0
				? []
				: [
						`The logs show no messages of this execution. Those older than ${RETENTION_HOURS} hours may be gone, and those with your own Bulk ID are not recognized.`,
					]),
		];
	}

	private readonly take: TakeEntry = (entry) => {
		const { sentAt, bulkId = '' } = entry;
		this.returned++;
		if (sentAt === undefined) this.undated++;
		const isAsked = this.isAskedFor(entry) && (sentAt === undefined || contains(this.range, sentAt));
		if (this.bulkIdPrefix !== undefined && !bulkId.startsWith(this.bulkIdPrefix)) {
			if (isAsked && bulkId === '') this.withoutBulkId++;
			return;
		}
		if (isAsked) {
			this.taken++;
			if (this.bulkIdPrefix !== undefined) this.earliest = Math.min(this.earliest, sentAt ?? Infinity);
			this.takeAsked(entry);
		} else this.leftOut++;
	};
}

/**
 * Whether an entry may be what the filters ask for: a service may ignore filters that it does not know.
 * @returns false for an entry that shows another value than a filter asks for
 */
function matchesQuery({
	bulkIds = [],
	messageIds = [],
	from,
	to,
	statusGroup,
	mcc,
	mnc,
}: Query): (entry: Entry) => boolean {
	const filters: Array<[asked: Array<string | undefined>, shown: (entry: Entry) => string | undefined]> = [
		[bulkIds, ({ bulkId }) => bulkId],
		[messageIds, ({ messageId }) => messageId],
		[[from && senderForm(from)], (entry) => senderForm(entry.from ?? '')],
		[[to], (entry) => digitsOf(entry.to ?? '')],
		[[statusGroup], (entry) => (isKnownGroup(entry.statusGroup) ? entry.statusGroup : undefined)],
		[[mcc], ({ mccMnc = '' }) => networkCodes(mccMnc)?.mcc],
		[[mnc], ({ mccMnc = '' }) => networkCodes(mccMnc)?.mnc],
	];
	const checks = filters
		.map(([asked, shown]) => ({ asked: new Set(asked.filter((value) => value !== undefined)), shown }))
		.filter(({ asked }) => asked.size > 0);
	return (entry) =>
		checks.every(({ asked, shown }) => {
			const value = shown(entry);
			// An entry that does not show a value may have any
			return value === undefined || value === '' || asked.has(value);
		});
}

const MOST_INSTANTS_NAMED = 10;

/**
 * Describes what was not read of the logs; undefined if they were read whole.
 * @param doubts why what was read may not be all
 */
export function shortfallOf(gaps: LogGap[], doubts: string[], itemIndexes: number[]): Shortfall | undefined {
	if (gaps.length + doubts.length === 0) return undefined;
	const crowded = gaps.filter(({ why }) => why === 'crowded');
	const failure = gaps.find(({ why }) => why === 'failed')?.failure;
	const statements = gaps.filter(({ why }) => why !== 'crowded').map(describeGap);
	if (crowded.length > 0)
		statements.push(
			`There may be more messages sent at ${nameInstants(crowded)}: the service does not return more in one call.`,
		);
	return {
		itemIndexes,
		failure,
		message: [...statements, ...doubts].join(' '),
		description: [
			...(failure === undefined ? [] : [describeLogsFailure(failure)]),
			...(gaps.length === 0
				? ['Before you send anything again, look for its number in the logs.']
				: [
						'To get the rest, set Sent Since and Sent Until. If there are too many messages at one time, add other filters.',
					]),
		].join(' '),
		details: { missing: gaps.map(missingTimes) },
	};
}

/** As the filters are called. */
const missingTimes = ({ since, until }: LogGap): IDataObject => ({
	...(since !== undefined && { sentSince: isoOf(since) }),
	...(until !== undefined && { sentUntil: isoOf(until) }),
});

function describeGap(gap: LogGap): string {
	const messages = `messages ${describeRange(gap)}`;
	return gap.failure === undefined
		? `Some ${messages} may be missing: the service returned messages of other times, or without a time.`
		: `Not all logs were read: ${withoutFullStop(gap.failure.message)}. Some ${messages} may be missing.`;
}

function nameInstants(crowded: LogGap[]): string {
	const instants = crowded.map(({ since = 0 }) => isoOf(since));
	const others = instants.slice(MOST_INSTANTS_NAMED);
	const named = instants.slice(0, MOST_INSTANTS_NAMED).join(', ');
	return others.length === 0
		? named
		: `${named} and ${others.length} more timestamps between ${others.at(-1)} and ${others[0]}`;
}

/** Why logs may be gone already; undefined if they are not. */
function describeGone({ since, until = Infinity }: TimeRange): string | undefined {
	const kept = host.now() - RETENTION_MS;
	if ((since ?? until) >= kept) return undefined;
	const gone = describeRange({ since, until: Math.min(kept, until) });
	return `The service keeps logs for ${RETENTION_HOURS} hours: messages ${gone} may already be gone.`;
}
