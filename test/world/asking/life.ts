import { pushUntilTaken, type Pushing, type Try } from '../http/sender';
import type { StoredMessage } from '../sending/service';
import type { WaitHandling } from '../waiting/n8n';
import { liveWith, type Life, type LivedLife } from '../waiting/life';

/** What somebody, or something, does with a link; a person whose answer is not accepted tries again. */
export interface Act {
	/** Counted from when the service accepts the message with the link. */
	afterMs: number;
	does: 'look' | 'approved' | 'declined' | 'forge';
	pushing: Pushing;
}

/** A life of waiting in which the messages are questions. */
export interface AskingLife {
	base: Life;
	awaits: 'first' | 'all';
	/** For each accepted message, in turn. */
	acts: Act[][];
}

/** One request to the page behind a link. */
export interface LinkTry extends Try<WaitHandling> {
	message: StoredMessage;
	does: Act['does'];
}

export interface LivedAsking {
	life: AskingLife;
	base: LivedLife;
	tries: LinkTry[];
}

export const linkIn = ({ content }: StoredMessage): URL => new URL(/http\S+/.exec(content)![0]);

export async function live(life: AskingLife): Promise<LivedAsking> {
	const { limitMinutes, options } = life.base;
	const tries: LinkTry[] = [];
	const base = await liveWith(life.base, {
		parameters: {
			operation: 'sendAndWait',
			to: '={{ $json.to }}',
			from: 'Sender',
			message: '={{ $json.content }}',
			awaits: life.awaits,
			timeLimit: limitMinutes,
			timeLimitUnit: 'minutes',
			options: { ...options },
		},
		outputCount: 2,
		onAccepted: (time, n8n, message, place) => {
			for (const { afterMs, does, pushing } of life.acts[place % life.acts.length]!) {
				const link = linkIn(message);
				const code = link.searchParams.get('k')!;
				if (does === 'forge') link.searchParams.set('k', (code.startsWith('A') ? 'B' : 'A') + code.slice(1));
				const bytes = Buffer.from(does === 'look' ? '' : `answer=${does === 'declined' ? 'declined' : 'approved'}`);
				const request = {
					method: does === 'look' ? ('GET' as const) : ('POST' as const),
					body: { bytes, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
					rawHeaders: [],
					address: '192.0.2.20',
				};
				time.at(afterMs, () =>
					pushUntilTaken(
						time,
						pushing,
						(sender) => n8n.connect(link.href, request, sender),
						(one) => tries.push(Object.assign(one, { message, does })),
					),
				);
			}
		},
	});
	return { life, base, tries };
}
