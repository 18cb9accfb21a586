import type { IDataObject } from 'n8n-workflow';

import { Network, type Exchange, type Fault } from './network';
import { runNode, type ContextData, type NodeOutcome, type NodeSettings } from './n8n';
import { WorldService, type ServiceNature } from './service';
import { randomness, WorldTime } from '../time';

/** One input item: a message of the user's. */
export interface Row {
	destinations: Array<{ to: string; messageId?: string }>;
	/** Text, or bytes in hexadecimal. */
	content: string;
	sendAt?: string;
	bulkId?: string;
}

/** A change of the rows between two tries that read them anew. */
export type Change =
	| { kind: 'remove'; at: number }
	| { kind: 'moveToEnd'; at: number }
	| { kind: 'content'; at: number; content: string }
	| { kind: 'add'; row: Row };

/** How an execution ends, when not by itself. */
export type End =
	| { kind: 'itself' }
	/** The process is killed when so many send requests have left, or after a time. */
	| { kind: 'crash'; afterSends: number; afterMs: number }
	/** Stop pressed; n8n stores nothing of what the node keeps. */
	| { kind: 'stop'; afterMs: number };

/** A Retry of an execution that failed. */
export interface Retry {
	/** Of the latest execution, or of the first one again. */
	of: 'latest' | 'first';
	/** For rows that are read anew. */
	changes: Change[];
	end: End;
}

/** All that is drawn: a service, a user's choices, and what happens. */
export interface Life {
	nature: ServiceNature;
	faults: { sends: Array<Fault | undefined>; looks: Array<Fault | undefined> };
	operation: 'sendText' | 'sendBinary';
	options: {
		messagesPerRequest: number;
		requestsAtOnce: number;
		patience: number;
		lookUpTime: number;
		messageIds: 'node' | 'service';
		ifUnclear: 'sendAgain' | 'report';
		rejectedAs: 'errors' | 'items';
		skipSent: boolean;
	};
	onError: NodeSettings['onError'];
	tries: number;
	/** Runs of the node in one execution, as in a loop; mostly one. */
	rounds: Row[][];
	end: End;
	retries: Retry[];
	/** Whether n8n stores the progress after each node. */
	savesProgress: boolean;
	skews: Array<{ afterMs: number; byMs: number }>;
	seed: number;
}

/** What the user said to send: one destination of one row. */
export interface Target {
	/** Which run of the node within the execution. */
	round: number;
	itemIndex: number;
	to: string;
	content: string;
	ownId?: string;
	isScheduled: boolean;
}

/** One execution that has ended, and what it gave out. */
export interface LivedExecution {
	id: number;
	mode: 'trigger' | 'retry';
	/** The rows of each run of the node that was still to come. */
	rounds: Row[][];
	targets: Target[];
	/** By round; none for rounds that were not reached, and none at all after a crash or Stop. */
	outcomes: NodeOutcome[];
	ended: 'success' | 'error' | 'crashed' | 'stopped' | 'stuck';
	/** Whether an execution before it may have sent something that this one knows nothing of. */
	startsAnew: boolean;
	beganAt: number;
	endedAt: number;
	/** Runs of the node that ended well. */
	roundsEnded: number;
	/** What n8n kept for the node before its latest run. */
	contextBefore: ContextData;
	exchanges: Exchange[];
	/** How much of the service's `accepted` there was when it ended. */
	acceptedCount: number;
}

export interface LivedLife {
	life: Life;
	service: WorldService;
	executions: LivedExecution[];
}

/** In the resume URL of all executions of a life: they are Retries of one. */
export const TOKEN = 'c0ffee'.repeat(8);
/** No execution may take as long as this, or make so many requests. */
const LONGEST_MS = 6 * 3_600_000;
const MOST_REQUESTS = 5000;

export async function live(life: Life): Promise<LivedLife> {
	const time = new WorldTime(randomness(life.seed));
	const uninstall = time.install();
	try {
		const service = new WorldService(life.nature);
		const network = new Network(time, service, life.faults);
		for (const { afterMs, byMs } of life.skews) time.at(afterMs, () => void (time.skewMs += byMs));
		const executions: LivedExecution[] = [];
		const stored: Stored[] = [];
		const execute = async (begin: Stored, end: End, mode: LivedExecution['mode'], startsAnew: boolean) => {
			const id = executions.length + 1;
			const contextData = copied(begin.contextData);
			const lived = await liveExecution({ life, time, service, network, id, ...begin, contextData, end, mode, startsAnew });
			executions.push(lived);
			stored.push(storedAfter(lived, begin, contextData, life));
			return lived;
		};
		let latest = await execute({ rounds: life.rounds, firstRunIndex: 0, contextData: {}, isReadAnew: false }, life.end, 'trigger', false);
		for (const { of, changes, end } of life.retries) {
			if (latest.ended === 'success' || latest.ended === 'stuck') break;
			const begin = of === 'first' ? stored[0]! : stored.at(-1)!;
			const changed = begin.isReadAnew ? begin.rounds.map((rows) => changes.reduce(applied, rows)) : begin.rounds;
			const rounds = changed.some((rows) => rows.length === 0) ? begin.rounds : changed;
			latest = await execute({ ...begin, rounds }, end, 'retry', latest.ended !== 'error' || of === 'first');
		}
		return { life, service, executions };
	} finally {
		uninstall();
	}
}

