import type { IDataObject, WorkflowActivateMode } from 'n8n-workflow';

import { ReportsService, type ReportsNature } from '../reports/service';
import { Network, type Exchange, type Fault } from '../sending/network';
import { inWorldTime } from '../time';
import { PollingN8n, type N8nSettings } from './n8n';

/** Something that happens to n8n or its clock. */
export type Happening =
	| { kind: 'published' | 'unpublished' | 'restarted'; afterMs: number }
	| { kind: 'clock is set'; afterMs: number; byMs: number };

/** Which reports start a run, and how they are output. */
export interface Choice {
	startOn: 'final' | 'failed' | 'all' | 'groups';
	callbackData?: string;
	from?: string;
	output: 'reports' | 'notification';
	maxCalls: number;
	simplify: boolean;
}

export const STATUS_GROUPS = ['PENDING', 'DELIVERED'];

/** Everything that is drawn: a service, a user's choices, and what happens. */
export interface Life {
	nature: ReportsNature;
	faults: Array<Fault | undefined>;
	choice: Choice;
	activation: WorkflowActivateMode;
	intervalMs: number;
	budgetMs?: number;
	happenings: Happening[];
	polls: number;
	seed: number;
}

export interface LivedLife {
	life: Life;
	service: ReportsService;
	n8n: PollingN8n;
	exchanges: Exchange[];
	endedAt: number;
}

/** How long n8n takes to start. */
const START_MS = 5000;

export async function live(life: Life): Promise<LivedLife> {
	return await inWorldTime(life, async (time) => {
		const service = new ReportsService(life.nature);
		const network = new Network(time, service, { sends: [], looks: life.faults });
		const { intervalMs, budgetMs, choice, activation } = life;
		const settings: N8nSettings = {
			parameters: parametersOf(choice, life.nature),
			version: life.nature.version,
			intervalMs,
			budgetMs,
		};
		const n8n = new PollingN8n(settings, time, network);
		const restart = (): void => {
			const wasOn = n8n.isOn;
			n8n.end();
			time.kill();
			time.at(START_MS, () => {
				time.revive();
				if (wasOn && !isOver) void n8n.publish('init');
			});
		};
		let isOver = false;
		for (const happening of life.happenings) {
			time.at(happening.afterMs, () => {
				if (isOver || !time.isAlive) return;
				if (happening.kind === 'clock is set') time.skewMs += happening.byMs;
				else if (happening.kind === 'published') void n8n.publish('update');
				else if (happening.kind === 'unpublished') n8n.unpublish();
				else restart();
			});
		}
		void n8n.publish(activation);
		time.at(life.polls * intervalMs, () => void (isOver = true));
		await time.run(() => isOver);
		const endedAt = time.elapsed;
		n8n.unpublish();
		// Whatever is under way is completed
		await time.run(() => false);
		return { life, service, n8n, exchanges: network.exchanges, endedAt };
	});
}

function parametersOf(
	{ startOn, callbackData, from, output, maxCalls, simplify }: Choice,
	{ received }: ReportsNature,
): IDataObject {
	return {
		startOn: received === undefined ? startOn : 'received',
		statusGroups: STATUS_GROUPS,
		simplify,
		options: {
			output,
			maxCalls,
			...(callbackData !== undefined && { callbackData }),
			...(from !== undefined && { from }),
		},
	};
}
