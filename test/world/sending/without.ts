import type { Life } from './life';
import type { Fault } from './network';

/** What may happen to an answer, each with a function that removes it from a fault. */
export const withoutFaults: Record<string, (fault: Fault) => Fault | undefined> = {
	'2xx other than 200': (fault) =>
		fault.answer.kind === 'status' && fault.answer.status > 200 && fault.answer.status < 300
			? { ...fault, answer: { ...fault.answer, status: 200 } }
			: fault,
	'answers that trickle': (fault) => (fault.answer.kind === 'trickle' ? undefined : fault),
	'slow answers': (fault) => ({ ...fault, delayMs: 0 }),
};

const withoutArrivals: Record<string, (fault: Fault) => Fault | undefined> = {
	'requests that are acted on late': (fault) => (fault.lateMs === undefined ? fault : undefined),
};

/** Things that a service, n8n or a user may do, each with a function that removes it from a life. */
export const WITHOUT: Record<string, (life: Life) => Life> = {
	...Object.fromEntries(
		Object.entries({ ...withoutFaults, ...withoutArrivals }).map(([what, without]) => [what, withFaults(without)]),
	),
	'changed rows on Retry': (life) => ({ ...life, retries: life.retries.map((retry) => ({ ...retry, changes: [] })) }),
	Retry: (life) => ({ ...life, retries: [] }),
	'message IDs of the user': (life) => ({
		...life,
		rounds: life.rounds.map((rows) =>
			rows.map((row) => ({ ...row, destinations: row.destinations.map(({ to }) => ({ to })) })),
		),
	}),
	'bulk IDs of the user': (life) => ({
		...life,
		rounds: life.rounds.map((rows) => rows.map(({ bulkId: _, ...row }) => row)),
	}),
	senders: (life) => ({
		...life,
		rounds: life.rounds.map((rows) => rows.map(({ from: _, ...row }) => row)),
	}),
	'scheduled messages': (life) => ({
		...life,
		rounds: life.rounds.map((rows) => rows.map(({ sendAt: _, ...row }) => row)),
	}),
	'a parent that starts it again': (life) => ({ ...life, isSubWorkflow: false }),
	'more than 20 items': (life) => ({ ...life, rounds: life.rounds.map((rows) => rows.slice(0, 20)) }),
	'runs in a loop': (life) => ({ ...life, rounds: life.rounds.slice(0, 1) }),
	'logs that know no lists': withLogs({ knowsLists: true }),
	'logs in no order': withLogs({ order: 'oldestFirst' }),
	'logs that lag': withLogs({ lagMs: 0 }),
	'logs with few entries an answer': withLogs({ cap: 1000 }),
	'logs with other bulk IDs': withLogs({ bulkIds: 'ours' }),
	'logs that hang': withLogs({ hangs: false }),
	'logs with what was rejected': withLogs({ showRejected: false }),
	'logs of messages that failed later': withLogs({ later: 'DELIVERED' }),
	'faults of look-ups': (life) => ({ ...life, faults: { ...life.faults, looks: [] } }),
	'rejected messages without an ID': withForm({ rejectedHaveIds: true }),
	'clocks that differ': (life) => ({ ...life, nature: { ...life.nature, clockOffMs: 0 } }),
	'an unusual key': ({ nature: { key: _, ...nature }, ...life }) => ({ ...life, nature }),
	'refusals that repeat the key': (life) => ({ ...life, nature: { ...life.nature, echoesKey: false } }),
	'a status group that nobody knows': (life) =>
		life.nature.form.rejected === 'FAILED' ? withForm({ rejected: 'REJECTED' })(life) : life,
	'earlier messages under IDs of the user': (life) => ({ ...life, nature: { ...life.nature, earlier: [] } }),
	'IDs of the service': (life) => ({
		...life,
		nature: { ...life.nature, ids: 'ours' },
		options: { ...life.options, messageIds: 'node' },
	}),
	'IDs used up by a rejection': (life) => ({ ...life, nature: { ...life.nature, rejectedUseUpIds: false } }),
	'a service that refuses known IDs': (life) => ({ ...life, nature: { ...life.nature, checksIds: false } }),
	'numbers that are skipped': (life) => ({ ...life, options: { ...life.options, sameNumber: 'send' } }),
	'a maximum of messages': ({ options: { maxMessages: _, ...options }, ...life }) => ({ ...life, options }),
	'a clock that is set': (life) => ({ ...life, skews: [] }),
	'little patience': (life) => ({ ...life, options: { ...life.options, patience: 60 } }),
	'any fault of a send': (life) => ({ ...life, faults: { ...life.faults, sends: [] } }),
};

function withFaults(change: (fault: Fault) => Fault | undefined): (life: Life) => Life {
	const all = (faults: Array<Fault | undefined>) => faults.map((fault) => fault && change(fault));
	return (life) => ({ ...life, faults: { sends: all(life.faults.sends), looks: all(life.faults.looks) } });
}

function withForm(form: Partial<Life['nature']['form']>): (life: Life) => Life {
	return (life) => ({ ...life, nature: { ...life.nature, form: { ...life.nature.form, ...form } } });
}

function withLogs(logs: Partial<Life['nature']['logs']>): (life: Life) => Life {
	return (life) => ({ ...life, nature: { ...life.nature, logs: { ...life.nature.logs, ...logs } } });
}