/** What n8n has stored of an execution, from which a Retry begins. */
interface Stored {
	/** Runs of the node that are still to come. */
	rounds: Row[][];
	firstRunIndex: number;
	contextData: ContextData;
	/** Whether the workflow begins at its trigger, so that the rows may be others. */
	isReadAnew: boolean;
}

function storedAfter({ ended, roundsEnded, contextBefore }: LivedExecution, begin: Stored, contextData: ContextData, { savesProgress, rounds }: Life): Stored {
	const left = begin.rounds.slice(roundsEnded);
	// The failed run is taken out of the record
	if (ended === 'error') return { rounds: left, firstRunIndex: begin.firstRunIndex + roundsEnded, contextData: copied(contextData), isReadAnew: false };
	// What was stored before the latest run of the node; n8n puts an artificial run into the record for the one that it lost
	if (ended === 'crashed' && savesProgress) return { rounds: left, firstRunIndex: begin.firstRunIndex + roundsEnded + 1, contextData: contextBefore, isReadAnew: false };
	return { rounds, firstRunIndex: 0, contextData: {}, isReadAnew: true };
}

interface Scene extends Omit<Stored, 'isReadAnew'> {
	life: Life;
	time: WorldTime;
	service: WorldService;
	network: Network;
	id: number;
	end: End;
	mode: LivedExecution['mode'];
	startsAnew: boolean;
}

async function liveExecution({ life, time, service, network, id, rounds, firstRunIndex, contextData, end, mode, startsAnew }: Scene): Promise<LivedExecution> {
	const abort = new AbortController();
	time.revive();
	const beganAt = time.elapsed;
	const firstExchange = network.exchanges.length;
	const outcomes: NodeOutcome[] = [];
	let ended: LivedExecution['ended'] | undefined;
	let contextBefore: ContextData = {};
	const crash = () => {
		ended ??= 'crashed';
	};
	if (end.kind === 'crash') {
		time.at(end.afterMs, crash, true);
		let sends = 0;
		network.onSend = () => void (++sends > end.afterSends && crash());
	}
	if (end.kind === 'stop') {
		time.at(
			end.afterMs,
			() => {
				if (ended === undefined) abort.abort();
			},
			true,
		);
	}
	time.at(LONGEST_MS, () => void (ended ??= 'stuck'), true);
	const settings: NodeSettings = { parameters: parametersOf(life), onError: life.onError, tries: life.tries };
	const execution = { id, mode, token: TOKEN, contextData, signal: abort.signal };
	const runAll = async () => {
		for (const [round, rows] of rounds.entries()) {
			contextBefore = copied(contextData);
			const outcome = await runNode(settings, rows.map(itemOf), firstRunIndex + round, execution, network, async (ms) => await new Promise((resolve) => time.at(ms, () => resolve(), true)));
			if (ended !== undefined) return;
			outcomes.push(outcome);
			if (abort.signal.aborted) return void (ended = 'stopped');
			if ('error' in outcome) return void (ended = 'error');
		}
		ended = 'success';
	};
	const running = runAll();
	running.catch(() => undefined);
	await time.run(() => ended !== undefined || network.exchanges.length > firstExchange + MOST_REQUESTS);
	ended ??= 'stuck';
	const endedAt = time.elapsed;
	// What the process still had in hand is gone, save what has left for the service
	time.kill();
	network.onSend = () => {};
	await time.run(() => false);
	const isLost = ended === 'crashed' || ended === 'stopped';
	return {
		id,
		mode,
		rounds,
		targets: rounds.flatMap((rows, round) => rows.flatMap((row, itemIndex) => targetsOf(row, itemIndex, round))),
		outcomes: isLost ? [] : outcomes,
		ended,
		startsAnew,
		beganAt,
		endedAt,
		contextBefore,
		roundsEnded: outcomes.length - (ended === 'error' ? 1 : 0),
		exchanges: network.exchanges.slice(firstExchange),
		acceptedCount: service.accepted.length,
	};
}

export function parametersOf({ operation, options }: Life): IDataObject {
	return {
		operation,
		to: '={{ $json.to }}',
		from: 'Sender',
		...(operation === 'sendText' ? { text: '={{ $json.content }}' } : { hex: '={{ $json.content }}' }),
		schedule: { sendAt: '={{ $json.sendAt }}' },
		requestOptions: { bulkId: '={{ $json.bulkId }}' },
		options: { ...options },
	};
}

export function itemOf({ destinations, content, sendAt, bulkId }: Row): IDataObject {
	return { to: destinations.map((destination) => ({ ...destination })), content, sendAt: sendAt ?? null, bulkId: bulkId ?? null };
}

function targetsOf({ destinations, content, sendAt }: Row, itemIndex: number, round: number): Target[] {
	return destinations.map(({ to, messageId }) => ({ round, itemIndex, to, content, ownId: messageId, isScheduled: sendAt !== undefined }));
}

function applied(rows: Row[], change: Change): Row[] {
	if (change.kind === 'add') return [...rows, change.row];
	const at = change.at % Math.max(1, rows.length);
	const others = rows.filter((_, index) => index !== at);
	if (change.kind === 'remove') return others;
	if (change.kind === 'moveToEnd') return [...others, ...rows.slice(at, at + 1)];
	return rows.map((row, index) => (index === at ? { ...row, content: change.content } : row));
}

function copied<T>(value: T): T {
	return JSON.parse(JSON.stringify(value)) as T;
}
