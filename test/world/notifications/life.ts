import type { IDataObject } from 'n8n-workflow';

import { host } from '../../../nodes/SmsMessaging/service/host';
import { randomness, WorldTime } from '../time';
import { bodyOf, type Notification } from './bodies';
import { N8n, workflowOf, type Handling, type Run, type Storing, type TriggerNode } from './n8n';
import { proofsOf, SECRET, type Proof } from './proofs';

/** One try of a push on its way. */
export interface Way {
	/** How long the body takes until its last byte. */
	bodyMs: number;
	/** The connection is gone after this part of that time. */
	cutAt?: number;
	/** The sender goes so long after its last byte. */
	hangUpMs?: number;
	/** n8n's answer does not reach the sender. */
	losesAnswer: boolean;
}

/** A push of the service, and its repeats until it is answered 200. */
export interface Push {
	trigger: number;
	atMs: number;
	notification: Notification;
	proof: Proof;
	address: string;
	ways: Way[];
	/** Before each repeat. */
	pausesMs: number[];
}

export const AUTHENTICATIONS = ['none', 'token', 'credential', 'basic', 'header'] as const;
export const START_ON = ['all', 'final', 'failed', 'groups'] as const;

export interface Trigger {
	authentication: (typeof AUTHENTICATIONS)[number];
	/** As entered, and the addresses of the lives that it lets in. */
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
	/** What becomes of the runs, in their order. */
	storings: Array<Storing | undefined>;
	kills: number[];
	/** How long n8n is down then. */
	restartMs: number;
	/** The workflow is unpublished or updated (its triggers are away for a moment), and comes back. */
	absences: Array<{ trigger: number; atMs: number; forMs?: number }>;
	skews: Array<{ afterMs: number; byMs: number }>;
	seed: number;
}

/** One try of a push, and what the sender learned of it. */
export interface Try {
	push: number;
	n: number;
	at: number;
	/** The last byte has come, or the connection is gone. */
	bodyEndedAt?: number;
	isBodyWhole: boolean;
	/** The sender has hung up, or its connection broke. */
	goneAt?: number;
	/** Absent where nothing listened. */
	handling?: Handling;
	heard?: number;
}

export interface LivedLife {
	life: Life;
	tries: Try[];
	runs: Run[];
	logged: string[];
	/** When processes of n8n were killed. */
	killedAt: number[];
	/** By trigger: from when to when its workflow was away. */
	away: Array<Array<{ from: number; to: number }>>;
	endedAt: number;
	/** Triggers that are there no more, of which the process remembers something at the end. */
	rememberedAbsent: number[];
}

/** Node closes a connection whose request does not arrive in this time. */
const REQUEST_TIMEOUT_MS = 300_000;
const SENDER_PATIENCE_MS = 60_000;
const LONGEST_MS = 6 * 3_600_000;

export async function live(life: Life): Promise<LivedLife> {
	const time = new WorldTime(randomness(life.seed));
	const uninstall = time.install();
	try {
		const n8n = new N8n(time, life.triggers.map(nodeOf), life.storings, life.restartMs);
		const tries: Try[] = [];
		const killedAt: number[] = [];
		n8n.onKill = () => killedAt.push(time.elapsed);
		const away = life.triggers.map((): Array<{ from: number; to: number }> => []);
		for (const { afterMs, byMs } of life.skews) time.at(afterMs, () => void (time.skewMs += byMs));
		for (const atMs of life.kills) time.at(atMs, () => n8n.kill(life.restartMs));
		for (const { trigger, atMs, forMs } of life.absences) {
			time.at(atMs, () => {
				if (!n8n.isActive[trigger]) return;
				const absence = { from: time.elapsed, to: Infinity };
				away[trigger]!.push(absence);
				n8n.takeAway(trigger);
				if (forMs === undefined) return;
				time.at(forMs, () => {
					absence.to = time.elapsed;
					n8n.bringBack(trigger);
				});
			});
		}
		life.pushes.forEach((push, place) => time.at(push.atMs, () => pushOnce(time, n8n, life, tries, push, place, 0)));
		await time.run(() => time.elapsed > LONGEST_MS);
		const remembered = [...((host.memory.get('started runs') as Map<string, unknown> | undefined)?.keys() ?? [])].join();
		const rememberedAbsent = life.triggers.flatMap((_, trigger) => (!n8n.isActive[trigger] && remembered.includes(workflowOf(trigger).id) ? [trigger] : []));
		return { life, tries, runs: n8n.runs, logged: n8n.logged, killedAt, away, endedAt: time.elapsed, rememberedAbsent };
	} finally {
		uninstall();
	}
}

/** The service pushes once; and again until it sees a 200. */
function pushOnce(time: WorldTime, n8n: N8n, life: Life, tries: Try[], push: Push, place: number, n: number): void {
	const way = push.ways[n] ?? { bodyMs: 1, losesAnswer: false };
	const body = bodyOf(push.notification);
	const one: Try = { push: place, n, at: time.elapsed, isBodyWhole: false };
	tries.push(one);
	let isOver = false;
	const over = (status?: number) => {
		if (isOver) return;
		isOver = true;
		one.heard = status;
		if (status === undefined) one.bodyEndedAt ??= one.goneAt ??= time.elapsed;
		if (status !== 200 && n < push.pausesMs.length) time.at(push.pausesMs[n]!, () => pushOnce(time, n8n, life, tries, push, place, n + 1));
	};
	const { query, headers, rawHeaders } = proofsOf(life.triggers[push.trigger]!, push.proof, body.headers);
	const connection = n8n.connect(
		{ trigger: push.trigger, body, query, headers, rawHeaders, address: push.address },
		{ onAnswer: (status) => over(way.losesAnswer ? undefined : status), onGone: () => over() },
	);
	if (connection === undefined) return over();
	one.handling = connection.handling;
	const cut = () => {
		if (isOver) return;
		connection.cut();
		over();
	};
	time.at(REQUEST_TIMEOUT_MS, () => void (one.isBodyWhole || cut()));
	if (way.cutAt !== undefined) return void time.at(way.bodyMs * way.cutAt, cut);
	time.at(way.bodyMs, () => {
		// An answer may come before the body has
		if (one.goneAt !== undefined) return;
		one.bodyEndedAt = time.elapsed;
		one.isBodyWhole = true;
		connection.arrive();
		time.at(way.hangUpMs ?? SENDER_PATIENCE_MS, cut);
	});
}

/** The parameters of the node as they are stored with its workflow. */
function nodeOf({ authentication, allowed, startOn, pattern, from, output, simplify, credentialMs, fault }: Trigger): TriggerNode {
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
		options: { binaryData: true, output, ...(allowed && { allowedAddresses: allowed.entered }), ...(pattern && { callbackData: pattern }), ...(from && { from }) },
	};
	return {
		parameters,
		...(fault !== 'credential' && { credential: { notificationToken: SECRET } }),
		credentialMs,
		...(fault === 'parameter' && { faultyParameter: 'startOn' }),
	};
}
