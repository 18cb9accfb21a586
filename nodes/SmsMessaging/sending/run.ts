import type { IExecuteFunctions } from 'n8n-workflow';

import type { SendOptions } from '../fields/options';
import type { ErrorMode } from '../output/errorItems';
import type { SendPath, Transport } from '../service/client';
import { createTransport } from '../service/transport';
import { runIdentityOf, type RunIdentity } from './plan/identity';
import type { Outcome } from './plan/target';
import { openLedger, type Ledger } from '../kept/ledger';

/** One run of the node, and everything that applies to the whole run. */
export interface Run {
	readonly path: SendPath;
	readonly mode: ErrorMode;
	readonly options: SendOptions;
	readonly identity: RunIdentity;
	readonly ledger: Ledger<Outcome>;
	readonly transport: Transport;
	/** Aborted when the execution is stopped. */
	readonly signal: AbortSignal | undefined;
	/** Whether earlier tries of the execution may have sent messages that are not recorded anywhere. */
	readonly isRetry: boolean;
}

/** @param call what is to be sent, if an AI agent may make several calls in one execution */
export function openRun(
	context: IExecuteFunctions,
	mode: ErrorMode,
	path: SendPath,
	options: SendOptions,
	call: unknown,
): Run {
	const identity = runIdentityOf(context, call);
	return {
		path,
		mode,
		options,
		identity,
		ledger: openLedger(context, identity),
		transport: createTransport(context, identity.resumeUrl),
		signal: context.getExecutionCancelSignal(),
		isRetry: context.getMode() === 'retry',
	};
}

/** The ID of the next request. */
export function nextBulkId({ identity, ledger }: Run): string {
	return identity.bulkId(ledger.nextRequestNumber());
}
