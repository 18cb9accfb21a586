import { type IDataObject, type INodeExecutionData, deepCopy } from 'n8n-workflow';

import { errorItem, faultyItems, inInputOrder, operationError } from '../output/errorItems';
import type { NodeRun } from '../n8n/execution';
import { failureDetails, type ServiceFailure } from '../api/failure';
import type { Queries } from './queries';

/** What is missing from a query's results, described for the user. */
export interface Shortfall {
	/** The failed call that caused it. */
	failure?: ServiceFailure;
	/** What happened and what is missing. */
	message: string;
	/** What to do. */
	description: string;
	details?: IDataObject;
}

/** Collects a run's output: items, error items, and hints shown on the node. */
export class RunOutput {
	private readonly out: INodeExecutionData[];
	private hasErrors: boolean;

	constructor(
		private readonly nodeRun: NodeRun,
		faulty: Queries<unknown>['faulty'],
	) {
		this.out = faultyItems(faulty, nodeRun.labelOf);
		this.hasErrors = faulty.length > 0;
	}

	get mode(): NodeRun['mode'] {
		return this.nodeRun.mode;
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
	 * @throws NodeOperationError with mode 'stop'
	 */
	fail(shortfall: Shortfall, itemIndexes: number[]): void {
		const { message, description } = shortfall;
		if (this.nodeRun.mode === 'stop')
			throw operationError(this.nodeRun.context.getNode(), message, description, factsOf(shortfall), itemIndexes[0]);
		this.addErrors(shortfall, itemIndexes);
	}

	/** A query that yielded less than it should. */
	fallShort(shortfall: Shortfall, itemIndexes: number[]): void {
		this.hint(`${shortfall.message} ${shortfall.description}`, 'warning', itemIndexes);
		if (this.nodeRun.mode !== 'stop') this.addErrors(shortfall, itemIndexes);
	}

	/** Shown beside the node's output, in the editor and in stored executions. */
	hint(message: string, type: 'info' | 'warning', itemIndexes: number[]): void {
		const isOfMany = this.nodeRun.context.getInputData().length > 1;
		const [first, ...others] = itemIndexes;
		const whose =
			isOfMany && first !== undefined
				? ` [item ${first}${others.length === 0 ? '' : ` and ${others.length} more`}]`
				: '';
		this.nodeRun.context.addExecutionHints({ message: message + whose, type, location: 'outputPane' });
	}

	items(): INodeExecutionData[] {
		return inInputOrder(this.out, this.nodeRun.mode);
	}

	private addErrors(shortfall: Shortfall, itemIndexes: number[]): void {
		this.hasErrors = true;
		const facts = factsOf(shortfall);
		for (const itemIndex of itemIndexes) this.out.push(errorItem(itemIndex, shortfall.message, facts));
	}
}

function factsOf({ failure, description, details }: Shortfall): IDataObject {
	return { ...(failure !== undefined && (failureDetails(failure) as IDataObject)), ...details, description };
}
