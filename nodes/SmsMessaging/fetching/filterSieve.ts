import type { Query } from '../fields/queryParameters';
import { instantOfDateTime } from '../service/dateTime';
import { isJsonObject } from '../service/json';
import { networkCodes } from '../service/matching';
import { cleanNumber, isWholeNumber, mayBeNumber } from '../service/numbers';
import { knownStatusGroup, STATUS_GROUPS } from '../service/statuses';
import type { Json, JsonObject } from '../service/types';
import type { TakeEntry } from './walkLogs';

/** Whether an entry matches a filter; undefined if it does not say for certain. */
type Judge = (entry: JsonObject, instant: number | undefined) => boolean | undefined;

/** A filter of the user, which the service may not know. */
interface Check {
	/** As the panel calls it. */
	label: string;
	judge: Judge;
	/** The service may show a value of its own: others are certain not to match only once an entry shows what was asked for. */
	isShownAsAsked?: boolean;
	/** Entries that were left out because of it. */
	others: number;
	/** Entries in the output that do not say whether they match. */
	unclear: number;
	/** Why these are in doubt even if the service seems to know the filter. */
	doubt?(unclear: number): string;
}

interface JudgedEntry {
	entry: JsonObject;
	instant: number | undefined;
	failed: Check[];
	/** Filters that it does not say whether it matches. */
	unclear: Check[];
}

/** A service may show times without milliseconds, or compare them without. */
const TIME_TOLERANCE_MS = 1000;
/** Services cut off longer senders. */
const LONGEST_SENDER = 11;

/** Leaves out the entries that certainly do not match the user's filters: a service ignores filters that it does not know. */
export class FilterSieve {
	private readonly checks: Check[];
	/** Entries that do not show what was asked for, while none has shown it. */
	private held: JudgedEntry[] = [];
	private leftOut = 0;
	/** How many entries were judged. */
	seen = 0;
	/** Filters whose value no entry shows. */
	private readonly unshown = new Set<string>();

	constructor(
		query: Query,
		private readonly passOn: TakeEntry,
	) {
		this.checks = checksOf(query);
	}

	readonly take: TakeEntry = (entry, instant) => {
		this.seen++;
		const failed: Check[] = [];
		const unclear: Check[] = [];
		for (const check of this.checks) {
			const isAsked = check.judge(entry, instant);
			if (isAsked === false) failed.push(check);
			else if (isAsked === undefined) unclear.push(check);
			else check.isShownAsAsked = true;
		}
		if (failed.length === 0) this.pass({ entry, instant, failed, unclear });
		else if (failed.every(mayBeOwn)) this.held.push({ entry, instant, failed, unclear });
		else this.leaveOut(failed);
	};

	/** To be called after the last entry. */
	finish(): void {
		for (const held of this.held) {
			if (held.failed.every(mayBeOwn)) this.pass(held);
			else this.leaveOut(held.failed);
		}
		this.held = [];
	}

	/** Why entries may be output that were not asked for. */
	doubts(): string[] {
		return [
			...this.checks.flatMap((check) => {
				const { label, unclear, doubt } = check;
				if (unclear === 0) return [];
				if (doubt !== undefined) return [doubt(unclear)];
				return !isIgnored(check)
					? []
					: [
							`The service seems to ignore ${label}, and ${entries(unclear)} in the output may not match: they do not show it.`,
						];
			}),
			...[...this.unshown].map(
				(label) =>
					`No entry shows the ${label} that was asked for. The service may show a value of its own, or ignore this filter; then the entries are not the ones you want.`,
			),
		];
	}

	/** What the result does not show by itself. */
	hints(): string[] {
		const ignored = this.checks.filter(isIgnored).map(({ label }) => label);
		return ignored.length === 0
			? []
			: [
					`The service seems to ignore these filters: ${ignored.join(', ')}. The node left out ${entries(this.leftOut)} that do not match them.`,
				];
	}

	private pass({ entry, instant, failed, unclear }: JudgedEntry): void {
		for (const { label } of failed) this.unshown.add(label);
		for (const check of unclear) check.unclear++;
		this.passOn(entry, instant);
	}

	private leaveOut(failed: Check[]): void {
		this.leftOut++;
		for (const check of failed) check.others++;
	}
}

function mayBeOwn({ isShownAsAsked }: Check): boolean {
	return isShownAsAsked === false;
}

function isIgnored(check: Check): boolean {
	return check.others > 0 && !mayBeOwn(check);
}

