import type { Way } from '../http/sender';
import type { Life, Reporting } from './life';

/** Things that a service, n8n or a user may do, each with a function that removes it from a life. */
export const WITHOUT: Record<string, (life: Life) => Life> = {
	'repeats of a push': withReportings((reporting) => ({
		...reporting,
		pushing: { ...reporting.pushing, pausesMs: [] },
	})),
	'senders that go': withWays(({ hangUpMs: _, ...way }) => way),
	'connections that break': withWays(({ cutAt: _, ...way }) => way),
	'slow bodies': withWays((way) => ({ ...way, bodyMs: 1 })),
	'reports on the way': withReportings((reporting) => ({ ...reporting, meanwhileMs: [] })),
	'status groups that nobody knows': (life) => ({
		...life,
		fates: life.fates.map(({ parkedAfterMs: _, ...fate }) => fate),
	}),
	'logs that lag': (life) => ({ ...life, nature: { ...life.nature, logs: { ...life.nature.logs, lagMs: 0 } } }),
	'logs that forget': ({ forgetsAfterMs: _, ...life }) => life,
	'logs with few entries an answer': (life) => ({
		...life,
		nature: { ...life.nature, logs: { ...life.nature.logs, cap: 1000 } },
	}),
	'faults of look-ups': (life) => ({ ...life, faults: { ...life.faults, looks: [] } }),
	'faults of a send': (life) => ({ ...life, faults: { ...life.faults, sends: [] } }),
	'own message IDs': (life) => ({
		...life,
		rounds: life.rounds.map((rows) =>
			rows.map((row) => ({ ...row, destinations: row.destinations.map(({ to }) => ({ to })) })),
		),
	}),
	'earlier messages under IDs of the user': (life) => ({ ...life, nature: { ...life.nature, earlier: [] } }),
	'IDs of the service': (life) => ({
		...life,
		nature: { ...life.nature, ids: 'ours' },
		options: { ...life.options, messageIds: 'node' },
	}),
	'two runs of the node': (life) => ({ ...life, rounds: life.rounds.slice(0, 1) }),
	'storing that goes wrong or takes long': (life) => ({ ...life, engine: { ...life.engine, storings: [] } }),
	'a killed n8n': ({ engine: { killedAtWait: _, ...engine }, ...life }) => ({
		...life,
		kills: [],
		engine: {
			...engine,
			storings: engine.storings.map((storing) => storing && { ms: storing.ms, ends: storing.ends }),
		},
	}),
	Stop: (life) => ({ ...life, stops: [] }),
	Retry: (life) => ({ ...life, retries: [] }),
	'Retry with the currently saved workflow': (life) => ({
		...life,
		retries: life.retries.map((retry) => ({ ...retry, loadsWorkflow: false })),
	}),
	'the old execution order': (life) => ({ ...life, engine: { ...life.engine, executionOrder: 'v1' } }),
	'Always Output Data': (life) => ({ ...life, engine: { ...life.engine, alwaysOutputData: false } }),
	'Retry On Fail': (life) => ({ ...life, tries: 1 }),
	'a clock that is set': (life) => ({ ...life, skews: [] }),
};

function withReportings(change: (reporting: Reporting) => Reporting): (life: Life) => Life {
	return (life) => ({ ...life, reportings: life.reportings.map(change) });
}

function withWays(change: (way: Way) => Way): (life: Life) => Life {
	return withReportings((reporting) => ({
		...reporting,
		pushing: { ...reporting.pushing, ways: reporting.pushing.ways.map(change) },
	}));
}
