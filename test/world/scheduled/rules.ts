import type { IDataObject } from 'n8n-workflow';

import { SECRET, TRAVEL_MS, type Exchange } from '../sending/network';
import { textOf, type NodeOutcome } from '../sending/n8n';
import { EPOCH } from '../time';
import { patience, silence, violations, type Broken, type Violation } from '../world';
import type { LivedLife } from './life';
import type { State } from './service';

type Execution = LivedLife['executions'][number];

const WANTED: Record<string, readonly string[]> = {
	pause: ['PAUSED'],
	// They may have left meanwhile
	resume: ['PENDING', 'PROCESSING', 'FINISHED'],
	cancel: ['CANCELED'],
};

/** The invariants. */
export function violationsOf(lived: LivedLife): Violation[] {
	return lived.executions.flatMap((execution) => {
		const { id, exchanges, endedAt, finished } = execution;
		const rules = {
			truth: [truth(lived, execution)],
			bounded: [patience(exchanges, endedAt)],
			silence: [silence(finished.map(textOf), [SECRET])],
		};
		return violations(rules, `execution ${id}: `);
	});
}

/** What is said of each bulk ID is so, and nothing is left paused without a word. */
function* truth({ life, service }: LivedLife, execution: Execution): Broken {
	const { step, finished, exchanges, beganAt, endedAt, ended } = execution;
	if (ended === 'stuck') yield ['it does not end', step.operation];
	if (life.tries === 1 && !exchanges.every(looksFirst)) yield ['repeated without looking', step.operation];
	const outcome = finished[0];
	if (outcome === undefined) return;
	const asked = [...new Set(step.bulkIds)];
	for (const bulkId of asked) {
		const said = saidOf(outcome, bulkId, asked);
		const before = service.stateAt(bulkId, beganAt);
		// A request that nobody waits for any longer may still arrive
		const after = service.stateAt(bulkId, endedAt + TRAVEL_MS);
		const states = service.history
			.filter((one) => one.bulkId === bulkId && one.at >= beganAt && one.at <= endedAt)
			.concat({ bulkId, at: beganAt, ...(before ?? NOWHERE) });
		const items = step.bulkIds.filter((other) => other === bulkId).length;
		// Each item that asked gets the error
		if (said.length !== 1 && (said.length !== items || said.some(({ json }) => json !== undefined)))
			yield ['not one item for a bulk ID', `${bulkId}: ${said.length}`];
		for (const one of said)
			for (const kind of liesIn(one, { before, after, states, step, tries: life.tries }))
				yield [kind, `${bulkId}: ${JSON.stringify(one)}`];
		const isLeftPaused = step.operation !== 'pause' && before?.status !== 'PAUSED' && after?.status === 'PAUSED';
		if (isLeftPaused && !/paused/i.test(textOf(outcome))) yield ['left paused without a word', bulkId];
	}
	const isPossible = asked.every((bulkId) => isChangeable(service.stateAt(bulkId, endedAt)));
	const failed = exchanges.filter(({ fault }) => fault !== undefined);
	const isOnce = failed.length === 0 || (failed.length === 1 && passes(failed[0]!));
	if (ended !== 'stopped' && isPossible && isOnce && life.nature.answers === 'value' && hasError(outcome))
		yield ['a failure that passes is an error', textOf(outcome)];
	if (life.onError === 'stopWorkflow' && 'items' in outcome && hasError(outcome))
		yield ['an error item with Stop', step.operation];
}

const hasError = (outcome: NodeOutcome): boolean =>
	'error' in outcome || outcome.items.some(({ json }) => json.error !== undefined);

const isChangeable = (state: State | undefined): boolean => state?.status === 'PENDING' || state?.status === 'PAUSED';

/** It says that nothing was done, or can be found out about. */
function passes({ ended = '', fault }: Exchange): boolean {
	if (fault === undefined || fault.delayMs > PATIENCE_MS) return false;
	const { answer } = fault;
	if (answer.kind !== 'status') return answer.kind === 'lost' || answer.kind === 'refused';
	return answer.retryAfter === undefined && /^(429|5\d\d)$/.test(ended);
}

