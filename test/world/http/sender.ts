import type { WorldTime } from '../time';
import type { Connection, Handling, Sender } from './process';

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

/** How the service pushes: what becomes of each try, and the pauses before it comes again until it sees a 200. */
export interface Pushing {
	ways: Way[];
	pausesMs: number[];
}

/** One try of a push, and what the sender learned of it. */
export interface Try<H extends Handling> {
	n: number;
	at: number;
	/** The last byte has come, or the connection is gone. */
	bodyEndedAt?: number;
	isBodyWhole: boolean;
	/** The sender has hung up, or its connection broke. */
	goneAt?: number;
	/** Absent where nothing listened. */
	handling?: H;
	heard?: number;
}

/** Node closes a connection whose request does not arrive in this time. */
const REQUEST_TIMEOUT_MS = 300_000;
const SENDER_PATIENCE_MS = 60_000;

/** Pushes until a 200 is seen, or the service gives up. @param connect undefined where nothing listens */
export function pushUntilTaken<H extends Handling>(
	time: WorldTime,
	{ ways, pausesMs }: Pushing,
	connect: (sender: Sender) => { connection: Connection; handling: H } | undefined,
	onTry: (one: Try<H>) => void,
	n = 0,
): void {
	const way = ways[n] ?? { bodyMs: 1, losesAnswer: false };
	const one: Try<H> = { n, at: time.elapsed, isBodyWhole: false };
	onTry(one);
	let isOver = false;
	const over = (status?: number) => {
		if (isOver) return;
		isOver = true;
		one.heard = status;
		if (status === undefined) one.bodyEndedAt ??= one.goneAt ??= time.elapsed;
		if (status !== 200 && n < pausesMs.length)
			time.at(pausesMs[n]!, () => pushUntilTaken(time, { ways, pausesMs }, connect, onTry, n + 1));
	};
	const connected = connect({ onAnswer: (status) => over(way.losesAnswer ? undefined : status), onGone: () => over() });
	if (connected === undefined) return over();
	const { connection, handling } = connected;
	one.handling = handling;
	const cut = () => {
		if (isOver) return;
		connection.cut();
		over();
	};
	time.at(REQUEST_TIMEOUT_MS, () => void (one.isBodyWhole || cut()));
	if (way.cutAt !== undefined) return void time.at(way.bodyMs * way.cutAt, cut);
	time.at(way.bodyMs, () => {
		if (one.goneAt !== undefined) return;
		one.bodyEndedAt = time.elapsed;
		one.isBodyWhole = true;
		connection.arrive();
		time.at(way.hangUpMs ?? SENDER_PATIENCE_MS, cut);
	});
}
