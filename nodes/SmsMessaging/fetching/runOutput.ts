import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { deepCopy } from 'n8n-workflow';

import { errorItem, faultyItem, inInputOrder, operationError, type ErrorMode } from '../output/errorItems';
import { concernsAllRequests, failureDetails, type ServiceFailure } from '../service/failure';
import type { Queries } from './queries';

/** What is missing from a query's results, described for the person who has to act. */
export interface Shortfall {
	/** The failed call that caused it. */
	failure?: ServiceFailure;
	/** What happened and what is missing. */
	message: string;
	/** What to do. */
	description: string;
	details: IDataObject;
}

/** Collects a run's output: items, error items, and hints shown on the node. */
export class RunOutput {
	private readonly out: INodeExecutionData[];
	private hasErrors: boolean;
	/** Why no further call can succeed. */
	private failureOfAll: ServiceFailure | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly mode: ErrorMode,
		faulty: Queries<unknown>['faulty'],
	) {
		this.out = faulty.map(faultyItem);
		this.hasErrors = faulty.length > 0;
	}

	/** Why the next call need not be made. */
	get obstacle(): ServiceFailure | undefined {
		return this.failureOfAll;
	}

	/** Without error items n8n accepts the items as final; with them it may run the node again. */
	get isClean(): boolean {
		return !this.hasErrors;
	}

	/** One item, paired with all of these input items. */
	add(json: IDataObject, itemIndexes: number[]): void {
		const [first, ...others] = itemIndexes;
		const pairedItem = others.length === 0 ? { item: first ?? 0 } : itemIndexes.map((item) => ({ item }));
		this.out.push({ json, pairedItem });
	}

	/** The same items for each of these input items. */
	addForEach(jsons: IDataObject[], itemIndexes: number[]): void {
		itemIndexes.forEach((item, nth) => {
			// Shared by all of them, so that n8n stores it only once
			const pairedItem = { item };
			for (const json of jsons) this.out.push({ json: nth === 0 ? json : deepCopy(json), pairedItem });
		});
	}

	/**
	 * A query that yielded nothing.
	 * @param others what to say about results for other queries, and to store with the error
	 * @throws NodeOperationError with mode 'stop'
	 */
	fail(
		failure: ServiceFailure,
		description: string,
		itemIndexes: number[],
		details: IDataObject = {},
		others?: { text: string; data: IDataObject },
	): void {
		this.note(failure);
		const facts = { ...failureDetails(failure), description, ...details } as IDataObject;
		if (this.mode === 'stop') {
			throw operationError(
				this.context.getNode(),
				failure.message,
				description + (others?.text ?? ''),
				{ ...facts, ...others?.data },
				itemIndexes[0],
			);
		}
		this.addErrors(failure.message, facts, itemIndexes);
	}

	/** A query that yielded less than it should. */
	fallShort({ failure, message, description, details }: Shortfall, itemIndexes: number[]): void {
		this.note(failure);
		this.hint(`${message} ${description}`, 'warning', itemIndexes);
		const facts = { ...(failure !== undefined && (failureDetails(failure) as IDataObject)), ...details, description };
		if (this.mode !== 'stop') this.addErrors(message, facts, itemIndexes);
	}

	/** Shown beside the node's output, in the editor and in stored executions. */
	hint(message: string, type: 'info' | 'warning', itemIndexes: number[]): void {
		const isOfMany = this.context.getInputData().length > 1;
		const [first, ...others] = itemIndexes;
		const whose =
			isOfMany && first !== undefined
				? ` [item ${first}${others.length === 0 ? '' : ` and ${others.length} more`}]`
				: '';
		this.context.addExecutionHints({ message: message + whose, type, location: 'outputPane' });
	}

	items(): INodeExecutionData[] {
		return inInputOrder(this.out, this.mode);
	}

	private note(failure: ServiceFailure | undefined): void {
		if (failure !== undefined && concernsAllRequests(failure)) this.failureOfAll = failure;
	}

	private addErrors(message: string, details: IDataObject, itemIndexes: number[]): void {
		this.hasErrors = true;
		for (const itemIndex of itemIndexes) this.out.push(errorItem(itemIndex, message, details));
	}
}