const PATIENCE_MS = 10_000;

const NOWHERE: State = { dueMs: -1, status: 'FINISHED' };

interface Facts {
	before: State | undefined;
	after: State | undefined;
	/** All that it was during the execution. */
	states: State[];
	step: Execution['step'];
	tries: number;
}

/** A service may keep no milliseconds, so times within a second are the same. */
const isSame = (one = NaN, other: number): boolean => Math.abs(one - other) < 1000;

/** What is said of a bulk ID, but is not what the service has. */
function* liesIn({ json, error }: Said, { before, after, states, step, tries }: Facts): Iterable<string> {
	const { operation, dueMs } = step;
	const dueAt = typeof json?.sendAt === 'string' ? Date.parse(json.sendAt) - EPOCH : undefined;
	if (json !== undefined) {
		if (before === undefined) yield 'an unknown bulk ID is said to be there';
		if (dueAt !== undefined && !states.some((state) => state.dueMs === dueAt)) yield 'a time that it never had';
		if (operation === 'reschedule' && !(isSame(dueAt, dueMs) && isSame(after?.dueMs, dueMs)))
			yield 'not moved, but said to be';
		if (WANTED[operation]?.includes(after?.status ?? '') === false) yield 'not changed, but said to be';
		if (json.status === 'PAUSED' && after?.status !== 'PAUSED') yield 'not paused, but said to be';
		if (operation === 'reschedule' && json.status === 'PAUSED' && before?.status !== 'PAUSED')
			yield 'left paused, but said to be done';
		return;
	}
	const isChanged =
		before !== undefined &&
		(before.dueMs !== after!.dueMs ||
			(before.status !== after!.status && after!.status !== 'PROCESSING' && after!.status !== 'FINISHED'));
	// An earlier try may have changed something
	const nothing =
		tries === 1 ? /nothing was done|this call changed nothing/i : /nothing was done(?! for this bulk ID in this try)/i;
	const isMoved = isSame(after?.dueMs, dueMs) && !isSame(before?.dueMs, dueMs);
	if (tries === 1 && /could not be moved/.test(error) && isMoved) yield 'moved, but said not to be';
	if (nothing.test(error) && isChanged) yield 'changed, but said not to be';
	if (/messages have their new time/.test(error) && !isSame(after?.dueMs, dueMs)) yield 'not moved, but said to be';
	if (/, but are paused/.test(error) && after?.status !== 'PAUSED') yield 'not paused, but said to be';
}

/** What an outcome says of a bulk ID: an item, or the text of an error. */
type Said = { json: IDataObject; error: '' } | { json?: undefined; error: string };

function saidOf(outcome: NodeOutcome, bulkId: string, asked: string[]): Said[] {
	if ('items' in outcome)
		return outcome.items
			.filter(({ json }) => (json.bulkId ?? (json.details as IDataObject | undefined)?.bulkId) === bulkId)
			.map(({ json }): Said => (json.error === undefined ? { json, error: '' } : { error: JSON.stringify(json) }));
	const {
		bulkId: failed,
		done = [],
		notTried = [],
	} = (outcome.error.context?.data ?? {}) as { bulkId?: string; done?: string[]; notTried?: string[] };
	if (failed === bulkId) return [{ error: textOf(outcome) }];
	// A single one is not listed
	return asked.length === 1 || done.includes(bulkId) || notTried.includes(bulkId) ? [{ error: '' }] : [];
}

const bulkOf = (what: string) => what.split('bulkId=')[1];

/** Between a change whose answer is unclear and the next call for that bulk ID comes a look at the state. */
function looksFirst({ what, ended = '' }: Exchange, nth: number, all: Exchange[]): boolean {
	const isUnclear = what.startsWith('PUT') && (!/^\d+$/.test(ended) || Number(ended) >= 500);
	const next = all[nth + 1];
	return !isUnclear || ended === 'ECONNREFUSED' || !next?.what.startsWith('PUT') || bulkOf(next.what) !== bulkOf(what);
}
