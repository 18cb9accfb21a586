import type { ServiceFailure } from '../api/failure';
import { codeOf, codesIn } from '../kept/ledger';
import type { Outcome, Target } from './plan/target';
import type { Kept, Run } from './run';

type Counting = Pick<Run, 'kept' | 'options'>;

/**
 * Counts what was accepted, even beyond Maximum Messages, and reserves room for the rest, in this order. What is counted already does not
 * count again.
 * @returns those for which there is no room, each with the reason
 */
export function reserveRoom(
	{ kept, options: { maxMessages } }: Counting,
	accepted: readonly Target[],
	others: readonly Target[],
): ReadonlyMap<Target, ServiceFailure> {
	if (maxMessages === undefined) return new Map();
	const counted = countedIn(kept);
	const added: string[] = [];
	const count = (code: string) => {
		if (counted.has(code)) return;
		counted.add(code);
		added.push(code);
	};
	for (const { key } of accepted) count(codeOf(key));
	const before = counted.size;
	const excess: Target[] = [];
	for (const target of others) {
		const code = codeOf(target.key);
		if (counted.has(code) || counted.size < maxMessages) count(code);
		else excess.push(target);
	}
	kept.counted = (kept.counted ?? '') + added.join('');
	const failure: ServiceFailure = {
		kind: 'refused',
		message: `Maximum Messages allows ${maxMessages} in one execution, and ${counted.size} others come first${before === 0 ? '' : `, ${before} of them in earlier runs or tries`}`,
		check: 'It was not sent this time: raise Maximum Messages.',
		description: 'Raise Maximum Messages, or send the rest in another execution.',
	};
	return new Map(excess.map((target) => [target, failure]));
}

/** Gives back the room of what was certainly not accepted. @param targets for which room was wanted */
export function giveBackRoom(
	{ kept, options: { maxMessages } }: Counting,
	targets: readonly Target[],
	outcomes: ReadonlyMap<Target, Outcome>,
): void {
	if (maxMessages === undefined) return;
	const counted = countedIn(kept);
	const { size } = counted;
	let hasGone = false;
	for (const target of targets) {
		const state = outcomes.get(target)?.state;
		if (state === 'refused' || state === 'notSent') hasGone = counted.delete(codeOf(target.key)) || hasGone;
		// The logs may show some for which there was no room
		else if (state === 'accepted') counted.add(codeOf(target.key));
	}
	if (hasGone || counted.size !== size) kept.counted = [...counted].join('');
}

/** By what is kept: a loop may run the node thousands of times, and should read the list once. */
const counts = new WeakMap<object, Set<string>>();

function countedIn(kept: Kept): Set<string> {
	const counted = counts.get(kept) ?? new Set(codesIn(kept.counted));
	counts.set(kept, counted);
	return counted;
}
