import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import type { Transport } from '../api/client';
import type { SendPath } from '../api/paths';
import { createTransport } from '../api/transport';
import type { SendOptions } from '../fields/options';
import type { Safeguards } from '../fields/safeguards';
import { openLedger, type Ledger } from '../kept/ledger';
import { copyOfContextPart, nodeContextPart, isTool, resumeUrlOf, runIndexOf } from '../n8n/execution';
import { host } from '../n8n/host';
import type { ErrorMode } from '../output/errorItems';
import type { ReadParameter } from '../parameters/items';
import { labelsIn, type LabelOf } from '../parameters/labels';
import { refusingEmptyExpressions, parameterReader } from '../parameters/parameterReader';
import { openQuota, type Quota } from './maximum';
import { type RunIdentity, bulkIdPrefix, runIdentityOf } from './plan/identity';
import { planRequests } from './plan/requests';
import type { Batch, History, Outcome, Target } from './plan/target';

/** What applies to all items of a run. */
export interface RunOptions extends SendOptions, Safeguards {
	/** How to output destinations that the service rejects in an accepted request. */
	rejectedAs: 'errors' | 'items';
}

/** One run of the node, and everything that applies to the whole run. */
export interface Run {
	readonly path: SendPath;
	readonly mode: ErrorMode;
	readonly options: RunOptions;
	readonly identity: RunIdentity;
	readonly ledger: Ledger<Outcome, History>;
	readonly quota: Quota;
	readonly service: KnownService;
	/** In which Retry the node has waited for the logs. */
	readonly waited: { in?: string | undefined };
	readonly executionId: string | undefined;
	readonly transport: Transport;
	/** Aborted when the execution is stopped. */
	readonly signal: AbortSignal | undefined;
	/** Whether earlier tries of the execution may have sent messages that are not recorded anywhere. */
	readonly isRetry: boolean;
}

/** What an execution has learned about the service, kept with it. */
interface KnownService {
	/** A message ID that the logs show sooner or later. */
	knownId?: string;
	/** When the execution began to send, in milliseconds since the epoch; undefined if nobody knows. */
	beganAt?: number;
	/** When the first try with a record began. */
	recordedAt: number;
	/** Whether it gives messages other IDs than the requests carry. */
	replacesIds?: boolean;
}

/**
 * @param call what is to be sent, since an AI agent may make several calls in one execution
 * @param isDryRun whether nothing may be stored
 */
export function openRun(n8n: N8n, path: SendPath, options: RunOptions, call: unknown, isDryRun: boolean): Run {
	const { mode, executionId, transport, signal, isRetry } = n8n;
	const identity = n8n.identityOf(call);
	const part = (name: string): IDataObject => (isDryRun ? n8n.copyOfKept(name) : n8n.kept(name));
	return {
		path,
		mode,
		options,
		identity,
		ledger: openLedger(part(identity.ledgerName), identity.runIndex),
		quota: openQuota(part('quota'), options.maxMessages),
		service: knownService(part('service'), isRetry),
		waited: part('waited'),
		executionId,
		transport,
		signal,
		isRetry,
	};
}

function knownService(part: IDataObject, isRetry: boolean): KnownService {
	const service = part as unknown as KnownService;
	service.recordedAt ??= host.now();
	// What a Retry looks for may have been sent at any time
	if (!isRetry) service.beganAt ??= service.recordedAt;
	return service;
}

/** The requests that carry these. */
export function requestsFor(run: Run, targets: readonly Target[]): Batch[] {
	const { options, service, identity, ledger } = run;
	const { messageIds, messagesPerRequest } = options;
	const isOnePerNumber = messageIds === 'service' || service.replacesIds === true;
	const nextBulkId = () => identity.bulkId(ledger.nextRequestNumber());
	return planRequests(targets, { messagesPerRequest, isOnePerNumber }, nextBulkId);
}

/** Everything that sending needs from n8n for one run of the node. Code that uses it does not depend on n8n. */
export interface N8n {
	readonly node: INode;
	readonly mode: ErrorMode;
	readonly input: INodeExecutionData[];
	/** The workflow's time zone, for date-times without an offset. */
	readonly timezone: string;
	readonly isTool: boolean;
	readonly isRetry: boolean;
	readonly simplify: boolean;
	readonly executionId: string | undefined;
	readonly transport: Transport;
	/** Aborted when the execution is stopped. */
	readonly signal: AbortSignal | undefined;
	readonly read: ReadParameter;
	readonly labelOf: LabelOf;
	/** The same, but an empty expression in this parameter is a fault. */
	readRefusingEmpty(parameter: string): ReadParameter;
	/** @param call what an AI agent asks for, if the node is its tool */
	identityOf(call: unknown): RunIdentity;
	/** What is kept with the execution under a name, to be changed in place. */
	kept(name: string): IDataObject;
	/** The same, but changes are not stored. */
	copyOfKept(name: string): IDataObject;
	hint(message: string, type: 'info' | 'warning'): void;
}

export function n8nOf(context: IExecuteFunctions, mode: ErrorMode): N8n {
	const read = parameterReader(context);
	return {
		node: context.getNode(),
		mode,
		input: context.getInputData(),
		timezone: context.getTimezone(),
		isTool: isTool(context),
		isRetry: context.getMode() === 'retry',
		simplify: context.getNodeParameter('simplify', 0, true) === true,
		executionId: context.getExecutionId(),
		transport: createTransport(context, resumeUrlOf(context)),
		signal: context.getExecutionCancelSignal(),
		read,
		labelOf: labelsIn(context),
		readRefusingEmpty: (parameter) => refusingEmptyExpressions(context, read, parameter),
		identityOf: (call) => identityIn(context, call),
		kept: (name) => nodeContextPart(context, name),
		copyOfKept: (name) => copyOfContextPart(context, name),
		hint: (message, type) => context.addExecutionHints({ message, type, location: 'outputPane' }),
	};
}

/** @param call what an AI agent asks for, if the node is its tool */
export function identityIn(context: IExecuteFunctions, call?: unknown): RunIdentity {
	return runIdentityOf({
		nodeId: context.getNode().id,
		runIndex: runIndexOf(context),
		token: resumeUrlOf(context)?.searchParams.get('signature') ?? undefined,
		randomBase: () => randomBaseOf(context),
		...(isTool(context) && { call }),
		bulkIdPrefix: (random) =>
			bulkIdPrefix(context, random === undefined ? { id: context.getExecutionId() ?? '' } : { random }),
	});
}

/** For n8n before 2.14 and its own agents. */
function randomBaseOf(context: IExecuteFunctions): { base: string; isNewOnRetry: boolean } {
	const part = nodeContextPart(context, 'identity');
	if (part.base === undefined) {
		part.base = host.randomHex(32);
		part.isNewOnRetry = context.getMode() === 'retry';
	}
	return { base: String(part.base), isNewOnRetry: part.isNewOnRetry === true };
}
