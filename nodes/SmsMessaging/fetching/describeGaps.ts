import type { IDataObject } from 'n8n-workflow';

import type { LogGap } from '../logs/rangeReading';
import { describeRange, isoOf } from '../logs/timeRange';
import { RETENTION_HOURS, RETENTION_MS } from '../logs/windows';
import { host } from '../n8n/host';
import { describeLogsFailure, withoutFullStop } from '../entries/fetchFailure';
import type { Shortfall } from './runOutput';

const MOST_INSTANTS_NAMED = 10;

/** Describes what was not read of the logs; undefined if they were read whole. */
export function shortfallOf(gaps: LogGap[]): Shortfall | undefined {
	if (gaps.length === 0) return undefined;
	const crowded = gaps.filter(({ why }) => why === 'crowded');
	const failure = gaps.find(({ why }) => why === 'failed')?.failure;
	const statements = gaps.filter(({ why }) => why !== 'crowded').map(describeGap);
	if (crowded.length > 0)
		statements.push(
			`There may be more messages sent at ${nameInstants(crowded)}: the service does not return more in one call.`,
		);
	return {
		failure,
		message: statements.join(' '),
		description: [
			...(failure === undefined ? [] : [describeLogsFailure(failure)]),
			'To get the rest, set Sent Since and Sent Until. If there are too many messages at one time, add other filters.',
		].join(' '),
		details: { missing: gaps.map(missingTimes) },
	};
}

/** As the filters are called. */
function missingTimes({ since, until }: LogGap): IDataObject {
	return {
		...(since !== undefined && { sentSince: isoOf(since) }),
		...(until !== undefined && { sentUntil: isoOf(until) }),
	};
}

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

/**
 * Why logs may be gone already; undefined if they are not.
 * @param since from when on messages were asked for, in milliseconds since 1970
 */
export function describeGone(since: number | undefined): string | undefined {
	const kept = host.now() - RETENTION_MS;
	if (since === undefined || since >= kept) return undefined;
	return `The service keeps logs for ${RETENTION_HOURS} hours: messages sent between ${isoOf(since)} and ${isoOf(kept)} may already be gone.`;
}
