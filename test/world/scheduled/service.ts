import { EPOCH } from '../time';
import type { Answering, Request } from '../sending/network';
import type { Answer } from '../sending/service';

/** A service with scheduled messages, sharing no code with the package or the sandbox (documents: /sms/1/bulks). */

export interface BulksNature {
	bulks: Bulk[];
	/** Which messages get a new time (documents: any; field: those that are paused). */
	moves: 'any' | 'paused';
	/** Whether it answers a change with the new value, or with something else. */
	answers: 'value' | 'other';
	/** Whether it forgets what it has sent. */
	forgets: boolean;
}

/** The messages of a bulk ID. */
export interface Bulk {
	bulkId: string;
	/** In milliseconds since the life began. */
	dueMs: number;
	isPaused: boolean;
}

export interface State {
	dueMs: number;
	status: 'PENDING' | 'PAUSED' | 'CANCELED' | 'PROCESSING' | 'FINISHED';
}

/** A state from a moment on. */
interface Change extends State {
	bulkId: string;
	at: number;
}

const SENDING_MS = 2000;
const CHANGEABLE = ['PENDING', 'PAUSED'];

export class BulksService implements Answering {
	/** All states there were; those at first are of the moment 0. */
	readonly history: Change[] = [];

	constructor(readonly nature: BulksNature) {
		for (const { bulkId, dueMs, isPaused } of nature.bulks)
			this.history.push({ bulkId, dueMs, status: isPaused ? 'PAUSED' : 'PENDING', at: 0 });
	}

	/** What is known of a bulk ID. */
	stateAt(bulkId: string, now: number): State | undefined {
		const change = this.history.findLast((one) => one.bulkId === bulkId && one.at <= now);
		if (change === undefined) return undefined;
		const { dueMs, status, at } = change;
		const leftAt = Math.max(dueMs, at);
		if (status !== 'PENDING' || now < leftAt) return { dueMs, status };
		return { dueMs, status: now < leftAt + SENDING_MS ? 'PROCESSING' : 'FINISHED' };
	}

	handle({ method, url, body }: Request, now: number): Answer {
		const { pathname, searchParams } = new URL(url);
		const bulkId = searchParams.get('bulkId')!;
		const state = this.stateAt(bulkId, now);
		if (state === undefined || (this.nature.forgets && state.status === 'FINISHED'))
			return refusal(404, 'Bulk not found');
		const isStatus = pathname.endsWith('/status');
		if (method === 'GET') return answer(bulkId, state, isStatus);
		if (!CHANGEABLE.includes(state.status)) return refusal(400, `Bulk is ${state.status}`);
		if (!isStatus && this.nature.moves === 'paused' && state.status !== 'PAUSED') return refusal(404, 'Bulk not found');
		const { status, sendAt } = body as unknown as { status?: State['status']; sendAt?: string };
		const dueMs = sendAt === undefined ? state.dueMs : Date.parse(sendAt.replace('+0000', 'Z')) - EPOCH;
		const next = { dueMs, status: status ?? state.status };
		this.history.push({ ...next, bulkId, at: now });
		return this.nature.answers === 'value' ? answer(bulkId, next, isStatus) : { status: 200, body: { done: true } };
	}
}

const answer = (bulkId: string, { dueMs, status }: State, isStatus: boolean): Answer => ({
	status: 200,
	body: isStatus ? { bulkId, status } : { bulkId, sendAt: new Date(EPOCH + dueMs).toISOString().replace('Z', '+0000') },
});

const refusal = (status: number, text: string): Answer => ({
	status,
	body: { requestError: { serviceException: { messageId: 'REFUSED', text } } },
});
