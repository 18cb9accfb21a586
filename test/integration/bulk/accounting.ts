import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import { pairedWith, SMS } from '../smsNode';
import type { Execution } from '../engine';

/** One message to one destination, as the workflow wanted it. */
export interface Target {
	itemIndex: number;
	to: string;
	/** Text, or hexadecimal bytes. */
	text: string;
}

/** What the accounting needs of an execution, wherever it ran. */
export type WorkflowOutcome = Pick<Execution, 'error' | 'output'>;

export type State = 'accepted' | 'refused' | 'notSent' | 'unknown';

/** The outcome of a destination, at the service and in the node's output. */
export interface Fate extends Target {
	/** How often the service accepted it. */
	accepted: number;
	/** Where it was output: an item, or the details of the error that stopped the node. */
	cameOut: Array<{ state: State; messageId?: string; itemIndex: number; text?: string }>;
}

/** How often the service accepted each target, by number and text. */
export function acceptances({ messages }: Pick<Sandbox, 'messages'>): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { to, text, history } of messages) {
		if (history[0]!.status.groupName === 'REJECTED') continue;
		counts.set(`${to} ${text}`, (counts.get(`${to} ${text}`) ?? 0) + 1);
	}
	return counts;
}

/** The messages that the service accepted more than once; nothing may ever be in this list. */
export function acceptedTwice(sandbox: Pick<Sandbox, 'messages'>): string[] {
	return [...acceptances(sandbox)].filter(([, count]) => count > 1).map(([target]) => target);
}

/** What an output item or an entry of the error's details says of one destination. */
interface Said {
	itemIndex: number;
	to: string;
	state: State;
	messageId?: string;
}

export function fatesOf(targets: Target[], execution: WorkflowOutcome, sandbox: Pick<Sandbox, 'messages'>): Fate[] {
	const counts = acceptances(sandbox);
	const said = [...saidByItems(execution), ...saidByError(execution)];
	const byTarget = new Map<string, Said[]>();
	for (const one of said) {
		const key = `${one.itemIndex} ${digits(one.to)}`;
		byTarget.set(key, [...(byTarget.get(key) ?? []), one]);
	}
	return targets.map((target) => ({
		...target,
		accepted: counts.get(`${target.to} ${target.text}`) ?? 0,
		cameOut: byTarget.get(`${target.itemIndex} ${target.to}`) ?? [],
	}));
}

/** Broken rules; empty if there are none. */
export function brokenRules(
	targets: Target[],
	execution: WorkflowOutcome,
	sandbox: Pick<Sandbox, 'messages'>,
): string[] {
	const broken: string[] = [];
	const out = saidByItems(execution).length + saidByError(execution).length;
	if (out !== targets.length) broken.push(`${out} destinations came out of ${targets.length}`);
	for (const { to, itemIndex, accepted, cameOut } of fatesOf(targets, execution, sandbox)) {
		const name = `item ${itemIndex} to ${to}`;
		if (accepted > 1) broken.push(`${name}: accepted ${accepted} times`);
		if (cameOut.length !== 1)
			broken.push(
				`${name}: came out ${cameOut.length} times, with states [${cameOut.map(({ state }) => state).join(' ')}]`,
			);
		for (const { state, messageId } of cameOut) {
			if (state === 'accepted' && accepted === 0) broken.push(`${name}: called accepted, but was not`);
			if ((state === 'refused' || state === 'notSent') && accepted > 0)
				broken.push(`${name}: called ${state}, but was accepted`);
			if (!['accepted', 'refused', 'notSent', 'unknown'].includes(state))
				broken.push(`${name}: has the state '${state}'`);
			if ((messageId ?? '') === '' || messageId!.length > 24) broken.push(`${name}: has the message ID '${messageId}'`);
		}
	}
	// Where a rule is broken for all of them, a few are enough to see it
	return broken.length > MOST_NAMED
		? [...broken.slice(0, MOST_NAMED), `and ${broken.length - MOST_NAMED} more`]
		: broken;
}

const MOST_NAMED = 8;

function saidByItems(execution: WorkflowOutcome): Said[] {
	const items = [...execution.output(SMS), ...execution.output(SMS, 1)];
	const paired = pairedWith(items);
	return items.map(({ json }, index) => {
		const itemIndex = paired[index]!;
		if (json.error === undefined)
			return { itemIndex, to: String(json.to), state: 'accepted', messageId: textOf(json.messageId) };
		const details = (json.details ?? {}) as IDataObject;
		return { itemIndex, to: String(details.to), state: details.state as State, messageId: textOf(details.messageId) };
	});
}

export interface ErrorData {
	requests: Array<{ bulkId: string; accepted: number; refused: number; unknown: number; notSent: number }>;
	destinations: Array<{ itemIndex: number; to: string; messageId: string; state: State } & IDataObject>;
}

/** The facts of the error that stopped the node. */
export function errorData({ error }: Pick<Execution, 'error'>): ErrorData | undefined {
	return (error as { context?: { data?: ErrorData } } | undefined)?.context?.data;
}

function saidByError(execution: WorkflowOutcome): Said[] {
	return (errorData(execution)?.destinations ?? []).map(({ itemIndex, to, state, messageId }) => ({
		itemIndex,
		to: String(to),
		state,
		messageId,
	}));
}

function textOf(value: unknown): string | undefined {
	return value === undefined ? undefined : String(value);
}

function digits(to: string): string {
	return to.replace(/\D/g, '');
}
