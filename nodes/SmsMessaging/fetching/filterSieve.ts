import type { Query } from '../fields/queryParameters';
import type { TakeEntry } from '../logs/rangeReading';
import { instantOfDateTime } from '../service/dateTime';
import { isJsonObject } from '../service/json';
import { networkCodes } from '../service/matching';
import { digitsOf } from '../service/numbers';
import { knownStatusGroup } from '../service/statuses';
import type { JsonObject } from '../service/types';

/** What an entry shows for a filter; undefined if it does not show it. */
const SHOWN: Record<string, (entry: JsonObject) => string | undefined> = {
	bulkId: ({ bulkId }) => textOf(bulkId),
	messageId: ({ messageId }) => textOf(messageId),
	from: ({ from }) => textOf(from),
	to: ({ to }) => digitsOf(textOf(to) ?? '') || undefined,
	generalStatus: ({ status }) => (isJsonObject(status) ? knownStatusGroup(status) : undefined),
	mcc: (entry) => networkOf(entry)?.mcc,
	mnc: (entry) => networkOf(entry)?.mnc,
};

/** What the node picks out of the logs itself: the service cannot search for the beginning of a bulk ID. */
export interface WantedExecution {
	id: string;
	/** How the bulk IDs of its requests begin. */
	bulkIdPrefix: string;
}

/** Leaves out the entries that show another value than a filter asks for: a service may ignore filters that it does not know. */
export class FilterSieve {
	private readonly asked: Array<[show: (entry: JsonObject) => string | undefined, values: Set<string>]>;
	private readonly since: number;
	private readonly until: number;
	/** How many entries the service returned. */
	seen = 0;
	private passed = 0;
	private leftOut = 0;
	private withoutBulkId = 0;

	constructor(
		query: Query,
		private readonly execution: WantedExecution | undefined,
		private readonly passOn: TakeEntry,
	) {
		const values = new Map(query);
		this.since = instantOfDateTime(values.get('sentSince')) ?? -Infinity;
		this.until = instantOfDateTime(values.get('sentUntil')) ?? Infinity;
		this.asked = [...values].flatMap(([name, value]) => {
			const show = SHOWN[name];
			return show === undefined ? [] : [[show, new Set(name.endsWith('Id') ? value.split(',') : [value])]];
		});
	}

	readonly take: TakeEntry = (entry, instant) => {
		this.seen++;
		if (!this.isOfExecution(entry)) return;
		if (this.isAskedFor(entry, instant)) {
			this.passed++;
			this.passOn(entry, instant);
		} else this.leftOut++;
	};

	/** Why entries may be missing. */
	doubts(): string[] {
		const { withoutBulkId } = this;
		if (withoutBulkId === 0) return [];
		const entries = withoutBulkId === 1 ? '1 log entry has' : `${withoutBulkId} log entries have`;
		return [
			`${entries} no bulk ID, so the node cannot tell which execution sent ${withoutBulkId === 1 ? 'it' : 'them'}.`,
		];
	}

	/** What the result does not show by itself. */
	hints(): string[] {
		const entries = this.leftOut === 1 ? '1 entry that does' : `${this.leftOut} entries that do`;
		return [
			...(this.leftOut === 0 ? [] : [`The service returned ${entries} not match the filters. The node left them out.`]),
			...(this.execution === undefined || this.passed > 0
				? []
				: [
						`The logs that were read show no message of execution ${this.execution.id}. Messages with a Bulk ID of your own are not recognized.`,
					]),
		];
	}

	private isOfExecution(entry: JsonObject): boolean {
		if (this.execution === undefined) return true;
		const bulkId = textOf(entry.bulkId);
		if (bulkId === undefined) this.withoutBulkId++;
		return bulkId?.startsWith(this.execution.bulkIdPrefix) === true;
	}

	private isAskedFor(entry: JsonObject, instant: number | undefined): boolean {
		if (instant !== undefined && (instant < this.since || instant > this.until)) return false;
		return this.asked.every(([show, values]) => {
			const shown = show(entry);
			return shown === undefined || values.has(shown);
		});
	}
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;
}

function networkOf({ mccMnc, mccmnc }: JsonObject): ReturnType<typeof networkCodes> {
	return networkCodes(textOf(mccMnc ?? mccmnc) ?? '');
}
