import { deepCopy, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { errorItem, faultyItems, inInputOrder, operationError } from '../output/errorItems';
import { inHtml } from '../text/html';
import { withoutFullStop } from '../text/words';
import { isTool, showHint, type NodeRun } from '../n8n/execution';
import { failureDetails, type ServiceFailure } from '../api/failure';
import type { ReadItem } from '../parameters/items';

/** What some input items do not get, and why. */
export interface Shortfall {
	itemIndexes: number[];
	failure?: ServiceFailure;
	message: string;
	description: string;
	details?: IDataObject;
}

/** Several as one: with the message of the first, and the first failure. */
export function asOne(shortfalls: Shortfall[]): Shortfall {
	const [first, ...others] = shortfalls as [Shortfall, ...Shortfall[]];
	return {
		...first,
		itemIndexes: shortfalls.flatMap(({ itemIndexes }) => itemIndexes),
		failure: shortfalls.find(({ failure }) => failure !== undefined)?.failure,
		description: [first.description, ...others.map(textOf)].join(' '),
		details: Object.assign({}, ...shortfalls.map(({ details }) => details)) as IDataObject,
	};
}

export class RunOutput {
	private readonly out: INodeExecutionData[] = [];
	/** These stand behind all others. */
	private readonly last: INodeExecutionData[] = [];
	private readonly errors: INodeExecutionData[];
	private readonly notes: string[] = [];
	private readonly pairings = new WeakMap<number[], INodeExecutionData['pairedItem']>();

	/**
	 * @param isGivenOnce whether the items cannot be fetched again. Then errors stand behind them: with Retry On Fail, n8n runs a
	 * node again, and drops what it has output, if the first item is an error.
	 */
	constructor(
		private readonly nodeRun: NodeRun,
		faulty: Array<ReadItem<unknown>>,
		isGivenOnce = false,
	) {
		this.errors = isGivenOnce ? this.last : this.out;
		this.errors.push(...faultyItems(faulty, nodeRun.labelOf, nodeRun.context.getNode()));
	}

	get mode(): NodeRun['mode'] {
		return this.nodeRun.mode;
	}

	/** One item, paired with all of these input items. */
	add(json: IDataObject, itemIndexes: number[]): void {
		// Items with the same list share the pairing, which may be as long as the input
		const pairedItem = this.pairings.get(itemIndexes) ?? pairingOf(itemIndexes);
		this.pairings.set(itemIndexes, pairedItem);
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

	/** A query that yielded nothing. @throws NodeOperationError with mode 'stop' */
	fail(shortfall: Shortfall): void {
		const { message, description, itemIndexes } = shortfall;
		if (this.nodeRun.mode === 'stop')
			throw operationError(
				this.nodeRun.context.getNode(),
				message,
				inHtml(description),
				factsOf(shortfall),
				itemIndexes[0],
			);
		this.addErrors(shortfall);
	}

	/** A query that yielded less than it should, of entries that can be fetched again. */
	fallShort(shortfall: Shortfall): void {
		if (this.nodeRun.mode === 'stop') this.hint(textOf(shortfall), 'warning', shortfall.itemIndexes);
		else {
			this.show(textOf(shortfall), 'warning', shortfall.itemIndexes);
			this.addErrors(shortfall);
		}
	}

	/** Says with mode 'stop' what is missing, where an error would drop what was fetched: in the last item, a hint and n8n's log. */
	endWith(shortfall: Shortfall): void {
		const { itemIndexes } = shortfall;
		const text = textOf(shortfall);
		this.show(text, 'warning', itemIndexes);
		const { context } = this.nodeRun;
		context.logger.warn(`SMS Messaging '${context.getNode().name}': ${text}`);
		this.last.push({ json: { shortfall: text, details: factsOf(shortfall) }, pairedItem: pairingOf(itemIndexes) });
	}

	/** A hint, which an AI agent gets as an item. */
	hint(message: string, type: 'info' | 'warning', itemIndexes: number[]): void {
		this.notes.push(message);
		this.show(message, type, itemIndexes);
	}

	show(message: string, type: 'info' | 'warning', itemIndexes: number[]): void {
		const isOfMany = this.nodeRun.context.getInputData().length > 1;
		const [first, ...others] = new Set(itemIndexes);
		const whose =
			isOfMany && first !== undefined
				? ` [item ${first}${others.length === 0 ? '' : ` and ${others.length} more`}]`
				: '';
		showHint(this.nodeRun.context, message + whose, type);
	}

	items(): INodeExecutionData[] {
		if (isTool(this.nodeRun.context) && this.notes.length > 0)
			this.out.push({ json: { note: this.notes.map(withoutFullStop).join('. ') }, pairedItem: { item: 0 } });
		return [this.out, this.last].flatMap((items) => inInputOrder(items, this.nodeRun.mode));
	}

	private addErrors(shortfall: Shortfall): void {
		const facts = factsOf(shortfall);
		for (const itemIndex of shortfall.itemIndexes) this.errors.push(errorItem(itemIndex, shortfall.message, facts));
	}
}

/** For a hint, an item or the log, which have no place for a description. */
const textOf = ({ message, description }: Shortfall): string => `${withoutFullStop(message)}. ${description}`;

function pairingOf(itemIndexes: number[]): INodeExecutionData['pairedItem'] {
	const pairs = [...new Set(itemIndexes)].map((item) => ({ item }));
	return pairs.length > 1 ? pairs : (pairs[0] ?? { item: 0 });
}

function factsOf({ failure, description, details }: Shortfall): IDataObject {
	return { ...(failure !== undefined && (failureDetails(failure) as IDataObject)), ...details, description };
}
