import { COUNTRIES } from './countryTable';
import type { StatusGroup } from '../api/statuses';
import {
	placesOf,
	addCost,
	percent,
	percentilesOf,
	type Decimal,
	type Total,
	type TotalledBy,
	type Totals,
	type ValueTotal,
} from './total';
import {
	barTable,
	escaped,
	headline,
	joined,
	largeFigures,
	nameHtml,
	notes,
	page,
	strip,
	valueTable,
	warning,
	type BarRow,
	type Cell,
	type Figure,
	type Html,
} from './htmlElements';
import type { CostBasis } from './logFacts';
import { networkCodes } from '../text/matching';
import { daysText, durationText, moneyText, periodText, shareText } from './wording';
import { counted, countText } from '../text/numbers';

interface HtmlSettings {
	costBasis: CostBasis;
	/** IANA name of the time zone in which times are shown. */
	timezone: string;
	/** What is missing, or may be. */
	shortfall?: string;
}

const NOTHING = '–';
/** How many values a table lists; the rest share one line. */
const TOP = 10;

const STATUS_COLOURS: Record<StatusGroup, string> = {
	DELIVERED: '#2f9e5f',
	PENDING: '#e3b341',
	ACCEPTED: '#79a7d9',
	UNDELIVERABLE: '#d64545',
	EXPIRED: '#e58a3c',
	REJECTED: '#8e3b5c',
};
const OTHER_COLOUR = '#98a4b0';
const BAR_COLOUR = '#3f7fc7';

type Line = Pick<Total, 'messages' | 'segments' | 'delivered' | 'costs'>;

/** The summary as one HTML fragment for an e-mail; its height does not grow with the number of senders. */
export function summaryHtml(totals: Totals, settings: HtmlSettings): string {
	const { all } = totals;
	const shortfall = settings.shortfall === undefined ? [] : [warning(settings.shortfall)];
	if (all.messages === 0) return page([headline('SMS summary', 'No messages in this period'), ...shortfall]);
	return page([
		headline(`SMS summary: ${counted(all.messages, 'message')}`, sentText(all, settings.timezone)),
		...shortfall,
		largeFigures(keyFigures(all)),
		statusStrip(totals),
		table('Status', 'Status group', totals, 'statusGroup', segmentsColumn),
		...deliveryTimes(all),
		table('Networks', 'Country and network', totals, 'network', deliveredColumn),
		table('Senders', 'Sender', totals, 'sender', deliveredColumn),
		...(totals.by.currency.length > 1 ? [table('Currencies', 'Currency', totals, 'currency', segmentsColumn)] : []),
		notes(explanations(all, settings)),
	]);
}

export function summarySubject(all: Total, { timezone, shortfall }: Omit<HtmlSettings, 'costBasis'>): string {
	const { firstSentMs, lastSentMs, messages } = all;
	const days =
		firstSentMs === undefined || lastSentMs === undefined ? '' : ` ${daysText(firstSentMs, lastSentMs, timezone)}`;
	const count = messages === 0 ? 'no messages' : counted(messages, 'message');
	return `SMS summary${days}: ${count}${shortfall === undefined ? '' : ' (may be incomplete)'}`;
}

function sentText({ firstSentMs, lastSentMs }: Total, timezone: string): string {
	return firstSentMs === undefined || lastSentMs === undefined
		? 'The logs have no sending times'
		: `Sent ${periodText(firstSentMs, lastSentMs, timezone)}`;
}

function keyFigures(all: Total): Figure[] {
	const percentiles = percentilesOf(all.deliveryMs);
	return [
		{ label: 'Messages', value: escaped(countText(all.messages)), note: counted(all.segments, 'segment') },
		{
			label: 'Delivered',
			value: escaped(shareText(all.delivered, all.messages)),
			note: counted(all.delivered, 'message'),
		},
		{
			label: 'Cost',
			value: costHtml(all.costs, all),
			note: all.withoutPrice === 0 ? '' : `${countText(all.withoutPrice)} without a price`,
		},
		{
			label: 'Half delivered within',
			value: escaped(percentiles === undefined ? NOTHING : durationText(percentiles.p50)),
			note: percentiles === undefined ? '' : `90% within ${durationText(percentiles.p90)}`,
		},
	];
}

function statusStrip({ all, by }: Totals): Html {
	// What is too narrow to be seen is left out
	const share = (total: Total) => Math.round((1000 * total.messages) / (all.messages || 1)) / 10;
	return strip(by.statusGroup.map(({ value, total }) => ({ share: share(total), colour: statusColour(value) })));
}

type MiddleColumn = { heading: string; cell(line: Line): Cell };

