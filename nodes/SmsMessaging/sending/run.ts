import type { IDataObject } from 'n8n-workflow';

import { openService, type OpenService } from '../api/transport';
import type { SendOptions } from '../fields/options';
import { isDryRun, type Safeguards } from '../fields/safeguards';
import { hasRecord, openLedger, runBeganAt, type Ledger } from '../kept/ledger';
import {
	copyOfContextPart,
	isTool,
	nodeContextPart,
	resumeUrlOf,
	runIndexOf,
	showHint,
	type NodeRun,
} from '../n8n/execution';
import { host } from '../n8n/host';
import { hasChangingId, isChanging, isVarying, OF_CALL } from '../parameters/expressionCode';
import { readItem } from '../parameters/items';
import { parameterReader, refusingNoValue, requireSame, stableValue } from '../parameters/parameterReader';
import { isOn, type AddFault } from '../parameters/values';
import { cleanNumber, withoutTrailing } from '../text/numbers';
import { identityIn, SHARED_LEDGER, type RunIdentity } from './plan/identity';
import type { Outcome } from './plan/target';

export interface RunOptions extends SendOptions, Safeguards {
	/** How to output destinations that the service rejects in an accepted request. */
	rejectedAs: 'errors' | 'items';
}

/** Where to look for what was sent: another credential may be of another account. */
export const logsOf = ({ baseUrl, dialect, credentialId }: OpenService): string =>
	`${credentialId} ${withoutTrailing(baseUrl, '/')}${dialect.logsPath}`;

export interface Run extends Readonly<Pick<N8n, 'mode' | 'executionId' | 'signal' | 'isRetry'>> {
	readonly service: OpenService;
	readonly options: RunOptions;
	readonly identity: RunIdentity;
	readonly ledger: Ledger<Outcome>;
	readonly kept: Kept;
}

/** What is kept with an execution besides its ledger, for all runs of the node and all calls of an agent. It is changed in place. */
export interface Kept {
	/** A message ID that the logs show sooner or later, and when it was sent or seen. */
	known?: { id: string; at: number };
	/** When the execution began to send, in milliseconds since the epoch; undefined if nobody knows. */
	beganAt?: number;
	/** When the first try with a record began. */
	recordedAt: number;
	/** Whether the service gives messages other IDs than the requests carry. */
	replacesIds?: boolean;
	/** Where the logs are of what the service may have accepted; empty for several places. */
	logsAt?: string;
	/** The Retry in which the node has waited for the logs. */
	waitedIn?: string | undefined;
	/** Codes of the messages that count towards Maximum Messages. */
	counted?: string;
}

/** @param call what is to be sent, since an AI agent may make several calls in one execution */
export function openRun(n8n: N8n, service: OpenService, options: RunOptions, call: unknown): Run {
	const { mode, executionId, signal, isRetry } = n8n;
	const identity = n8n.identityOf(call);
	return {
		service,
		mode,
		options,
		identity,
		ledger: openLedger(n8n.kept(identity.ledgerName), identity.runIndex, isRetry ? undefined : host.now()),
		kept: keptFor(n8n.kept('service'), isRetry),
		executionId,
		signal,
		isRetry,
	};
}

function keptFor(part: IDataObject, isRetry: boolean): Kept {
	const kept = part as unknown as Kept;
	kept.recordedAt ??= host.now();
	// What a Retry looks for may have been sent at any time
	if (!isRetry) kept.beganAt ??= kept.recordedAt;
	return kept;
}

const plain = (number: unknown): string =>
	cleanNumber(typeof number === 'object' ? JSON.stringify(number) : String(number)).digits;

/** Everything that sending needs from n8n for one run of the node. Code that uses it does not depend on n8n. */
export type N8n = ReturnType<typeof n8nOf>;

