import type { IDataObject } from 'n8n-workflow';

import type { Exchange, Network } from './sending/network';
import { runNode, type ContextData, type NodeOutcome, type NodeSettings } from './sending/n8n';
import type { WorldTime } from './time';

/** How an execution ends, if not by itself. */
export type End =
	| { kind: 'itself' }
	/** The process is killed after this many send requests have left, or after a time. */
	| { kind: 'crash'; afterSends?: number; afterMs: number }
	/** Stop is pressed; n8n stores nothing of what the node keeps. */
	| { kind: 'stop'; afterMs: number };

/** An execution that has ended, and what it output. */
export interface EndedExecution {
	id: number;
	mode: 'trigger' | 'retry';
	/** By round; none for rounds that were not reached, and none at all after a crash or Stop. */
	outcomes: NodeOutcome[];
	/** The same, but also after a crash or Stop: n8n may have stored them. */
	finished: NodeOutcome[];
	/** When each of these was produced. */
	outcomesAt: number[];
	ended: 'success' | 'error' | 'crashed' | 'stopped' | 'stuck';
	beganAt: number;
	endedAt: number;
	/** Runs of the node that succeeded. */
	roundsEnded: number;
	/** What n8n kept for the node before its latest run, and at the end. */
	contextBefore: ContextData;
	contextData: ContextData;
	exchanges: Exchange[];
}

/** What n8n has stored of an execution, from which a Retry starts. */
export interface Stored<Row> {
	/** Runs of the node still to come. */
	rounds: Row[][];
	firstRunIndex: number;
	contextData: ContextData;
	/** Whether the workflow starts at its trigger, so that the rows may differ. */
	isReadAnew: boolean;
}

/** Where an execution starts that is no Retry. */
export const begin = <Row>(rounds: Row[][]): Stored<Row> => ({
	rounds,
	firstRunIndex: 0,
	contextData: {},
	isReadAnew: false,
});

export function storedAfter<Row>(
	{ ended, roundsEnded, contextBefore, contextData }: EndedExecution,
	from: Stored<Row>,
	{ savesProgress, rounds }: { savesProgress: boolean; rounds: Row[][] },
): Stored<Row> {
	const left = { rounds: from.rounds.slice(roundsEnded), isReadAnew: false };
	const firstRunIndex = from.firstRunIndex + roundsEnded;
	// The failed run is removed from the record
	if (ended === 'error') return { ...left, firstRunIndex, contextData: copied(contextData) };
	// State from before the latest run of the node; n8n adds an artificial run to the record for the lost one
	if (ended === 'crashed' && savesProgress)
		return { ...left, firstRunIndex: firstRunIndex + 1, contextData: contextBefore };
	return { ...begin(rounds), isReadAnew: true };
}

interface Scene<Row> {
	time: WorldTime;
	network: Network;
	settings: NodeSettings;
	id: number;
	/** A first execution if absent. */
	mode?: EndedExecution['mode'];
	/** Part of the resume URL. */
	token?: string;
	from: Stored<Row>;
	itemOf: (row: Row) => IDataObject;
	end: End;
}

/** Part of the resume URL of all executions of a life, since they are Retries of one. */
export const TOKEN = 'c0ffee'.repeat(8);
/** No execution may take this long, or make this many requests besides several for each item. */
const LONGEST_MS = 6 * 3_600_000;
const MOST_REQUESTS = 5000;
const MOST_REQUESTS_PER_ITEM = 30;

/** Runs the node once per round, until the execution ends by itself or otherwise. */
export async function liveExecution<Row>({
	time,
	network,
	settings,
	id,
	mode = 'trigger',
	token = TOKEN,
	from: { rounds, firstRunIndex, ...from },
	itemOf,
	end,
}: Scene<Row>): Promise<EndedExecution> {
	const abort = new AbortController();
	const contextData = copied(from.contextData);
	time.revive();
	const beganAt = time.elapsed;
	const firstExchange = network.exchanges.length;
	const outcomes: NodeOutcome[] = [];
	const outcomesAt: number[] = [];
	let ended: EndedExecution['ended'] | undefined;
	let contextBefore: ContextData = {};
	const crash = () => void (ended ??= 'crashed');
	if (end.kind === 'crash') {
		time.inN8n(end.afterMs, crash);
		let sends = 0;
		network.onSend = () => void (++sends > (end.afterSends ?? Infinity) && crash());
	}
	if (end.kind === 'stop') {
		time.inN8n(end.afterMs, () => {
			if (ended === undefined) abort.abort();
		});
	}
	time.inN8n(LONGEST_MS, () => void (ended ??= 'stuck'));
	const execution = { id, mode, token, contextData, signal: abort.signal };
	const runAll = async () => {
		for (const [round, rows] of rounds.entries()) {
			contextBefore = copied(contextData);
			const outcome = await runNode(settings, rows.map(itemOf), firstRunIndex + round, execution, network);
			if (ended !== undefined) return;
			outcomes.push(outcome);
			outcomesAt.push(time.elapsed);
			if (abort.signal.aborted) return void (ended = 'stopped');
			if ('error' in outcome) return void (ended = 'error');
		}
		ended = 'success';
	};
	const mostRequests = MOST_REQUESTS + MOST_REQUESTS_PER_ITEM * rounds.flat().length;
	const running = runAll();
	running.catch(() => undefined);
	await time.run(() => ended !== undefined || network.exchanges.length > firstExchange + mostRequests);
	ended ??= 'stuck';
	const endedAt = time.elapsed;
	// Everything in the process is lost, except what is already on its way to the service
	time.kill();
	network.onSend = () => {};
	await time.run(() => false);
	const isLost = ended === 'crashed' || ended === 'stopped';
	return {
		id,
		mode,
		outcomes: isLost ? [] : outcomes,
		finished: outcomes,
		outcomesAt,
		ended,
		beganAt,
		endedAt,
		contextBefore,
		contextData,
		roundsEnded: outcomes.length - (ended === 'error' ? 1 : 0),
		exchanges: network.exchanges.slice(firstExchange),
	};
}

export function copied<T>(value: T): T {
	return JSON.parse(JSON.stringify(value)) as T;
}
