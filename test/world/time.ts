import { gunzipSync, inflateSync } from 'node:zlib';

import { host, type Host } from '../../nodes/SmsMessaging/n8n/host';

interface Event {
	due: number;
	order: number;
	act: () => void;
	/** Whether it dies with n8n's process. */
	isOfN8n: boolean;
}

/** From n8n's first requests until it is ready. */
const STARTING_MS = 700;

/** Any moment in the past; the lives use no other date. */
export const EPOCH = Date.UTC(2026, 0, 5, 12);

/**
 * Time that passes only when nothing else can happen: events in order, nothing in between. The real code runs on it through the
 * host that `install` substitutes for the process's own.
 */
export class WorldTime {
	/** Milliseconds since the life began. */
	elapsed = 0;
	/** How far the system clock was set forward or back. */
	skewMs = 0;
	private events: Event[] = [];
	private order = 0;
	/** Whether an n8n process is running. */
	isAlive = true;
	/** When it began; the first one is old. */
	private bornAt = -Infinity;

	constructor(private readonly randomness: () => number) {}

	/** @returns what cancels it */
	at(delayMs: number, act: () => void): () => void {
		return this.plan(delayMs, act, false);
	}

	/** The same for what dies with n8n's process, and does not start while there is none. */
	inN8n(delayMs: number, act: () => void): () => void {
		return this.isAlive ? this.plan(delayMs, act, true) : () => {};
	}

	/** In n8n. */
	async sleep(ms: number): Promise<void> {
		await new Promise<void>((resolve) => this.inN8n(ms, resolve));
	}

	private plan(delayMs: number, act: () => void, isOfN8n: boolean): () => void {
		const event: Event = { due: this.elapsed + Math.max(0, delayMs), order: this.order++, act, isOfN8n };
		let index = this.events.length;
		while (index > 0 && this.events[index - 1]!.due > event.due) index--;
		this.events.splice(index, 0, event);
		return () => {
			this.events = this.events.filter((other) => other !== event);
		};
	}

	clock(): number {
		return EPOCH + Math.floor(this.elapsed) + this.skewMs;
	}

	/** Lets time pass until `ended` returns true, or nothing more can happen. */
	async run(ended: () => boolean): Promise<void> {
		for (;;) {
			await settled();
			if (ended()) return;
			const event = this.events.shift();
			if (event === undefined) return;
			this.elapsed = Math.max(this.elapsed, event.due);
			event.act();
		}
	}

	/** The n8n process is gone, with everything it waited for and remembered. */
	kill(): void {
		this.isAlive = false;
		this.events = this.events.filter(({ isOfN8n }) => !isOfN8n);
		host.memory.clear();
	}

	/** n8n is started again. */
	revive(): void {
		this.isAlive = true;
		this.bornAt = this.elapsed;
	}

	/** Whether n8n takes requests, but has not yet looked through its executions. */
	get isStarting(): boolean {
		return this.elapsed - this.bornAt < STARTING_MS;
	}

	/** Replaces the real time with this one. @returns a function that restores the real one */
	install(): () => void {
		const real: Host = { ...host };
		Object.assign(host, {
			now: () => this.clock(),
			elapsed: () => this.elapsed,
			age: () => this.elapsed - this.bornAt,
			deadline: (ms: number) => {
				const controller = new AbortController();
				this.inN8n(ms, () => controller.abort());
				return controller.signal;
			},
			sleep: async (ms: number) => await this.sleep(ms),
			randomHex: (bytes: number) =>
				Buffer.from(Array.from({ length: bytes }, () => this.randomness() * 256)).toString('hex'),
			random: this.randomness,
			decompress: async (bytes, format, most) => {
				const whole = format === 'gzip' ? gunzipSync(bytes) : inflateSync(bytes);
				return whole.length > most ? undefined : whole;
			},
			statusOf: async () => (this.isStarting ? 503 : 200),
			memory: new Map(),
		} satisfies Host);
		return () => void Object.assign(host, real);
	}
}

/** Someone sets the system clock forward or back. */
export interface ClockSetting {
	/** How long after the life began. */
	afterMs: number;
	byMs: number;
}

/** Acts in virtual time, with random numbers from the seed. */
export async function inWorldTime<T>(
	{ seed, skews = [] }: { seed: number; skews?: ClockSetting[] },
	act: (time: WorldTime) => Promise<T>,
): Promise<T> {
	const time = new WorldTime(randomness(seed));
	const uninstall = time.install();
	for (const { afterMs, byMs } of skews) time.at(afterMs, () => void (time.skewMs += byMs));
	try {
		return await act(time);
	} finally {
		uninstall();
	}
}

/** Resolves once everything that can proceed without time passing has done so. */
async function settled(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}

/** mulberry32: the same numbers for the same seed. */
export function randomness(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
