import { hash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { resumeUrlOf, runIndexOf } from '../output/executionFacts';
import { nodeContextPart } from '../output/nodeContext';
import { host } from '../service/host';

const ID_CHARACTERS = 24;

/**
 * What tells this run of this node from every other: message IDs are made from it, so that a run that is done once more
 * (Retry On Fail, Retry) comes to the same IDs.
 */
export interface RunIdentity {
	/** Whether n8n keeps the run apart for good, so that a later run can come to the same IDs. */
	isLasting: boolean;
	/** Names the run within its node. */
	runKey: string;
	/** The address by which n8n resumes the execution, where it gives one. */
	resumeUrl: URL | undefined;
	/** An ID of at most 24 characters for the `attempt`-th try of the `nth` message to a destination. */
	messageId(to: string, nth: number, attempt: number): string;
	/** A request's ID that shows instance, execution and request number in plain. */
	bulkId(requestNumber: number): string;
}

/**
 * @param call what an AI agent asks for, where the node is its tool: there the run index counts calls and tries, so the
 * arguments take its place
 */
export function runIdentityOf(context: IExecuteFunctions, call: unknown): RunIdentity {
	const node = context.getNode();
	const runKey = isTool(context) ? `call-${sha256(JSON.stringify(call)).slice(0, ID_CHARACTERS)}` : String(runNumberOf(context));
	// The same over an error, a crash and Retry, and never shared by two executions
	const resumeUrl = resumeUrlOf(context);
	const token = resumeUrl?.searchParams.get('signature') ?? undefined;
	const base = token ?? host.randomHex(32);
	const instance = sha256(instanceIdOf(context)).slice(0, 6);
	const nodeCode = sha256(node.id).slice(0, 4);
	const run = runKey.slice(0, 12);
	// Without a token nothing keeps the run apart from others, so its requests are told apart at random too
	const execution = token === undefined ? `r${base.slice(0, 8)}` : `e${context.getExecutionId() ?? ''}`;
	return {
		isLasting: token !== undefined,
		runKey,
		resumeUrl,
		messageId: (to, nth, attempt) => sha256([base, node.id, runKey, to, nth, attempt].join('|')).slice(0, ID_CHARACTERS),
		bulkId: (requestNumber) => `n8n-${instance}-${execution}-${nodeCode}-${run}-${requestNumber}`,
	};
}

/** Whether an AI agent uses the node as its tool. */
export function isTool(context: IExecuteFunctions): boolean {
	return context.isToolExecution() || context.getNode().type.endsWith('Tool');
}

/**
 * Counts the runs of the node within the execution. n8n's own run index does not do: after a crash n8n puts artificial runs
 * into the record, and a Retry then begins with a higher one than the crashed execution did.
 */
function runNumberOf(context: IExecuteFunctions): number {
	const runIndex = runIndexOf(context);
	const last = nodeContextPart(context, 'lastRun');
	if (last.runIndex !== runIndex) {
		last.number = typeof last.number === 'number' ? last.number + 1 : 0;
		last.runIndex = runIndex;
	}
	return Number(last.number);
}

function instanceIdOf(context: IExecuteFunctions): string {
	try {
		return context.getInstanceId();
	} catch {
		return '';
	}
}

function sha256(text: string): string {
	return hash('sha256', text, 'hex');
}
