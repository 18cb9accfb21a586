import type { IDataObject } from 'n8n-workflow';

import { begin, liveExecution, storedAfter, TOKEN, type End, type EndedExecution, type Stored } from '../execution';
import { Network, type Fault } from './network';
import type { NodeSettings } from './n8n';
import { RETENTION_MS, WorldService, type ServiceNature } from './service';
import { inWorldTime, type ClockSetting } from '../time';

/** One input item: one of the user's messages. */
export interface Row {
	destinations: Array<{ to: string; messageId?: string }>;
	/** Text, or bytes in hexadecimal. */
	content: string;
	from?: string;
	sendAt?: string;
	bulkId?: string;
}

/** A change of the rows between two tries that read them again. */
export type Change =
	| { kind: 'remove'; at: number }
	| { kind: 'moveToEnd'; at: number }
	| { kind: 'content'; at: number; content: string }
	| { kind: 'add'; row: Row };

export type Version = '1' | '2' | '3';

/** A Retry of an execution that failed. */
export interface Retry {
	/** Of the latest execution, or of the first one again. */
	of: 'latest' | 'first';
	/** For rows that are read again. */
	changes: Change[];
	/** How long after the latest execution ended. */
	afterMs: number;
	/** To which the credential was changed before, if n8n keeps the record of every execution: without, it cannot know what it was. */
	version?: Version;
	end: End;
}

/** Everything that is drawn: a service, a user's choices, and what happens. */
export interface Life {
	nature: ServiceNature;
	faults: { sends: Array<Fault | undefined>; looks: Array<Fault | undefined> };
	operation: 'sendText' | 'sendBinary';
	options: {
		messagesPerRequest: number;
		requestsAtOnce: number;
		patience: number;
		lookUpTime: number;
		messageIds: 'node' | 'own';
		ifUnclear: 'sendAgain' | 'report';
		sameNumber: 'send' | 'skip';
		skipNumbers?: string[];
		/** Whether quiet hours hold every message back until the next midnight. */
		defersAll?: boolean;
		maxMessages?: number;
	};
	/** Of the interface. */
	version: Version;
	onError: NodeSettings['onError'];
	tries: number;
	/** Runs of the node in one execution, as in a loop; mostly one. */
	rounds: Row[][];
	end: End;
	retries: Retry[];
	/** Whether the node is in a sub-workflow: a parent that starts it again starts a new execution, which knows of no other. */
	isSubWorkflow: boolean;
	/** Whether n8n saves progress after each node. */
	savesProgress: boolean;
	skews: ClockSetting[];
	seed: number;
}

/** What the user wanted to send: one destination of one row. */
export interface Target {
	/** Which run of the node within the execution. */
	round: number;
	itemIndex: number;
	to: string;
	/** Empty if it has no sender. */
	from: string;
	content: string;
	ownId?: string;
	/** The user's own, of its request. */
	bulkId?: string;
	isScheduled: boolean;
	/** Whether it should be left out, since an earlier message in the same run goes to the same number. */
	isSkipped: boolean;
}

/** One execution that has ended, and what it output. */
export interface LivedExecution extends EndedExecution {
	/** The rows of each run of the node that was still to come. */
	rounds: Row[][];
	targets: Target[];
	/** Whether an earlier execution may have sent something that this one does not know about. */
	startsAnew: boolean;
	/** Whether the logs no longer show what an earlier one sent. */
	isLate: boolean;
	/** Whether n8n has kept nothing of what an earlier one sent. */
	hasNoRecord: boolean;
	/** The length of the service's `accepted` when it began, and when it ended. */
	acceptedBefore: number;
	acceptedCount: number;
}

export interface LivedLife {
	life: Life;
	service: WorldService;
	executions: LivedExecution[];
}

