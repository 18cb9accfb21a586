import type { IDataObject } from 'n8n-workflow';

import { begin, liveExecution, storedAfter, type End, type EndedExecution, type Stored } from '../execution';
import { Network, type Fault } from '../sending/network';
import type { NodeSettings } from '../sending/n8n';
import { inWorldTime, type ClockSetting } from '../time';
import { ReportsService, type ReportsNature } from './service';

/** One input item: what it asks for. */
export interface Row {
	/** Comma-separated; if empty, the item is faulty. */
	messageId: string;
	bulkId: string;
}

/** The node's settings for what to ask for. */
export interface Question {
	filters: Array<keyof Row>;
	returnAll: boolean;
	limit?: number;
	missingReports: 'named' | 'items';
	simplify: boolean;
	/** In seconds. */
	patience: number;
}

/** A Retry of an execution that failed. */
export interface Retry {
	/** Of the latest execution, or of the first one again. */
	of: 'latest' | 'first';
	/** Set if the node was changed in between. */
	question?: Question;
	end: End;
}

/** Everything that is drawn: a service, a user's choices, and what happens. */
export interface Life {
	nature: ReportsNature;
	faults: Array<Fault | undefined>;
	question: Question;
	onError: NodeSettings['onError'];
	tries: number;
	/** Whether an AI agent calls the node, in a single run. */
	isTool: boolean;
	/** Runs of the node in one execution, as in a loop; mostly one. */
	rounds: Row[][];
	end: End;
	retries: Retry[];
	/** Whether n8n saves progress after each node. */
	savesProgress: boolean;
	skews: ClockSetting[];
	seed: number;
}

/** One execution that has ended, and what it output. */
export interface LivedExecution extends EndedExecution {
	question: Question;
	rounds: Row[][];
	/** The execution that it continues, if n8n has kept what that one fetched. */
	goesOnWith?: LivedExecution;
}

export interface LivedLife {
	life: Life;
	service: ReportsService;
	executions: LivedExecution[];
}

export async function live(life: Life): Promise<LivedLife> {
	return await inWorldTime(life, async (time) => {
		const service = new ReportsService(life.nature);
		const network = new Network(time, service, { sends: [], looks: life.faults });
		const executions: LivedExecution[] = [];
		const stored: Array<Stored<Row>> = [];
		const execute = async (from: Stored<Row>, end: End, question: Question, before?: LivedExecution) => {
			const settings: NodeSettings = {
				parameters: parametersOf(question, life.nature),
				version: life.nature.version,
				onError: life.onError,
				tries: life.tries,
				isTool: life.isTool,
			};
			const execution = await liveExecution({
				...{ time, network, settings, id: executions.length + 1, from, end },
				mode: before === undefined ? 'trigger' : 'retry',
				itemOf: (row) => ({ ...row }),
			});
			const lived: LivedExecution = {
				...execution,
				question,
				rounds: from.rounds,
				...(!from.isReadAnew && before !== undefined && { goesOnWith: before }),
			};
			executions.push(lived);
			stored.push(storedAfter(lived, from, life));
			return lived;
		};
		let latest = await execute(begin(life.rounds), life.end, life.question);
		for (const { of, question = latest.question, end } of life.retries) {
			if (latest.ended === 'success' || latest.ended === 'stuck') break;
			const index = of === 'first' ? 0 : executions.length - 1;
			latest = await execute(stored[index]!, end, question, executions[index]);
		}
		return { life, service, executions };
	});
}

function parametersOf(
	{ filters, returnAll, limit, missingReports, simplify, patience }: Question,
	{ received }: ReportsNature,
): IDataObject {
	if (received !== undefined)
		return { resource: 'message', operation: 'getReceived', returnAll, simplify, limit, options: { patience } };
	return {
		resource: 'delivery',
		operation: 'getReports',
		returnAll,
		simplify,
		filters: {
			...Object.fromEntries(filters.map((name) => [name, `={{ $json.${name} }}`])),
			...(limit !== undefined && { limit }),
		},
		options: { missingReports, patience },
	};
}
