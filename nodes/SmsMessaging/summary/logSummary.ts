import type { IDataObject } from 'n8n-workflow';

import type { Entry } from '../api/entry';
import { networkCodes } from '../text/matching';
import { summaryHtml, summarySubject } from './html';
import { logFactsOf, type CostBasis } from './logFacts';
import {
	Total,
	exactNumberOrText,
	percent,
	percentilesOf,
	type TotalledBy,
	type Totals,
	type ValueTotal,
} from './total';

export type { CostBasis } from './logFacts';

/**
 * Totals of sent messages: overall, and by status group, network, sender and currency. Keeps no entries; besides the totals it
 * keeps only the delivery times, which the percentiles need.
 */
export class LogSummary {
	private readonly all = new Total();
	// Maps, since a sender may have the same name as a property of every object
	private readonly by: Record<TotalledBy, Map<string, Total>> = {
		statusGroup: new Map(),
		network: new Map(),
		sender: new Map(),
		currency: new Map(),
	};

	/** @param timezone IANA name of the time zone for the HTML and the subject; items use UTC */
	constructor(
		private readonly costBasis: CostBasis,
		private readonly timezone: string,
	) {}

	/** Adds one entry without keeping it. Never throws, whatever the entry contains (interface: SentSMSLog). */
	add(entry: Entry): void {
		const facts = logFactsOf(entry, this.costBasis);
		this.all.add(facts);
		for (const [name, totals] of Object.entries(this.by) as Array<[TotalledBy, Map<string, Total>]>) {
			const value = facts[name];
			let total = totals.get(value);
			if (total === undefined) totals.set(value, (total = new Total()));
			total.add(facts);
		}
	}

	/**
	 * One json per total: flat, so that a filter finds it by its `by` and `value`, and a spreadsheet takes it as a row.
	 * @param shortfall what is missing, or may be
	 */
	items(shortfall?: string): IDataObject[] {
		return summaryRows(this.totals(), shortfall);
	}

	/**
	 * The only json of the HTML summary: `subject` and `html` of an e-mail, which is one self-contained fragment, and whether all `messages`
	 * are certainly in it.
	 * @param shortfall what is missing or may be, shown on top
	 */
	summaryItem(shortfall?: string) {
		const { costBasis, timezone } = this;
		return {
			subject: summarySubject(this.all, { timezone, shortfall }),
			html: summaryHtml(this.totals(), { costBasis, timezone, shortfall }),
			messages: this.all.messages,
			complete: shortfall === undefined,
		};
	}

	private totals(): Totals {
		const sorted = (name: TotalledBy) =>
			[...this.by[name]].map(([value, total]) => ({ value, total })).sort(byMessagesThenValue);
		const [statusGroup, network] = [sorted('statusGroup'), sorted('network')];
		return { all: this.all, by: { statusGroup, network, sender: sorted('sender'), currency: sorted('currency') } };
	}
}

const byMessagesThenValue = (a: ValueTotal, b: ValueTotal): number =>
	b.total.messages - a.total.messages || (a.value < b.value ? -1 : 1);

/**
 * One flat row per total, and only one row per `by` and `value`: a filter for a status group finds all of it. Each currency
 * therefore has its own field (`costEUR`), so that different currencies cannot be added up by accident.
 */
function summaryRows({ all, by }: Totals, shortfall?: string): IDataObject[] {
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
	const seconds = percentilesOf(total.deliveryMs);
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
		deliveredWithTimes: total.deliveryMs.length,
		deliverySecondsP50: seconds?.p50 ?? null,
		deliverySecondsP90: seconds?.p90 ?? null,
		deliverySecondsP95: seconds?.p95 ?? null,
		deliverySecondsP99: seconds?.p99 ?? null,
		deliverySecondsMax: seconds?.max ?? null,
	};
}

const isoOrNull = (instantMs: number | undefined): string | null =>
	instantMs === undefined ? null : new Date(instantMs).toISOString();
