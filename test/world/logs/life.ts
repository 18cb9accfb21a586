import type { IDataObject } from 'n8n-workflow';

import { liveExecution, type End, type EndedExecution } from '../execution';
import { Network, type Fault } from '../sending/network';
import type { NodeSettings } from '../sending/n8n';
import { inWorldTime, randomness } from '../time';
import { GROUPS, LogsService, type LogEntry, type LogsNature, type Shown } from './service';

/** Messages with the same send time. */
export interface Cluster {
	/** How long before the start of the life, in milliseconds. */
	ago: number;
	count: number;
}

/** What an input item asks for. */
export interface Question {
	from?: string;
	bulkId?: string;
	generalStatus?: string;
	/** How long before the start of the life, in milliseconds. */
	sinceAgo?: number;
	untilAgo?: number;
}

/** Everything that is drawn: a service with its logs, a user's questions, and what happens. */
export interface Life {
	nature: LogsNature;
	clusters: Cluster[];
	/** Clusters of scheduled messages, by index, and how long before they were sent they were created. */
	scheduled: Array<{ at: number; aheadMs: number }>;
	/** How many different senders, bulks, networks and statuses there are. */
	kinds: { from: number; bulkId: number; mccMnc: number; group: number };
	/** Oddities of some entries, by index: how they show their time, or that they are listed twice. */
	odd: Array<{ at: number; shown: Shown }>;
	twice: number[];
	/** Messages sent while the logs are read. */
	sentMeanwhile: Array<{ afterMs: number; count: number }>;
	/** When pending messages are delivered. */
	deliveredAfterMs: number | undefined;
	faults: Array<Fault | undefined>;
	output: 'entries' | 'summary' | 'summaryHtml';
	returnAll: boolean;
	limit: number | undefined;
	/** One for each input item; all with the same keys. */
	questions: Question[];
	patience: number;
	onError: NodeSettings['onError'];
	tries: number;
	end: End;
	seed: number;
}

export interface LivedLife {
	life: Life;
	service: LogsService;
	execution: EndedExecution;
	/** When the life started, in milliseconds since 1970. */
	began: number;
}

export async function live(life: Life): Promise<LivedLife> {
	return await inWorldTime(life, async (time, random) => {
		const began = time.clock();
		const service = new LogsService(
			{ ...life.nature, ignoresRange: ignoresRange(life) },
			entriesOf(life, began),
			random,
		);
		const network = new Network(time, service, { sends: [], looks: life.faults });
		const settings: NodeSettings = { parameters: parametersOf(life), onError: life.onError, tries: life.tries };
		const rows = life.questions.map((question) => rowOf(question, began));
		const execution = await liveExecution({
			time,
			network,
			settings,
			id: 1,
			mode: 'trigger',
			rounds: [rows],
			firstRunIndex: 0,
			contextData: {},
			end: life.end,
		});
		return { life, service, execution, began };
	});
}

function entriesOf(
	{ nature, clusters, scheduled, sentMeanwhile, kinds, odd, twice, deliveredAfterMs, seed }: Life,
	began: number,
): LogEntry[] {
	const random = randomness(seed + 1);
	const one = (count: number) => Math.floor(random() * count);
	const shownOf = new Map(odd.map(({ at, shown }) => [at, shown]));
	const times = [
		...clusters.flatMap(({ ago, count }, cluster) => {
			const aheadMs = scheduled.find(({ at }) => at === cluster)?.aheadMs ?? 0;
			return Array.from({ length: count }, () => ({ sentAt: began - ago, aheadMs, addedAt: 0 }));
		}),
		...sentMeanwhile.flatMap(({ afterMs, count }) =>
			Array.from({ length: count }, () => ({ sentAt: began + afterMs, aheadMs: 0, addedAt: afterMs })),
		),
	];
	return times.map(({ sentAt, aheadMs, addedAt }, index) => {
		const group = GROUPS[(3 + one(kinds.group)) % GROUPS.length]!;
		return {
			to: `43660${String(index).padStart(6, '0')}`,
			sentAt,
			fraction: nature.isFiner ? one(1000) / 1000 : 0,
			createdAt: sentAt - aheadMs,
			shown: shownOf.get(index) ?? 'asPromised',
			from: senderOf(one(kinds.from)),
			bulkId: bulkIdOf(one(kinds.bulkId)),
			group,
			mccMnc: `232${String(one(kinds.mccMnc)).padStart(2, '0')}`,
			copies: twice.includes(index) ? 2 : 1,
			addedAt,
			deliveredAt: group === 'PENDING' ? (deliveredAfterMs ?? Infinity) : Infinity,
		};
	});
}

export const senderOf = (index: number) => `Sender ${index}`;
export const bulkIdOf = (index: number) => `bulk-${index}`;

function parametersOf({ output, returnAll, limit, questions, patience }: Life): IDataObject {
	const names = Object.keys(questions[0]!).map((key) =>
		key === 'sinceAgo' ? 'sentSince' : key === 'untilAgo' ? 'sentUntil' : key,
	);
	const filters = Object.fromEntries(names.map((name) => [name, `={{ $json.${name} }}`]));
	return {
		operation: 'getLogs',
		output,
		returnAll,
		filters,
		...(limit !== undefined && { limit }),
		options: { patience },
	};
}

function rowOf({ sinceAgo, untilAgo, ...filters }: Question, began: number): IDataObject {
	const at = (ago: number) => new Date(began - ago).toISOString();
	return {
		...filters,
		...(sinceAgo !== undefined && { sentSince: at(sinceAgo) }),
		...(untilAgo !== undefined && { sentUntil: at(untilAgo) }),
	};
}

/** A summary always reads everything. */
export const readsAll = ({ returnAll, output }: Life) => returnAll || output !== 'entries';

/** With Return All, such a service only fills answers with useless entries: every range would be named as unreadable. */
export const ignoresRange = (life: Life) => life.nature.ignoresRange && !readsAll(life);
