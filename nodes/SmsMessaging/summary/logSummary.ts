import type { IDataObject } from 'n8n-workflow';

import { summaryHtml, summarySubject } from './html';
import { logFactsOf, type CostBasis } from './logFacts';
import { summaryRows } from './rows';
import { Total, type TotalledBy, type Totals, type ValueTotal } from './total';
import type { Entry } from '../api/entry';

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
	 * One self-contained HTML fragment for an e-mail.
	 * @param shortfall what is missing or may be, shown on top
	 */
	html(shortfall?: string): string {
		return summaryHtml(this.totals(), { costBasis: this.costBasis, timezone: this.timezone, shortfall });
	}

	/** The only json of the HTML summary: `subject` and `html` of an e-mail, and whether all `messages` are certainly in it. */
	summaryItem(shortfall?: string): IDataObject {
		return {
			subject: summarySubject(this.all, { timezone: this.timezone, shortfall }),
			html: this.html(shortfall),
			messages: this.all.messages,
			complete: shortfall === undefined,
		};
	}

	private totals(): Totals {
		const sorted = (name: TotalledBy) =>
			[...this.by[name]].map(([value, total]) => ({ value, total })).sort(byMessagesThenValue);
		return {
			all: this.all,
			by: {
				statusGroup: sorted('statusGroup'),
				network: sorted('network'),
				sender: sorted('sender'),
				currency: sorted('currency'),
			},
		};
	}
}

function byMessagesThenValue(a: ValueTotal, b: ValueTotal): number {
	return b.total.messages - a.total.messages || (a.value < b.value ? -1 : 1);
}