function entries(count: number): string {
	return count === 1 ? '1 entry' : `${count} entries`;
}

function checksOf(query: Query): Check[] {
	const values = new Map(query);
	const check = (
		name: string,
		label: string,
		judgeOf: (asked: string) => Judge,
		more: Partial<Check> = {},
	): Check[] => {
		const asked = values.get(name);
		return asked === undefined ? [] : [{ label, judge: judgeOf(asked), others: 0, unclear: 0, ...more }];
	};
	const mayShowOwn = { isShownAsAsked: false };
	return [
		...check('bulkId', 'Bulk ID', (asked) => judgeId('bulkId', asked), mayShowOwn),
		...check('messageId', 'Message ID', (asked) => judgeId('messageId', asked), mayShowOwn),
		...check('from', 'From', judgeSender, mayShowOwn),
		...check('to', 'To', judgeNumber),
		...check('generalStatus', 'Status Group', judgeGroup),
		...check('mcc', 'Mobile Country Code', (asked) => judgeNetwork('mcc', asked)),
		...check('mnc', 'Mobile Network Code', (asked) => judgeNetwork('mnc', asked)),
		...rangeCheck(values),
	];
}

function rangeCheck(values: ReadonlyMap<string, string>): Check[] {
	const bounds = [
		['Sent Since', instantOfDateTime(values.get('sentSince'))],
		['Sent Until', instantOfDateTime(values.get('sentUntil'))],
	] as const;
	const label = bounds.flatMap(([name, bound]) => (bound === undefined ? [] : name)).join(' and ');
	if (label === '') return [];
	const [since = -Infinity, until = Infinity] = bounds.map(([, bound]) => bound);
	return [
		{
			label,
			judge: (_, instant) =>
				instant === undefined
					? undefined
					: since - TIME_TOLERANCE_MS <= instant && instant <= until + TIME_TOLERANCE_MS,
			others: 0,
			unclear: 0,
			doubt: (unclear) =>
				`The node cannot read when ${unclear === 1 ? '1 message was' : `${unclear} messages were`} sent, so ${unclear === 1 ? 'it' : 'they'} may lie outside ${label}.`,
		},
	];
}

function textOf(value: Json | undefined): string | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	return String(value).trim().toLowerCase() || undefined;
}

function judgeId(name: 'bulkId' | 'messageId', asked: string): Judge {
	const ids = new Set(asked.toLowerCase().split(','));
	return ({ [name]: value }) => {
		const shown = textOf(value);
		return shown === undefined ? undefined : ids.has(shown);
	};
}

/** A sender is a name, whose letters a service may replace, or a number. */
function judgeSender(asked: string): Judge {
	const name = asked.toLowerCase();
	const { digits } = cleanNumber(asked);
	const isNumber = isWholeNumber(digits);
	return ({ from }) => {
		const shown = textOf(from);
		if (shown === undefined || shown.includes('*')) return undefined;
		if (shown === name || shown === name.slice(0, LONGEST_SENDER)) return true;
		if (isNumber && mayBeNumber(shown, digits)) return true;
		return lettersOf(shown) === lettersOf(name) ? undefined : false;
	};
}

/** The unaccented letters and digits: services may replace any others. */
function lettersOf(name: string): string {
	return name.normalize('NFKD').replace(/[^a-z\d]/g, '');
}

function judgeNumber(asked: string): Judge {
	return ({ to }) => {
		const shown = textOf(to);
		return shown === undefined ? undefined : mayBeNumber(shown, asked);
	};
}

function judgeGroup(asked: string): Judge {
	const isKnown = Object.hasOwn(STATUS_GROUPS, asked);
	return ({ status }) => {
		const group = isJsonObject(status) ? knownStatusGroup(status) : undefined;
		if (!isKnown || group === undefined || !isJsonObject(status)) return undefined;
		// Without its ID, in case the two contradict each other
		return group === asked || knownStatusGroup({ ...status, groupId: undefined }) === asked;
	};
}

function judgeNetwork(code: 'mcc' | 'mnc', asked: string): Judge {
	return ({ mccMnc, mccmnc }) => {
		const codes = networkCodes(textOf(mccMnc ?? mccmnc) ?? '');
		if (codes === undefined || !/^\d+$/.test(asked)) return undefined;
		// One service writes a network code as 1, another as 01
		return Number(codes[code]) === Number(asked);
	};
}
