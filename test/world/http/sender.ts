import type { WorldTime } from '../time';
import type { Connected, Handling, Sender } from './process';

/** What happens to one try of a push on its way. */
export interface Way {
	/** How long the body takes to arrive in full. */
	bodyMs: number;
	/** The connection breaks after this fraction of that time. */
	cutAt?: number;
	/** The sender hangs up this long after its last byte. */
	hangUpMs?: number;
	/** n8n's answer does not reach the sender. */
	losesAnswer: boolean;
}

/** How the service pushes: what happens to each try, and the pauses between tries until it sees a 200. */
export interface Pushing {
	ways: Way[];
	pausesMs: number[];
}

/** One try of a push, and what the sender learned from it. */
export interface Try<H extends Handling> {
	n: number;
	at: number;
	/** When the last byte arrived, or the connection broke. */
	bodyEndedAt?: number;
	isBodyWhole: boolean;
	/** When the sender hung up, or its connection broke. */
	goneAt?: number;
	/** Absent if nothing was listening. */
	handling?: H;
	heard?: number;
}

/** Node closes a connection if the request does not arrive within this time. */
const REQUEST_TIMEOUT_MS = 300_000;
const SENDER_PATIENCE_MS = 60_000;

/** Pushes until a 200 is seen, or the service gives up. @param connect returns undefined if nothing is listening */
export function pushUntilTaken<H extends Handling>(
	time: WorldTime,
	{ ways, pausesMs }: Pushing,
	connect: (sender: Sender) => Connected<H> | undefined,
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
