import fc from 'fast-check';

import { featuresOf } from './features';
import { live, type Life } from './life';
import { lives } from './lives';
import type { Fault } from './network';
import { violationsOf, type Violation } from './rules';
import { storyOf } from './story';

/** The same life without one thing that a service, n8n or a user may do: where nothing is broken then, that thing is what broke it. */
const WITHOUT: Record<string, (life: Life) => Life> = {
	'2xx other than 200': withFaults((fault) => (fault.answer.kind === 'status' && fault.answer.status > 200 && fault.answer.status < 300 ? { ...fault, answer: { ...fault.answer, status: 200 } } : fault)),
	'answers that trickle': withFaults((fault) => (fault.answer.kind === 'trickle' ? undefined : fault)),
	'slow answers': withFaults((fault) => ({ ...fault, delayMs: 0 })),
	'changed rows on Retry': (life) => ({ ...life, retries: life.retries.map((retry) => ({ ...retry, changes: [] })) }),
	'Retry': (life) => ({ ...life, retries: [] }),
	'message IDs of the user': (life) => ({ ...life, rounds: life.rounds.map((rows) => rows.map((row) => ({ ...row, destinations: row.destinations.map(({ to }) => ({ to })) }))) }),
	'bulk IDs of the user': (life) => ({ ...life, rounds: life.rounds.map((rows) => rows.map(({ bulkId: _, ...row }) => row)) }),
	'scheduled messages': (life) => ({ ...life, rounds: life.rounds.map((rows) => rows.map(({ sendAt: _, ...row }) => row)) }),
	'runs in a loop': (life) => ({ ...life, rounds: life.rounds.slice(0, 1) }),
	'logs that know no lists': withLogs({ knowsLists: true }),
	'logs that ignore bulkId': withLogs({ knowsBulkIds: true }),
	'logs that lag': withLogs({ lagMs: 0 }),
	'logs with few entries an answer': withLogs({ cap: 1000 }),
	'logs with other texts': withLogs({ texts: 'same' }),
	'faults of look-ups': (life) => ({ ...life, faults: { ...life.faults, looks: [] } }),
	'accepted messages without an ID': (life) => ({ ...life, nature: { ...life.nature, form: { ...life.nature.form, hidesIds: false } } }),
	'IDs of the service': (life) => ({ ...life, nature: { ...life.nature, ids: 'ours' }, options: { ...life.options, messageIds: 'node' } }),
	'IDs used up by a rejection': (life) => ({ ...life, nature: { ...life.nature, rejectedUseUpIds: false } }),
	'a service that refuses known IDs': (life) => ({ ...life, nature: { ...life.nature, checksIds: false } }),
	'a clock that is set': (life) => ({ ...life, skews: [] }),
	'little patience': (life) => ({ ...life, options: { ...life.options, patience: 60 } }),
	'any fault of a send': (life) => ({ ...life, faults: { ...life.faults, sends: [] } }),
};

function withFaults(change: (fault: Fault) => Fault | undefined): (life: Life) => Life {
	const all = (faults: Array<Fault | undefined>) => faults.map((fault) => fault && change(fault));
	return (life) => ({ ...life, faults: { sends: all(life.faults.sends), looks: all(life.faults.looks) } });
}

function withLogs(logs: Partial<Life['nature']['logs']>): (life: Life) => Life {
	return (life) => ({ ...life, nature: { ...life.nature, logs: { ...life.nature.logs, ...logs } } });
}

const nameOf = ({ rule, kind }: Violation) => `${rule}: ${kind}`;

/** What a survey has found; those of several seeds can be added up. */
export interface Findings {
	lives: number;
	executions: number;
	requests: number;
	/** Lives that broke a rule. */
	broken: number;
	/** By rule and kind: in how many lives, and in how many of them it would not have been so without something. */
	kinds: Record<string, { lives: number; because: Record<string, number> }>;
	/** In how many lives each thing was drawn, or happened. */
	met: Record<string, number>;
	/** The story of the first life that broke a rule. */
	story?: string;
}

/** Lives so many lives, and counts what they met, what they broke, and because of what. */
export async function survey(count: number, seed: number): Promise<Findings> {
	const findings: Findings = { lives: 0, executions: 0, requests: 0, broken: 0, kinds: {}, met: {} };
	const add = (counts: Record<string, number>, name: string) => (counts[name] = (counts[name] ?? 0) + 1);
	// In parts, so that not all lives are in memory at once
	for (let part = 0; findings.lives < count; part++) {
		for (const life of fc.sample(lives(), { numRuns: Math.min(1000, count - findings.lives), seed: seed + part })) {
			const lived = await live(life);
			const violations = violationsOf(lived);
			findings.lives += 1;
			findings.executions += lived.executions.length;
			findings.requests += lived.executions.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
			for (const feature of featuresOf(lived)) add(findings.met, feature);
			if (violations.length === 0) continue;
			findings.broken += 1;
			findings.story ??= `seed ${seed + part}\n${storyOf(lived, violations)}`;
			const found = new Set(violations.map(nameOf));
			for (const name of found) (findings.kinds[name] ??= { lives: 0, because: {} }).lives += 1;
			for (const [what, without] of Object.entries(WITHOUT)) {
				const left = new Set(violationsOf(await live(without(life))).map(nameOf));
				for (const name of found) if (!left.has(name)) add(findings.kinds[name]!.because, what);
			}
		}
	}
	return findings;
}

// Started by itself it prints its findings: tsx test/world/survey.ts [count] [seed]
if (require.main === module) {
	void survey(Number(process.argv[2] ?? 1000), Number(process.argv[3] ?? 1)).then((findings) => console.log(JSON.stringify(findings)));
}
