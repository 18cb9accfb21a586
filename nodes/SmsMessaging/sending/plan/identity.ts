import { hash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { resumeUrlOf, runIndexOf, nodeContextPart } from '../../kept/execution';
import { host } from '../../service/host';
import type { Destination, JsonObject } from '../../service/types';

const ID_CHARACTERS = 24;

/**
 * What tells this execution of this node from every other: message IDs are made from it and from the message, so that a message that
 * is sent once more (Retry On Fail, Retry) comes to the same ID, wherever it stands, and another message to another one.
 */
export interface RunIdentity {
	/** Whether n8n keeps the execution apart for good, so that a Retry can come to the same IDs. */
	isLasting: boolean;
	/** The address by which n8n resumes the execution, where it gives one. */
	resumeUrl: URL | undefined;
	/** How many times n8n has run the node before in this execution. */
	runIndex: number;
	/** Names what is kept of it: all runs of a node together, the calls of an AI agent each by itself. */
	ledgerName: string;
	/** An ID of 24 characters for the `nth` message with this content to this number. */
	messageId(content: string, nth: number): string;
	/** A request's ID that shows instance, execution and request number in plain. */
	bulkId(requestNumber: number): string;
}

/**
 * @param call what an AI agent asks for, where the node is its tool: the same call has the same IDs, another one its own
 */
export function runIdentityOf(context: IExecuteFunctions, call: unknown): RunIdentity {
	const node = context.getNode();
	const runIndex = runIndexOf(context);
	const callKey = isTool(context) ? sha256(JSON.stringify(call)) : '';
	// The same over an error, a crash and Retry, and never shared by two executions
	const resumeUrl = resumeUrlOf(context);
	const token = resumeUrl?.searchParams.get('signature') ?? undefined;
	const base = token ?? randomBaseOf(context);
	const instance = sha256(instanceIdOf(context)).slice(0, 6);
	const nodeCode = sha256(node.id).slice(0, 4);
	const run = callKey === '' ? String(runIndex) : `call-${callKey.slice(0, 7)}`;
	// Without a token nothing keeps the execution apart from others, so its requests are told apart at random too
	const execution = token === undefined ? `r${base.slice(0, 8)}` : `e${context.getExecutionId() ?? ''}`;
	return {
		isLasting: token !== undefined,
		resumeUrl,
		runIndex,
		ledgerName: callKey === '' ? 'sending' : run,
		messageId: (content, nth) => sha256(`${base}|${node.id}|${callKey}|${nth}|${content}`).slice(0, ID_CHARACTERS),
		bulkId: (requestNumber) => `n8n-${instance}-${execution}-${nodeCode}-${run}-${requestNumber}`,
	};
}

/**
 * What makes a message this message: number, sender and content, and the user's own ID. What is evaluated anew on Retry (notify URL,
 * callback data, schedule) is not part of it.
 */
export function contentOf({ from, text, binary }: JsonObject, { to, messageId }: Destination): string {
	return JSON.stringify([to, from ?? '', text ?? binary ?? '', messageId]);
}

/** Whether an AI agent uses the node as its tool. */
export function isTool(context: IExecuteFunctions): boolean {
	return context.isToolExecution() || context.getNode().type.endsWith('Tool');
}

/** Lasts for the execution, as far as n8n keeps anything of it. */
function randomBaseOf(context: IExecuteFunctions): string {
	const part = nodeContextPart(context, 'identity');
	part.base ??= host.randomHex(32);
	return String(part.base);
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
