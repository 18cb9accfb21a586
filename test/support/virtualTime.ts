import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest, type ServerResponse } from 'node:http';

/** How many turns of the event loop must bring nothing new before time moves on: what an answer triggers comes within them. */
const QUIET_TURNS = 8;
/** node:diagnostics_channel: a request is made in this process. */
const REQUEST_CREATED = 'http.client.request.created';

interface Timer {
	due: number;
	/** Of two that are due at once, the earlier one goes first. */
	order: number;
	run: () => void;
	afterMs: number;
	isRepeated: boolean;
	isWaitedFor: boolean;
}

/**
 * Virtual time: it stops while code runs, and jumps to the next timer when nothing is left but waiting. HTTP
 * uses real connections. A timer that does not keep the process alive (unref) is due in its turn, but nobody waits for it.
 */
class VirtualTime {
	private now = 0;
	private order = 0;
	private quietTurns = 0;
	private isWatching = false;
	private requestsUnderWay = 0;
	private held = 0;
	private readonly timers = new Set<Timer>();
	private readonly timeoutOfRequests = ClientRequest.prototype.setTimeout;

	/** Replaces the clock and the timers for everything that is loaded from now on. */
	install(): void {
		this.now = Date.now();
		Date.now = () => this.now;
		const start =
			(isRepeated: boolean) =>
			(run: (...given: unknown[]) => void, ms?: number, ...given: unknown[]) =>
				this.handleOf(this.add(() => run(...given), ms, isRepeated));
		const clear = (handle: Partial<Disposable> | undefined) => handle?.[Symbol.dispose]?.();
		Object.assign(globalThis, {
			setTimeout: start(false),
			setInterval: start(true),
			clearTimeout: clear,
			clearInterval: clear,
		});
		const { timers } = this;
		const add = this.add.bind(this);
		ClientRequest.prototype.setTimeout = function (ms, callback) {
			if (callback !== undefined) this.once('timeout', callback);
			if (ms === 0) return this;
			const timer = add(() => this.emit('timeout'), ms);
			this.once('close', () => timers.delete(timer));
			return this;
		};
		subscribe(REQUEST_CREATED, this.onRequest);
	}

	/** Restores what the test files of a process share. */
	uninstall(): void {
		ClientRequest.prototype.setTimeout = this.timeoutOfRequests;
		unsubscribe(REQUEST_CREATED, this.onRequest);
		this.timers.clear();
	}

	/**
	 * Lets time pass although a server of the test keeps a request waiting on purpose.
	 * @returns a function that ends this; it also ends with the response
	 */
	hold(response: ServerResponse): () => void {
		let isHeld = !response.closed;
		const release = () => {
			if (isHeld) this.held--;
			isHeld = false;
			this.stir();
		};
		if (isHeld) this.held++;
		response.once('close', release);
		this.stir();
		return release;
	}

	private readonly onRequest = (message: unknown): void => {
		this.requestsUnderWay++;
		this.quietTurns = 0;
		(message as { request: ClientRequest }).request.once('close', () => {
			this.requestsUnderWay--;
			this.stir();
		});
	};

	private add(run: () => void, ms = 0, isRepeated = false): Timer {
		const afterMs = Math.max(1, Math.trunc(ms) || 1);
		const timer: Timer = { due: this.now + afterMs, order: this.order++, run, afterMs, isRepeated, isWaitedFor: true };
		this.timers.add(timer);
		this.stir();
		return timer;
	}

	/** What Node's setTimeout returns, as far as anybody uses it. */
	private handleOf(timer: Timer): object {
		const handle = {
			ref: () => {
				timer.isWaitedFor = true;
				this.stir();
				return handle;
			},
			unref: () => {
				timer.isWaitedFor = false;
				return handle;
			},
			refresh: () => {
				timer.due = this.now + timer.afterMs;
				return handle;
			},
			hasRef: () => timer.isWaitedFor,
			[Symbol.dispose]: () => void this.timers.delete(timer),
		};
		return handle;
	}

	/** Something is new: the quiet starts over. */
	private stir(): void {
		this.quietTurns = 0;
		if (this.isWatching) return;
		this.isWatching = true;
		setImmediate(this.watch);
	}

	private readonly watch = (): void => {
		const isWaiting = this.requestsUnderWay <= this.held && [...this.timers].some(({ isWaitedFor }) => isWaitedFor);
		// The end of a request, or a new timer, starts it over
		if (!isWaiting) {
			this.isWatching = false;
			return;
		}
		if (++this.quietTurns >= QUIET_TURNS) this.goOn();
		setImmediate(this.watch);
	};

	private goOn(): void {
		this.quietTurns = 0;
		const isBefore = (a: Timer, b: Timer) => a.due < b.due || (a.due === b.due && a.order < b.order);
		const next = [...this.timers].reduce((first, timer) => (isBefore(timer, first) ? timer : first));
		this.now = Math.max(this.now, next.due);
		if (next.isRepeated) Object.assign(next, { due: this.now + next.afterMs, order: this.order++ });
		else this.timers.delete(next);
		next.run();
	}
}

export const virtualTime = new VirtualTime();
