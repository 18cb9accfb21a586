import type { Fault } from '../sending/network';
import type { Life } from './life';

/** Things that a service, n8n or a user may do, each with a function that removes it from a life. */
export const WITHOUT: Record<string, (life: Life) => Life> = {
	'answers of changing size': (life) => withNature({ caps: life.nature.caps.slice(0, 1) })(life),
	'few entries in an answer': withNature({ caps: [1000] }),
	'no order': (life) =>
		life.nature.order !== 'newestFirst' && life.nature.order !== 'oldestFirst'
			? withNature({ order: 'newestFirst' })(life)
			: life,
	'an order by creation': (life) => ({ ...life, scheduled: [] }),
	'answers that keep entries other than the first': withNature({ keeps: 'first' }),
	'exclusive bounds': withNature({ since: 'inclusive', until: 'inclusive' }),
	'times in seconds': withNature({ compares: 'ms' }),
	'times stored more precisely than shown': withNature({ isFiner: false }),
	'filters that it does not know': withNature({
		filters: { generalStatus: 'known', mcc: 'known', from: 'known', bulkId: 'known' },
	}),
	'times and a limit that it ignores': withNature({ ignoresRange: false, ignoresLimit: false }),
	'entries without an ID': withNature({ hasIds: true }),
	'several messages of one instant': (life) => ({
		...life,
		clusters: life.clusters.map((cluster) => ({ ...cluster, count: 1 })),
	}),
	'entries that do not show their time': (life) => ({ ...life, odd: [] }),
	'entries that are listed twice': (life) => ({ ...life, twice: [] }),
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
