import { openLedger } from '../../../nodes/SmsMessaging/kept/ledger';
import type { Batch, Outcome, Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import type { Run } from '../../../nodes/SmsMessaging/sending/run';
import { Outcomes } from '../../../nodes/SmsMessaging/sending/submit/outcomes';
import { host } from '../../../nodes/SmsMessaging/service/host';

/** The parts of a run, for tests of one of them. */

const BEFORE: Target['before'] = { mayHaveBeenSent: false, mayHaveBeenSentEarlier: false, sentAgain: false };

/** A number of its own for each name. */
export const numberOf = (name: string) => `4366${Buffer.from(name).join('')}`;

export function targetOf(name: string, more: Partial<Target> & { to?: string } = {}): Target {
	const { to = numberOf(name), ...rest } = more;
	const message = { text: `Text ${name}` };
	return {
		key: name,
		destination: { to, messageId: name },
		hasOwnId: false,
		message,
		facts: {},
		settings: {},
		before: BEFORE,
		...rest,
	} as unknown as Target;
}

export const before = (more: Partial<Target['before']>) => ({ before: { ...BEFORE, ...more } });

export function batchOf(bulkId: string, targets: Target[], settings: Batch['settings'] = {}): Batch {
	return { bulkId, targets, settings };
}

export function runOf(options: Partial<Run['options']> = {}): { run: Run; outcomes: Outcomes } {
	const ledger = openLedger<Outcome>({}, 0);
	const run = {
		path: '/sms/1/text/advanced',
		options: { lookUpMs: 15_000, patienceMs: 60_000, ifUnclear: 'sendAgain', requestsAtOnce: 1, ...options },
		identity: { bulkId: (number: number) => `bulk-${number}` },
		ledger,
	};
	return { run: run as unknown as Run, outcomes: new Outcomes(ledger) };
}

/** Waiting takes no time, and is only counted. @returns how many milliseconds it took so far */
export function countedTime(): () => number {
	let elapsed = 0;
	jest.spyOn(host, 'elapsed').mockImplementation(() => elapsed);
	jest.spyOn(host, 'sleep').mockImplementation(async (ms) => void (elapsed += ms));
	return () => Math.round(elapsed);
}

export const statesOf = (outcomes: Outcomes, targets: Target[]) =>
	targets.map((target) => outcomes.all.get(target)?.state);
