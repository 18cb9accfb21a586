import type { Fault } from '../sending/network';
import { withoutFaults } from '../sending/without';
import type { Life } from './life';
import type { ReportsNature, WaitingEntry } from './service';

/** The service's part of a life. */
interface Service {
	nature: ReportsNature;
	faults: Array<Fault | undefined>;
}

/** Things that a service may do, each with a function that removes it. */
export const serviceWithout: Record<string, (service: Service) => Service> = {
	...Object.fromEntries(
		Object.entries(withoutFaults).map(([name, without]) => [
			name,
			({ nature, faults }: Service) => ({ nature, faults: faults.map((fault) => fault && without(fault)) }),
		]),
	),
	'any fault of a call': ({ nature }) => ({ nature, faults: [] }),
	'reports that come at different times': withWaiting((entry) => ({ ...entry, doneAt: 0 })),
	'reports of different bulks': withWaiting((entry) => ({ ...entry, bulkId: 'bulk-1' })),
	'reports that are handed out twice': withWaiting((entry) => ({ ...entry, times: 1 })),
	'entries that are no reports': withWaiting(({ odd: _, ...entry }) => entry),
	'answers with few reports': ({ nature, faults }) => ({ nature: { ...nature, cap: 1000 }, faults }),
	'filters that are ignored': ({ nature, faults }) => ({
		nature: { ...nature, knowsBulkIds: true },
		faults,
	}),
};

/** Things that a service, n8n or a user may do, each with a function that removes it from a life. */
export const WITHOUT: Record<string, (life: Life) => Life> = {
	...Object.fromEntries(
		Object.entries(serviceWithout).map(([name, without]) => [name, (life: Life) => ({ ...life, ...without(life) })]),
	),
	Retry: (life) => ({ ...life, retries: [] }),
	'another question on Retry': (life) => ({ ...life, retries: life.retries.map(({ question: _, ...retry }) => retry) }),
	'Retry On Fail': (life) => ({ ...life, tries: 1 }),
	'runs in a loop': (life) => ({ ...life, rounds: life.rounds.slice(0, 1) }),
	'several items': (life) => ({ ...life, rounds: life.rounds.map((rows) => rows.slice(0, 1)) }),
	'a clock that is set': (life) => ({ ...life, skews: [] }),
};

function withWaiting(change: (entry: WaitingEntry) => WaitingEntry): (service: Service) => Service {
	return ({ nature, faults }) => ({ nature: { ...nature, waiting: nature.waiting.map(change) }, faults });
}
