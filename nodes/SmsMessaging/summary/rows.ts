import type { IDataObject } from 'n8n-workflow';

import { networkCodes } from '../text/matching';
import { exactNumberOrText } from './decimal';
import { percent, type Total, type Totals } from './total';

/**
 * One flat row per total, and only one row per `by` and `value`: a filter for a status group finds all of it. Each currency
 * therefore has its own field (`costEUR`), so that different currencies cannot be added up by accident.
 */
export function summaryRows({ all, by }: Totals, shortfall?: string): IDataObject[] {
	const isComplete = shortfall === undefined;
	const row = (name: string, value: string, total: Total, codes: IDataObject = {}): IDataObject => ({
		by: name,
		value,
		...codes,
		...figures(total, all.messages),
		complete: isComplete,
	});
	return [
		{ ...row('all', 'all', all), ...(!isComplete && { shortfall }) },
		...Object.entries(by).flatMap(([name, totals]) =>
			totals.map(({ value, total }) => row(name, value, total, name === 'network' ? { ...networkCodes(value) } : {})),
		),
	];
}

function figures(total: Total, allMessages: number): IDataObject {
	const seconds = total.deliveryTimes.percentiles();
	return {
		messages: total.messages,
		share: percent(total.messages, allMessages),
		segments: total.segments,
		delivered: total.delivered,
		deliveredShare: percent(total.delivered, total.messages),
		...Object.fromEntries([...total.costs].map(([currency, cost]) => [`cost${currency}`, exactNumberOrText(cost)])),
		withoutPrice: total.withoutPrice,
		withoutSegments: total.withoutSegments,
		firstSentAt: isoOrNull(total.firstSentMs),
		lastSentAt: isoOrNull(total.lastSentMs),
		deliveredWithTimes: total.deliveryTimes.count,
		deliverySecondsP50: seconds?.p50 ?? null,
		deliverySecondsP90: seconds?.p90 ?? null,
		deliverySecondsP95: seconds?.p95 ?? null,
		deliverySecondsP99: seconds?.p99 ?? null,
		deliverySecondsMax: seconds?.max ?? null,
	};
}

function isoOrNull(instantMs: number | undefined): string | null {
	return instantMs === undefined ? null : new Date(instantMs).toISOString();
}