export async function live(life: Life): Promise<LivedLife> {
	return await inWorldTime(life, async (time) => {
		const service = new WorldService(life.nature);
		const network = new Network(time, service, life.faults);
		const executions: LivedExecution[] = [];
		const stored: Array<Stored<Row>> = [];
		const settings: NodeSettings = {
			parameters: parametersOf(life),
			key: service.key,
			onError: life.onError,
			tries: life.tries,
		};
		const execute = async (
			from: Stored<Row>,
			end: End,
			mode: LivedExecution['mode'],
			startsAnew: boolean,
			isLate: boolean,
			version: Version,
		) => {
			const id = executions.length + 1;
			const acceptedBefore = service.accepted.length;
			const { rounds } = from;
			const execution = await liveExecution({
				...{ time, network, settings: { ...settings, version }, id, from, itemOf, end, mode },
				...(life.isSubWorkflow && { token: `${TOKEN}${id}` }),
			});
			const targets = rounds.flatMap((rows, round) => targetsOf(rows, round, life.options));
			const lived = {
				...execution,
				rounds,
				targets,
				startsAnew,
				isLate,
				hasNoRecord: Object.keys(from.contextData).length === 0,
				acceptedBefore,
				acceptedCount: service.accepted.length,
			};
			executions.push(lived);
			stored.push(storedAfter(lived, from, life));
			return lived;
		};
		const first = begin(life.rounds);
		let latest = await execute(first, life.end, 'trigger', false, false, life.version);
		let { version } = life;
		const ends = [life.end, ...life.retries.map((retry) => retry.end)];
		const hasRecords =
			!life.isSubWorkflow &&
			ends.every(({ kind }) => kind === 'itself') &&
			life.retries.every((retry) => retry.of === 'latest');
		for (const { of, changes, afterMs, end, version: changedTo = version } of life.retries) {
			// A parent may fail after its sub-workflow succeeded
			if ((latest.ended === 'success' && !life.isSubWorkflow) || latest.ended === 'stuck') break;
			const from = life.isSubWorkflow ? { ...first, isReadAnew: true } : of === 'first' ? stored[0]! : stored.at(-1)!;
			const changed = from.isReadAnew ? from.rounds.map((rows) => changes.reduce(applied, rows)) : from.rounds;
			const rounds = changed.some((rows) => rows.length === 0) ? from.rounds : changed;
			const startsAnew = life.isSubWorkflow || latest.ended !== 'error' || of === 'first';
			time.elapsed += afterMs;
			const isLate = time.elapsed >= RETENTION_MS;
			const mode = life.isSubWorkflow ? 'trigger' : 'retry';
			if (hasRecords) version = changedTo;
			latest = await execute({ ...from, rounds }, end, mode, startsAnew, isLate, version);
		}
		return { life, service, executions };
	});
}

export function parametersOf({
	operation,
	options: { sameNumber, skipNumbers = [], defersAll, maxMessages, ...options },
}: Life): IDataObject {
	return {
		operation,
		to: '={{ $json.to }}',
		from: '={{ $json.from }}',
		...(operation === 'sendText' ? { text: '={{ $json.content }}' } : { hex: '={{ $json.content }}' }),
		schedule: {
			sendAt: { at: { time: '={{ $json.sendAt }}' } },
			...(defersAll && { quietHours: { hours: { from: '00:01', to: '00:00', timeZone: 'UTC' } } }),
		},
		messageOptions: { bulkId: '={{ $json.bulkId }}' },
		safeguards: { sameNumber, skipNumbers: skipNumbers.join(), ...(maxMessages !== undefined && { maxMessages }) },
		options: { ...options },
	};
}

export function itemOf({ destinations, content, from, sendAt, bulkId }: Row): IDataObject {
	return {
		to: destinations.map((destination) => ({ ...destination })),
		content,
		from: from ?? null,
		sendAt: sendAt ?? 'now',
		bulkId: bulkId ?? null,
	};
}

function targetsOf(rows: Row[], round: number, { sameNumber, skipNumbers, defersAll }: Life['options']): Target[] {
	const seen = new Set<string>();
	return rows.flatMap(({ destinations, content, from = '', sendAt, bulkId }, itemIndex) =>
		destinations.map(({ to, messageId }) => {
			const isSkipped = skipNumbers?.includes(to) === true || (sameNumber === 'skip' && seen.has(to));
			seen.add(to);
			return {
				round,
				itemIndex,
				to,
				from,
				content,
				ownId: messageId,
				bulkId,
				isScheduled: defersAll === true || sendAt !== undefined,
				isSkipped,
			};
		}),
	);
}

function applied(rows: Row[], change: Change): Row[] {
	if (change.kind === 'add') return [...rows, change.row];
	const at = change.at % Math.max(1, rows.length);
	const others = rows.filter((_, index) => index !== at);
	if (change.kind === 'remove') return others;
	if (change.kind === 'moveToEnd') return [...others, ...rows.slice(at, at + 1)];
	return rows.map((row, index) => (index === at ? { ...row, content: change.content } : row));
}
