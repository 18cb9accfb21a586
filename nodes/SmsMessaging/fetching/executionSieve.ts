import type { IExecuteFunctions } from 'n8n-workflow';

import { bulkIdPrefix } from '../service/bulkIds';
import type { TakeEntry } from '../logs/rangeReading';

/** Passes on only the log entries of one execution. The service cannot search for the beginning of a bulk ID. */
export class ExecutionSieve {
	private passed = 0;
	private withoutBulkId = 0;
	private readonly prefix: string;

	constructor(
		context: IExecuteFunctions,
		private readonly executionId: string,
		private readonly passOn: TakeEntry,
	) {
		this.prefix = bulkIdPrefix(context, { id: executionId });
	}

	readonly take: TakeEntry = (entry, instant) => {
		const { bulkId } = entry;
		if (bulkId === undefined || bulkId === null || bulkId === '') this.withoutBulkId++;
		else if (String(bulkId).startsWith(this.prefix)) {
			this.passed++;
			this.passOn(entry, instant);
		}
	};

	/** Why entries of the execution may be missing. */
	doubts(): string[] {
		const { withoutBulkId } = this;
		if (withoutBulkId === 0) return [];
		return [
			withoutBulkId === 1
				? '1 log entry has no bulk ID, so the node cannot tell which execution sent it.'
				: `${withoutBulkId} log entries have no bulk ID, so the node cannot tell which execution sent them.`,
		];
	}

	/** What the result does not show by itself. */
	hints(): string[] {
		return this.passed > 0
			? []
			: [
					`The logs that were read show no message of execution ${this.executionId}. Messages with a Bulk ID of your own are not recognized.`,
				];
	}
}