const segmentsColumn: MiddleColumn = {
	heading: 'Segments',
	cell: ({ segments }) => ({ value: escaped(countText(segments)) }),
};
const deliveredColumn: MiddleColumn = {
	heading: 'Delivered',
	cell: ({ delivered, messages }) => ({ value: escaped(countText(delivered)), note: shareText(delivered, messages) }),
};

function table(title: string, nameHeading: string, { all, by }: Totals, name: TotalledBy, middle: MiddleColumn): Html {
	const values = by[name];
	const [currency] = all.costs.size === 1 ? all.costs.keys() : [];
	const row = (label: Html, line: Line, colour: string): BarRow => ({
		name: label,
		share: percent(line.messages, all.messages),
		colour,
		cells: [
			{ value: escaped(countText(line.messages)), note: shareText(line.messages, all.messages) },
			middle.cell(line),
			{ value: currency === undefined ? costHtml(line.costs, all) : amountHtml(line.costs, all, currency) },
		],
	});
	const rows = values
		.slice(0, TOP)
		.map(({ value, total }) =>
			row(labelOf(name, value), total, name === 'statusGroup' ? statusColour(value) : BAR_COLOUR),
		);
	const others = values.slice(TOP);
	if (others.length > 0) rows.push(row(escaped(`Others (${countText(others.length)})`), sumOf(others), OTHER_COLOUR));
	const costHeading =
		currency === undefined ? escaped('Cost') : joined([escaped('Cost ('), nameHtml(currency), escaped(')')]);
	return barTable(title, nameHeading, [escaped('Messages'), escaped(middle.heading), costHeading], rows);
}

function labelOf(name: TotalledBy, value: string): Html {
	const codes = name === 'network' ? networkCodes(value) : undefined;
	if (codes === undefined) return nameHtml(value);
	const country = COUNTRY_OF.get(codes.mcc);
	return escaped(`${country === undefined ? '' : `${NAMES.of(country)}: `}MCC ${codes.mcc}, MNC ${codes.mnc}`);
}

const COUNTRY_OF = new Map(COUNTRIES.split(' ').map((entry) => [entry.slice(0, 3), entry.slice(3)]));
const NAMES = new Intl.DisplayNames('en', { type: 'region' });

function sumOf(values: ValueTotal[]): Line {
	const sum: Line = { messages: 0, segments: 0, delivered: 0, costs: new Map<string, Decimal>() };
	for (const { total } of values) {
		sum.messages += total.messages;
		sum.segments += total.segments;
		sum.delivered += total.delivered;
		for (const [currency, cost] of total.costs) addCost(sum.costs, currency, cost);
	}
	return sum;
}

/** Each amount with its currency, one below another. */
function costHtml(costs: ReadonlyMap<string, Decimal>, all: Total): Html {
	if (costs.size === 0) return escaped(NOTHING);
	const currencies = [...costs.keys()].sort().slice(0, TOP);
	const amounts = currencies.map((currency) => joined([amountHtml(costs, all, currency), nameHtml(currency)], ' '));
	return joined(amounts, '<br>');
}

/** @param all the total for all messages, which has as many decimal places as their most precise price */
function amountHtml(costs: ReadonlyMap<string, Decimal>, all: Total, currency: string): Html {
	const [amount, whole] = [costs.get(currency), all.costs.get(currency)];
	return escaped(amount === undefined || whole === undefined ? NOTHING : moneyText(amount, placesOf(whole)));
}

const statusColour = (group: string): string =>
	Object.hasOwn(STATUS_COLOURS, group) ? STATUS_COLOURS[group as StatusGroup] : OTHER_COLOUR;

function deliveryTimes(all: Total): Html[] {
	const percentiles = percentilesOf(all.deliveryMs);
	if (percentiles === undefined) return [];
	const { p50, p90, p95, p99, max } = percentiles;
	const shares = Object.entries({ '50%': p50, '90%': p90, '95%': p95, '99%': p99, Slowest: max });
	const values = shares.map(([label, seconds]) => ({ label, value: durationText(seconds) }));
	return [valueTable('Delivered within', values)];
}

function explanations(all: Total, { costBasis }: HtmlSettings): string[] {
	const untimed = all.delivered - all.deliveryMs.length;
	return [
		costBasis === 'perSegment'
			? 'Cost: the price of each message times its segments.'
			: 'Cost: the price of each message, however many segments it has.',
		...(all.withoutPrice === 0
			? []
			: [`${counted(all.withoutPrice, 'message')} without a readable price: not in the cost.`]),
		...(all.withoutSegments === 0
			? []
			: [`${counted(all.withoutSegments, 'message')} without a number of segments: counted as one each.`]),
		'Delivered within: from sentAt to doneAt of delivered messages, by nearest rank.',
		...(untimed === 0
			? []
			: [`${counted(untimed, 'message')} delivered without both times, or with doneAt before sentAt: not included.`]),
	];
}
