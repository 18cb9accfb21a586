import type { IExecuteFunctions } from 'n8n-workflow';

import { copyOfContextPart, nodeContextPart } from '../kept/nodeContext';
import type { SendOptions } from '../fields/options';
import type { ErrorMode } from '../output/errorItems';
import type { Transport } from '../service/client';
import type { SendPath } from '../service/paths';
import { createTransport } from '../service/transport';
import { runIdentityOf, type RunIdentity } from './plan/identity';
import type { Outcome } from './plan/target';
import { openLedger, type Ledger } from '../kept/ledger';
import { openQuota, type Quota } from '../kept/quota';

/** One run of the node, and everything that applies to the whole run. */
export interface Run {
	readonly path: SendPath;
	readonly mode: ErrorMode;
	readonly options: SendOptions;
	readonly identity: RunIdentity;
	readonly ledger: Ledger<Outcome>;
	readonly quota: Quota;
	readonly transport: Transport;
	/** Aborted when the execution is stopped. */
	readonly signal: AbortSignal | undefined;
	/** Whether earlier tries of the execution may have sent messages that are not recorded anywhere. */
	readonly isRetry: boolean;
}

interface RunFacts {
	/** What is to be sent, since an AI agent may make several calls in one execution. */
	call: unknown;
	/** Whether nothing may be stored. */
	isDryRun: boolean;
}

export function openRun(
	context: IExecuteFunctions,
	mode: ErrorMode,
	path: SendPath,
	options: SendOptions,
	{ call, isDryRun }: RunFacts,
): Run {
	const identity = runIdentityOf(context, call);
	const part = (name: string) => (isDryRun ? copyOfContextPart : nodeContextPart)(context, name);
	return {
		path,
		mode,
		options,
		identity,
		ledger: openLedger(part(identity.ledgerName), identity.runIndex),
		quota: openQuota(part('quota'), options.maxMessages),
		transport: createTransport(context, identity.resumeUrl),
		signal: context.getExecutionCancelSignal(),
		isRetry: context.getMode() === 'retry',
	};
}

/** The ID of the next request. */
export function nextBulkId({ identity, ledger }: Run): string {
	return identity.bulkId(ledger.nextRequestNumber());
}
