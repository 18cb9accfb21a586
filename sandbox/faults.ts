import { plainNumber } from './message';
import { randomFrom } from './random';

/** Words of the paths (messages: /sms/3/messages); of /sms/1/inbox/reports the first counts. */
export const ENDPOINTS = ['text', 'binary', 'messages', 'logs', 'inbox', 'reports', 'bulks', 'balance'] as const;
type Endpoint = (typeof ENDPOINTS)[number];

export const FAULTS = [
	'status',
	'latency',
	'trickle',
	'lost-before',
	'lost-after',
	'cut',
	'ids-unchecked',
	'logs-lag',
] as const;

/** A fault, and the requests that have it: those that match endpoints, to, share and next, as far as set. */
export interface FaultRule {
	fault: (typeof FAULTS)[number];
	/** The HTTP status, with 'status'. A 2xx is answered after the request was carried out, any other instead of carrying it out. */
	status?: number;
	/** Whether a 'status' other than 2xx is also answered after the request was carried out. */
	carriedOut?: boolean;
	/** Retry-After in seconds, with 'status'. */
	retryAfter?: number;
	/** Delay of the answer ('latency') or of each chunk ('trickle'), or the age at which log entries appear ('logs-lag'). */
	ms?: number;
	/** Bytes per chunk ('trickle'), or of the whole answer ('cut'). */
	bytes?: number;
	endpoints?: Endpoint[];
	/** Prefix of a number in the request. */
	to?: string;
	/** 0 to 1. */
	share?: number;
	/** Number of requests after which the rule is removed. */
	next?: number;
}

/** The active rules by kind; the first match of each kind counts. */
export type Faulty = Partial<Record<FaultRule['fault'], FaultRule>>;

/** The rules that make requests fail. The same seed and the same requests give the same faults. */
export class Faults {
	private current: FaultRule[] = [];
	private random = randomFrom(1);

	get rules(): readonly FaultRule[] {
		return this.current;
	}

	/** Replaces all rules with these. */
	set(rules: readonly FaultRule[], seed = 1): void {
		this.current = rules.map((rule) => ({ ...rule }));
		this.random = randomFrom(seed);
	}

	/** The faults of one request, which count as used. */
	take(endpoint: Endpoint | undefined, numbers: () => readonly string[]): Faulty {
		const faulty: Faulty = {};
		if (endpoint === undefined) return faulty;
		for (const rule of this.current) {
			if (faulty[rule.fault] || (rule.endpoints && !rule.endpoints.includes(endpoint))) continue;
			const { to, share = 1 } = rule;
			if (to !== undefined && !numbers().some((number) => plainNumber(number).startsWith(plainNumber(to)))) continue;
			if (this.random() >= share) continue;
			if (rule.next !== undefined) rule.next--;
			faulty[rule.fault] = rule;
		}
		this.current = this.current.filter(({ next }) => next !== 0);
		return faulty;
	}
}
