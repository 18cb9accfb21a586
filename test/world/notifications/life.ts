import type { IDataObject } from 'n8n-workflow';

import { pushUntilTaken, type Pushing, type Try } from '../http/sender';
import { inWorldTime, type ClockSetting, type WorldTime } from '../time';
import { N8n, type Run, type Storing, type TriggerHandling, type TriggerNode } from './n8n';
import { bodyFor, type Notification } from './pool';
import { proofsOf, SECRET, type Proof } from './proofs';

/** A push from the service, repeated until it is answered 200. */
export interface Push extends Pushing {
	trigger: number;
	atMs: number;
	notification: Notification;
	proof: Proof;
	address: string;
}

export const AUTHENTICATIONS = ['none', 'token', 'credential', 'basic', 'header'] as const;
export const START_ON = ['all', 'final', 'failed', 'groups'] as const;

export interface Trigger {
	authentication: (typeof AUTHENTICATIONS)[number];
	/** As entered, and which of the lives' addresses it accepts. */
	allowed?: { entered: string; lets: string[] };
	/** With 'groups': DELIVERED and REJECTED. */
	startOn: (typeof START_ON)[number];
	pattern?: 'order-*' | '?ther';
	from?: 'A' | 'A, B';
	output: 'reports' | 'notification';
	simplify: boolean;
	credentialMs: number;
	fault?: 'parameter' | 'credential';
}

export interface Life {
	triggers: Trigger[];
	pushes: Push[];
	/** What happens to the runs, in order. */
	storings: Array<Storing | undefined>;
	kills: number[];
	/** How long n8n is down after being killed. */
	restartMs: number;
	/** The workflow is unpublished or updated (its triggers are gone for a moment), and comes back. */
	absences: Array<{ trigger: number; atMs: number; forMs?: number }>;
	skews: ClockSetting[];
	seed: number;
}

/** One try of a push. */
export interface PushTry extends Try<TriggerHandling> {
	push: number;
}

export interface LivedLife {
	life: Life;
	tries: PushTry[];
	runs: Run[];
	logged: string[];
	/** When n8n processes were killed. */
	killedAt: number[];
	endedAt: number;
}

const LONGEST_MS = 6 * 3_600_000;

export async function live(life: Life): Promise<LivedLife> {
	return await inWorldTime(life, async (time) => {
		const n8n = new N8n(time, life.triggers.map(nodeOf), life.storings, life.restartMs);
		const tries: PushTry[] = [];
		for (const atMs of life.kills) time.at(atMs, () => n8n.kill());
		for (const { trigger, atMs, forMs } of life.absences) {
			time.at(atMs, () => {
				if (!n8n.isActive[trigger]) return;
				n8n.isActive[trigger] = false;
				if (forMs !== undefined) time.at(forMs, () => void (n8n.isActive[trigger] = true));
			});
		}
		life.pushes.forEach((push, place) => time.at(push.atMs, () => pushToTrigger(time, n8n, life, tries, place)));
		await time.run(() => time.elapsed > LONGEST_MS);
		return {
			life,
			tries,
			runs: n8n.runs,
			logged: n8n.logged,
			killedAt: n8n.killedAt,
			endedAt: time.elapsed,
		};
	});
}

function pushToTrigger(time: WorldTime, n8n: N8n, life: Life, tries: PushTry[], place: number): void {
	const { trigger, notification, proof, address, ...pushing } = life.pushes[place]!;
	const body = bodyFor(notification);
	const proofs = proofsOf(life.triggers[trigger]!, proof, body.headers);
	pushUntilTaken(
		time,
		pushing,
		(sender) => n8n.connect({ trigger, body, address, ...proofs }, sender),
		(one) => tries.push(Object.assign(one, { push: place })),
	);
}

/** The node's parameters as stored with its workflow. */
function nodeOf(trigger: Trigger): TriggerNode {
	const { authentication, allowed, startOn, pattern, from, output, simplify, credentialMs, fault } = trigger;
	const parameters: IDataObject = {
		authentication,
		token: SECRET,
		user: 'sms',
		password: SECRET,
		headerName: 'X-Secret',
		headerValue: SECRET,
		startOn,
		...(startOn === 'groups' && { statusGroups: ['DELIVERED', 'REJECTED'] }),
		simplify,
		options: {
			binaryData: true,
			output,
			...(allowed && { allowedAddresses: allowed.entered }),
			...(pattern && { callbackData: pattern }),
			...(from && { from }),
		},
	};
	return {
		parameters,
		...(fault !== 'credential' && { credential: { notificationToken: SECRET } }),
		credentialMs,
		...(fault === 'parameter' && { faultyParameter: 'startOn' }),
	};
}
