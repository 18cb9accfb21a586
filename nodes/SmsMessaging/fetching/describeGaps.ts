import { host } from '../service/host';
import type { LogGap } from '../logs/gap';
import { asFilters, describeRange, isoOf } from '../logs/timeRange';
import { RETENTION_HOURS, RETENTION_MS } from '../logs/windows';
import { describeLogsFailure, withoutFullStop } from './describeFailure';
import type { Shortfall } from './runOutput';

const MOST_INSTANTS_NAMED = 10;

/** Describes what was not read of the logs; undefined if they were read whole. */
export function shortfallOf(gaps: LogGap[]): Shortfall | undefined {
	if (gaps.length === 0) return undefined;
	const failed = gaps.find(({ why }) => why === 'failed');
	const outside = gaps.filter(({ why }) => why === 'outside');
	const crowded = gaps.filter(({ why }) => why === 'crowded');
	const statements = [
		...(failed?.failure === undefined
			? []
			: [
					`Not all logs were read: ${withoutFullStop(failed.failure.message)}. Missing: messages ${describeRange(failed)}.`,
				]),
		...outside.map(
			(gap) =>
				`Some messages ${describeRange(gap)} may be missing: the service's answers do not keep to the times asked for.`,
		),
		...(crowded.length === 0
			? []
			: [`There may be more messages of ${nameInstants(crowded)}: as many as the service returns in one call.`]),
	];
	return {
		failure: failed?.failure,
		message: statements.join(' '),
		description: [
			...(failed?.failure === undefined ? [] : [`${describeLogsFailure(failed.failure)} ${describeNextRun(failed)}`]),
			...(crowded.length + outside.length === 0 ? [] : ['Add filters, for example To or Message ID.']),
		].join(' '),
		details: { missing: gaps.map(asFilters) },
	};
}

function describeNextRun(gap: LogGap): string {
	const { sentSince, sentUntil } = asFilters(gap);
	const filters = [
		...(sentSince === undefined ? [] : [`Sent Since ${sentSince}`]),
		...(sentUntil === undefined ? [] : [`Sent Until ${sentUntil}`]),
	].join(' and ');
	return filters === '' ? 'Then run again with the same filters.' : `To continue from here, set ${filters}.`;
}

/** For example '2030-01-31T08:30:00.000Z (1000 read)'. */
function nameInstants(crowded: LogGap[]): string {
	const named = crowded.slice(0, MOST_INSTANTS_NAMED).map(({ since = 0, read }) => `${isoOf(since)} (${read} read)`);
	const others = crowded.length - named.length;
	if (others === 0) return named.join(', ');
	// Read from the newest back
	const [last, first] = [crowded[MOST_INSTANTS_NAMED]?.since ?? 0, crowded.at(-1)?.since ?? 0];
	return `${named.join(', ')} and ${others} more timestamps between ${isoOf(first)} and ${isoOf(last)}`;
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
