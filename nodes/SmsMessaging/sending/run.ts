import type { IDataObject } from 'n8n-workflow';

import type { SendOptions } from '../fields/options';
import type { Safeguards } from '../fields/safeguards';
import { openLedger, type Ledger } from '../kept/ledger';
import { openQuota, type Quota } from '../kept/quota';
import type { ErrorMode } from '../output/errorItems';
import type { Transport } from '../api/client';
import { host } from '../n8n/host';
import type { SendPath } from '../api/paths';
import type { N8n } from './n8n';
import type { RunIdentity } from './plan/identity';
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
