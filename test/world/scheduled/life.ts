import { begin, liveExecution, type End, type EndedExecution } from '../execution';
import { Network, type Fault } from '../sending/network';
import type { NodeSettings } from '../sending/n8n';
import { EPOCH, inWorldTime } from '../time';
import { BulksService, type BulksNature } from './service';

export const OPERATIONS = ['getScheduled', 'reschedule', 'pause', 'resume', 'cancel'] as const;

/** One execution of a workflow with the node. */
export interface Step {
	operation: (typeof OPERATIONS)[number];
	/** Of each input item. */
	bulkIds: string[];
	/** For Reschedule, in milliseconds since the life began. */
	dueMs: number;
	/** Not a crash: nobody can say what it has left paused. */
	end: Exclude<End, { kind: 'crash' }>;
	/** How long after the one before it. */
	pauseMs: number;
}

/** Everything that is drawn: a service, what a user does, and what happens. */
export interface Life {
	nature: BulksNature;
	faults: Array<Fault | undefined>;
	onError: NodeSettings['onError'];
	/** Retry On Fail. */
	tries: number;
	steps: Step[];
	seed: number;
}

export interface LivedLife {
	life: Life;
	service: BulksService;
	executions: Array<EndedExecution & { step: Step }>;
}

export async function live(life: Life): Promise<LivedLife> {
	return await inWorldTime({ ...life, skews: [] }, async (time) => {
		const service = new BulksService(life.nature);
		const network = new Network(time, service, { sends: [], looks: life.faults });
		const executions: LivedLife['executions'] = [];
		for (const step of life.steps) {
			const { operation, bulkIds, dueMs, end, pauseMs } = step;
			time.at(pauseMs, () => {});
			await time.run(() => false);
			const settings: NodeSettings = {
				parameters: {
					...{ resource: 'scheduledMessage', operation, bulkId: '={{ $json.bulkId }}' },
					sendAt: new Date(EPOCH + dueMs).toISOString(),
					timeZone: 'Etc/UTC',
				},
				onError: life.onError,
				tries: life.tries,
			};
			const execution = await liveExecution({
				...{ time, network, settings, id: executions.length + 1, from: begin([bulkIds]), end },
				itemOf: (bulkId) => ({ bulkId }),
			});
			executions.push({ ...execution, step });
		}
		return { life, service, executions };
	});
}
