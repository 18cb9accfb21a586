import type { IDataObject } from 'n8n-workflow';

import { begin, liveExecution, type End, type EndedExecution } from '../execution';
import { Network, type Fault } from '../sending/network';
import type { Version } from '../sending/life';
import type { NodeSettings } from '../sending/n8n';
import { inWorldTime, randomness } from '../time';
import { GROUPS, LogsService, type LogEntry, type LogsNature } from './service';

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
	/** Of the interface. */
	version: Version;
	clusters: Cluster[];
	/** How many different senders, bulks and statuses there are. */
	kinds: { from: number; bulkId: number; group: number };
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
	return await inWorldTime(life, async (time) => {
		const began = time.clock();
		const service = new LogsService(life.nature, entriesOf(life, began));
		const network = new Network(time, service, { sends: [], looks: life.faults });
		const { version, onError, tries } = life;
		const settings: NodeSettings = { parameters: parametersOf(life), version, onError, tries };
		const execution = await liveExecution({
			...{ time, network, settings, id: 1, from: begin([life.questions]), end: life.end },
			itemOf: (question) => itemOf(question, began),
		});
		return { life, service, execution, began };
	});
}

function entriesOf({ clusters, sentMeanwhile, kinds, deliveredAfterMs, seed }: Life, began: number): LogEntry[] {
	const random = randomness(seed + 1);
	const one = (count: number) => Math.floor(random() * count);
	const times = [
		...clusters.flatMap(({ ago, count }) => Array.from({ length: count }, () => ({ sentAt: began - ago, addedAt: 0 }))),
		...sentMeanwhile.flatMap(({ afterMs, count }) =>
			Array.from({ length: count }, () => ({ sentAt: began + afterMs, addedAt: afterMs })),
		),
	];
	return times.map((time, index) => {
		const group = GROUPS[(3 + one(kinds.group)) % GROUPS.length]!;
		return {
			...time,
			to: `43660${String(index).padStart(6, '0')}`,
			from: senderOf(one(kinds.from)),
			bulkId: bulkIdOf(one(kinds.bulkId)),
			group,
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
		resource: 'delivery',
		operation: 'getLogs',
		output,
		returnAll,
		filters,
		...(limit !== undefined && { limit }),
		options: { patience },
	};
}

function itemOf({ sinceAgo, untilAgo, ...filters }: Question, began: number): IDataObject {
	const at = (ago: number) => new Date(began - ago).toISOString();
	return {
		...filters,
		...(sinceAgo !== undefined && { sentSince: at(sinceAgo) }),
		...(untilAgo !== undefined && { sentUntil: at(untilAgo) }),
	};
}

/** A summary always reads everything. */
export const readsAll = ({ returnAll, output }: Life) => returnAll || output !== 'entries';