export function n8nOf({ context, mode, labelOf }: NodeRun) {
	const read = parameterReader(context);
	const isDry = isDryRun(context);
	const hinted = new Set<string>();
	const hint = (message: string, type: 'info' | 'warning' = 'warning') => {
		// Several parameters may have the same value
		if (!hinted.has(message)) showHint(context, message, type);
		hinted.add(message);
	};
	const { toolCallId: callId } = context.getInputData()[0]?.json ?? {};
	const ofCall = !isTool(context) ? undefined : callId === undefined ? OF_CALL.withoutId : OF_CALL.withId;
	const rawOf = (parameter: string): unknown => context.getNodeParameter(parameter, 0, '', { rawExpressions: true });
	/** The json of an input item, which is the same if an agent makes the same call again. */
	const inputOf = (itemIndex: number) => {
		const json = context.getInputData()[itemIndex]?.json ?? {};
		if (!isTool(context)) return json;
		// However the model writes the number, it goes to the same person
		const to = plain(readItem(itemIndex, read, (readOne) => readOne('to')).value);
		const others = Object.entries(json).filter(([name, value]) => name !== 'toolCallId' && plain(value) !== to);
		return Object.fromEntries(others);
	};
	const isRetry = context.getMode() === 'retry';
	const kept = (name: string) => (isDry ? copyOfContextPart(context, name) : nodeContextPart(context, name));
	return {
		node: context.getNode(),
		mode,
		input: context.getInputData(),
		/** The workflow's time zone, for date-times without an offset. */
		timezone: context.getTimezone(),
		isTool: isTool(context),
		/** Whether earlier tries of the execution may have sent messages that are not recorded anywhere. */
		isRetry,
		/** Whether somebody runs the workflow in the editor. */
		isByHand: context.getMode() === 'manual' && !isTool(context),
		isDryRun: isDry,
		simplify: isOn(context.getNodeParameter('simplify', 0, true)),
		executionId: context.getExecutionId(),
		openService: async () => await openService(context, resumeUrlOf(context)),
		signal: context.getExecutionCancelSignal(),
		read,
		labelOf,
		/** Like `read`, but an expression without a value in this parameter is a fault. */
		readRefusingNoValue: (parameter: string, settings: Parameters<typeof refusingNoValue>[4], readOther = read) =>
			refusingNoValue(context, readOther, parameter, hint, settings),
		/**
		 * What takes the place of the values of these parameters for an item, if an expression gives something else each time: Retry On Fail and
		 * Retry evaluate it again.
		 */
		sourceOf: (parameters: readonly string[]) => {
			const raw = parameters.map(rawOf);
			if (!raw.some((one) => isVarying(one, ofCall))) return undefined;
			return (itemIndex: number) => JSON.stringify([raw, inputOf(itemIndex)]);
		},
		/** Whether message IDs certainly have another value in each try: those of their parameter, and those in To. */
		changingIds: () => ({
			own: isChanging(rawOf('messageOptions.messageId')),
			inTo: hasChangingId(rawOf('to')),
		}),
		/** A parameter of an agent's call, without what its expressions give anew each time. */
		readStable: (parameter: string, itemIndex: number) =>
			stableValue(rawOf(parameter), read(parameter, itemIndex), inputOf(itemIndex), ofCall),
		/** Notes a fault for each expression that counts for the whole run, but has another value for another item. */
		requireSame: (parameters: readonly string[], addFault: AddFault, example?: string) =>
			requireSame(context, read, parameters, addFault, example),
		/** @param call what an AI agent asks for, if the node is its tool */
		identityOf: (call: unknown) => identityIn(context, call),
		/** When this run began to send at the earliest, in milliseconds since the epoch; undefined if nobody knows. */
		runBeganAt: () => {
			const known = isTool(context) ? undefined : runBeganAt(kept(SHARED_LEDGER), runIndexOf(context));
			if (known !== undefined || !isRetry) return known ?? host.now();
			return (kept('service') as Partial<Kept>).beganAt;
		},
		/** Whether earlier runs or tries of the execution may have sent messages. */
		mayHaveSent: () => !isTool(context) && (isRetry || hasRecord(kept(SHARED_LEDGER))),
		/** What is kept with the execution under a name, to be changed in place; in a dry run, changes are not stored. */
		kept,
		hint,
	};
}
