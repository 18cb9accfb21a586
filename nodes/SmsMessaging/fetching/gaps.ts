import { host } from '../service/host';
import { describeLogsFailure, withoutFullStop } from './describeFailure';
import type { ServiceFailure } from '../service/failure';
import type { Shortfall } from './runOutput';
import { asFilters, describeRange, isoOf, type TimeRange } from './timeRange';

/** What a walk could not read. */
export interface WalkGaps {
	/** Why the walk ended early. */
	failure?: ServiceFailure;
	/** What was not read because of that. */
	missing: TimeRange[];
	/** Instants with at least as many entries as the service returns in one call. */
	crowded: CrowdedInstant[];
	/** Ranges to which the service did not restrict its answers, or where they were not in the order they seemed to be in. */
	unreadable: TimeRange[];
	/** Ranges for which the service returned only the few entries around them again, which may be all there are. */
	unsure: TimeRange[];
}

interface CrowdedInstant {
	instant: number;
	/** How many of its entries were read. */
	read: number;
	/** Whether it certainly has at least as many entries as one call returns; otherwise these may be all there are. */
	isCertain: boolean;
}

const MOST_INSTANTS_NAMED = 10;
export const RETENTION_HOURS = 48;
const RETENTION_MS = RETENTION_HOURS * 3_600_000;

/** Describes what a walk did not read; undefined if it read everything. */
export function shortfallOf({ failure, missing, crowded, unreadable }: WalkGaps): Shortfall | undefined {
	const certain = crowded.filter(({ isCertain }) => isCertain);
	const statements = [
		...(failure === undefined
			? []
			: [
					`Not all logs were read: ${withoutFullStop(failure.message)}. Missing: messages ${missing.map(describeRange).join(', and messages ')}.`,
				]),
		...unreadable.map(
			(range) =>
				`Some messages ${describeRange(range)} may be missing: the service's answers do not keep to this time range, or to an order.`,
		),
		...(certain.length === 0
			? []
			: [
					`At least as many messages were sent at ${nameInstants(certain)} as the service returns in one call. The node asked for them by status, network, sender and bulk ID; there may be more.`,
				]),
	];
	if (statements.length === 0) return undefined;
	return {
		failure,
		message: statements.join(' '),
		description: [
			...(failure === undefined ? [] : [`${describeLogsFailure(failure)} ${describeNextRun(missing)}`]),
			...(certain.length + unreadable.length === 0 ? [] : ['Add filters, for example To or Message ID.']),
		].join(' '),
		details: {
			...(missing.length > 0 && { missing: missing.map(asFilters) }),
			...(unreadable.length > 0 && { unreadable: unreadable.map(asFilters) }),
			...(certain.length > 0 && {
				crowded: certain.map(({ instant, read: count }) => ({ sentAt: isoOf(instant), read: count })),
			}),
		},
	};
}

function describeNextRun(missing: WalkGaps['missing']): string {
	const filters = missing
		.map(asFilters)
		.map(({ sentSince, sentUntil }) =>
			[
				...(sentSince === undefined ? [] : [`Sent Since ${String(sentSince)}`]),
				...(sentUntil === undefined ? [] : [`Sent Until ${String(sentUntil)}`]),
			].join(' and '),
		)
		.join(', then ');
	return filters === '' ? 'Then run again with the same filters.' : `To continue from here, set ${filters}.`;
}

/**
 * What may be missing, though nothing shows that it is.
 * @param since from when on messages were asked for, in milliseconds since 1970
 */
export function doubtsAbout({ crowded, unsure }: WalkGaps, since: number | undefined): string[] {
	const uncertain = crowded.filter(({ isCertain }) => !isCertain);
	return [
		...(since !== undefined && since < host.now() - RETENTION_MS
			? [
					`The service keeps logs for ${RETENTION_HOURS} hours: messages sent between ${isoOf(since)} and ${isoOf(host.now() - RETENTION_MS)} may already be gone.`,
				]
			: []),
		...unsure.map(
			(range) =>
				`For messages ${describeRange(range)}, the service returned only ones that were read already. It does not say whether there are others.`,
		),
		...(uncertain.length === 0
			? []
			: [`The service returned messages sent at ${nameInstants(uncertain)}. It does not say whether these are all.`]),
	];
}

/** For example '2030-01-31T08:30:00.000Z (1000 were read)'. */
function nameInstants(crowded: WalkGaps['crowded']): string {
	const named = crowded
		.slice(0, MOST_INSTANTS_NAMED)
		.map(({ instant, read: count }) => `${isoOf(instant)} (${count} read)`);
	const others = crowded.slice(MOST_INSTANTS_NAMED).map(({ instant }) => instant);
	if (others.length === 0) return named.join(', ');
	const [first, last] = others.reduce(
		([least, most], instant) => [Math.min(least!, instant), Math.max(most!, instant)],
		[Infinity, -Infinity],
	);
	return `${named.join(', ')} and ${others.length} more timestamps between ${isoOf(first!)} and ${isoOf(last!)}`;
}
