/** setTimeout cannot wait longer; longer waits check again after this time. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

interface Task {
	due: number;
	order: number;
	run: () => void;
}

const before = (a: Task, b: Task): boolean => a.due < b.due || (a.due === b.due && a.order < b.order);

/**
 * The sandbox's time: a clock that can be advanced, and a queue of tasks that become due. Only the next task holds a timer,
 * so a waiting message costs only its entry in the queue (a binary heap).
 */
export class Time {
	private frozenAt: number | undefined;
	private heap: Task[] = [];
	private order = 0;
	private timer: NodeJS.Timeout | undefined;
	private stopped = false;
	private advancing: Promise<void> = Promise.resolve();

	/** `offsetMs`: how far it had been advanced. */
	constructor(
		private readonly clock: () => number,
		private offsetMs = 0,
	) {}

	/** How far it was advanced, in milliseconds. */
	get offset(): number {
		return this.offsetMs;
	}

	/** Milliseconds since the epoch. */
	now(): number {
		return this.frozenAt ?? this.clock() + this.offsetMs;
	}

	/** Runs a task once that time (milliseconds since the epoch) is reached; soon, when it has passed. Tasks due at the same time keep their order. */
	at(due: number, run: () => void): void {
		if (this.stopped) return;
		this.push({ due, order: this.order++, run });
		if (this.heap[0]!.order === this.order - 1) this.wake();
	}

	/**
	 * Advances the clock and runs due tasks, each at its own time.
	 * `settled` is awaited after each one, so that work it started (a push) ends within it.
	 */
	advance(ms: number, settled: () => Promise<void>): Promise<void> {
		this.advancing = this.advancing.then(() => this.advanceAlone(ms, settled));
		return this.advancing;
	}

	/** Removes all tasks. */
	stop(): void {
		this.stopped = true;
		clearTimeout(this.timer);
		this.heap = [];
	}

	private async advanceAlone(ms: number, settled: () => Promise<void>): Promise<void> {
		const target = this.now() + ms;
		while (!this.stopped && this.heap.length > 0 && this.heap[0]!.due <= target) {
			this.frozenAt = Math.max(this.now(), this.heap[0]!.due);
			this.pop().run();
			await settled();
		}
		this.frozenAt = undefined;
		this.offsetMs = target - this.clock();
		this.wake();
	}

	private wake(): void {
		clearTimeout(this.timer);
		// During advance(), only advance() runs tasks.
		if (this.stopped || this.frozenAt !== undefined || this.heap.length === 0) return;
		const wait = Math.min(Math.max(this.heap[0]!.due - this.now(), 0), LONGEST_WAIT_MS);
		this.timer = setTimeout(() => this.runDue(), wait);
		this.timer.unref();
	}

	private runDue(): void {
		while (this.frozenAt === undefined && this.heap.length > 0 && this.heap[0]!.due <= this.now()) this.pop().run();
		this.wake();
	}

	private push(task: Task): void {
		const heap = this.heap;
		let index = heap.length;
		heap.push(task);
		while (index > 0) {
			const parent = (index - 1) >> 1;
			if (before(heap[parent]!, task)) break;
			heap[index] = heap[parent]!;
			index = parent;
		}
		heap[index] = task;
	}

	private pop(): Task {
		const heap = this.heap;
		const first = heap[0]!;
		const last = heap.pop()!;
		if (heap.length === 0) return first;
		let index = 0;
		for (;;) {
			let child = 2 * index + 1;
			if (child >= heap.length) break;
			if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++;
			if (before(last, heap[child]!)) break;
			heap[index] = heap[child]!;
			index = child;
		}
		heap[index] = last;
		return first;
	}
}
