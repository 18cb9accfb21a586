import type { Fault } from '../sending/network';
import type { Life } from './life';

/** Things that a service, n8n or a user may do, each with a function that removes it from a life. */
export const WITHOUT: Record<string, (life: Life) => Life> = {
	'few entries in an answer': withNature({ cap: 1000 }),
	'an order other than the newest first': withNature({ order: 'newestFirst' }),
	'answers that keep entries other than the first': withNature({ keeps: 'first' }),
	'exclusive bounds': withNature({ since: 'inclusive', until: 'inclusive' }),
	'filters and a limit that it ignores': withNature({ ignoresFrom: false, ignoresStatus: false, ignoresLimit: false }),
	'several messages of one instant': (life) => ({
		...life,
		clusters: life.clusters.map((cluster) => ({ ...cluster, count: 1 })),
	}),
	'messages sent meanwhile': (life) => ({ ...life, sentMeanwhile: [] }),
	'messages delivered meanwhile': (life) => ({ ...life, deliveredAfterMs: undefined }),
	'other 2xx than 200': withFaults(({ answer, ...fault }) => ({
		...fault,
		answer:
			answer.kind === 'status' && answer.status > 200 && answer.status < 300 ? { ...answer, status: 200 } : answer,
	})),
	'answers that trickle': withFaults((fault) => (fault.answer.kind === 'trickle' ? undefined : fault)),
	'any fault': (life) => ({ ...life, faults: [] }),
	'a summary': (life) => ({ ...life, output: 'entries' }),
	'filters of the user': (life) => ({ ...life, questions: life.questions.map(() => ({})) }),
	'several items': (life) => ({ ...life, questions: life.questions.slice(0, 1) }),
	Stop: (life) => ({ ...life, end: { kind: 'itself' } }),
	'Retry On Fail': (life) => ({ ...life, tries: 1 }),
};

function withNature(nature: Partial<Life['nature']>): (life: Life) => Life {
	return (life) => ({ ...life, nature: { ...life.nature, ...nature } });
}

function withFaults(change: (fault: Fault) => Fault | undefined): (life: Life) => Life {
	return (life) => ({ ...life, faults: life.faults.map((fault) => fault && change(fault)) });
}
