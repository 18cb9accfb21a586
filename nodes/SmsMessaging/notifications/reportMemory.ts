import { hash } from 'node:crypto';

import { reportKey, type Report } from '../reports/report';
import { host, remembered } from '../service/host';

/** What is used of the HTTP response to a push. */
export interface PushResponse {
	statusCode: number;
	/** Whether the sender has gone, or has got its answer. */
	closed: boolean;
	/** `prefinish` comes when n8n has given its whole answer, also where the sender has gone and `finish` never comes. */
	once(event: 'prefinish', listener: () => void): unknown;
}

/** The reports of one push that are about to start a run, while n8n has not answered that push. */
interface Claim {
	keys: readonly string[];
	/** By the clock that nobody can set. */
	since: number;
}

/** Reports of one push by their keys, each once, in their order. */
export type KeyedReports = ReadonlyMap<string, Report>;

const KEYS_PER_NODE = 100_000;
/** n8n answers within a moment; a claim as old as this belongs to a push that it has dropped. */
const CLAIM_LASTS_MS = 600_000;
const WAIT_STEP_MS = 25;
const WAIT_STEPS = 200;

/** Reports that say the same have the same key; 128 bits of a hash, since many are kept. */
export function keyReports(reports: readonly Report[]): KeyedReports {
	const keyed = new Map<string, Report>();
	for (const report of reports) {
		const key = hash('sha256', reportKey(report), 'base64url').slice(0, 22);
		if (!keyed.has(key)) keyed.set(key, report);
	}
	return keyed;
}

/**
 * Knows the reports that have started a run of one trigger, as long as this process of n8n lives. n8n stores a run after
 * the trigger has given its items and answers 200 after that, so a report counts as known once its push was answered 200.
 */
export class ReportMemory {
	/** In the order in which they came, oldest first. */
	private readonly known = new Set<string>();
	private readonly underWay = new Map<string, Claim>();
	/** That n8n has taken the trigger away, each time another symbol; undefined while it is there. */
	removal?: symbol;

	constructor(
		private readonly capacity = KEYS_PER_NODE,
		private readonly waitSteps = WAIT_STEPS,
	) {}

	get size(): number {
		return this.known.size + this.underWay.size;
	}

	/**
	 * Picks the reports that have not started a run, and holds them for this push until it is answered.
	 * Where another push holds one of them, it waits for that one's answer.
	 * @returns undefined when that answer takes too long: it cannot be told yet what became of the other push
	 */
	async claim(reports: KeyedReports, response: PushResponse): Promise<Report[] | undefined> {
		for (let step = 0; this.isUnderWay(reports); step++) {
			if (step >= this.waitSteps || response.closed) return undefined;
			await host.sleep(WAIT_STEP_MS);
		}
		const fresh = [...reports].filter(([key]) => !this.known.has(key));
		if (fresh.length > 0)
			this.hold(
				fresh.map(([key]) => key),
				response,
			);
		return fresh.map(([, report]) => report);
	}

	private isUnderWay(reports: KeyedReports): boolean {
		const now = host.elapsed();
		for (const key of reports.keys()) {
			const claim = this.underWay.get(key);
			if (claim === undefined) continue;
			if (now - claim.since < CLAIM_LASTS_MS) return true;
			this.release(claim);
		}
		return false;
	}

	private hold(keys: readonly string[], response: PushResponse): void {
		const claim = { keys, since: host.elapsed() };
		this.releaseOld();
		for (const key of keys) this.underWay.set(key, claim);
		response.once('prefinish', () => {
			this.release(claim);
			if (response.statusCode === 200) this.remember(keys);
		});
	}

	private release(claim: Claim): void {
		for (const key of claim.keys) if (this.underWay.get(key) === claim) this.underWay.delete(key);
	}

	/** The oldest claims come first. */
	private releaseOld(): void {
		for (const claim of this.underWay.values()) {
			if (host.elapsed() - claim.since < CLAIM_LASTS_MS) return;
			this.release(claim);
		}
	}

	private remember(keys: readonly string[]): void {
		for (const key of keys) this.known.add(key);
		for (const oldest of this.known) {
			if (this.known.size <= this.capacity) return;
			this.known.delete(oldest);
		}
	}
}

/** Of all triggers together; each key takes about 100 bytes. */
const KEYS_PER_PROCESS = 500_000;
/** An update of a published workflow takes its triggers away and brings them back within a moment. */
const KEPT_AFTER_REMOVAL_MS = 600_000;

/** The trigger that was quiet for longest comes first. */
const memories = () => remembered('started runs', () => new Map<string, ReportMemory>());

const keyOf = (workflowId: string | undefined, nodeId: string): string => JSON.stringify([workflowId, nodeId]);

/** The memory of one trigger node, for a push to it. */
export function memoryOf(workflowId: string | undefined, nodeId: string, maxKeys = KEYS_PER_PROCESS): ReportMemory {
	const key = keyOf(workflowId, nodeId);
	const memory = memories().get(key) ?? new ReportMemory();
	memory.removal = undefined;
	memories().delete(key);
	let keys = memory.size;
	for (const other of memories().values()) keys += other.size;
	for (const [quiet, { size }] of memories()) {
		if (keys <= maxKeys) break;
		memories().delete(quiet);
		keys -= size;
	}
	memories().set(key, memory);
	return memory;
}

/** Forgets a trigger that n8n has taken away, unless it comes back. */
export async function forgetAfterRemoval(workflowId: string | undefined, nodeId: string): Promise<void> {
	const key = keyOf(workflowId, nodeId);
	const memory = memories().get(key);
	if (memory === undefined) return;
	const removal = Symbol('removal');
	memory.removal = removal;
	await host.sleep(KEPT_AFTER_REMOVAL_MS);
	if (memory.removal === removal && memories().get(key) === memory) memories().delete(key);
}

/** The trigger is back, or there for the first time. */
export function keepMemory(workflowId: string | undefined, nodeId: string): void {
	const memory = memories().get(keyOf(workflowId, nodeId));
	if (memory !== undefined) memory.removal = undefined;
}
