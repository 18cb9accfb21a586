import { hash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { nodeContextPart } from '../../kept/nodeContext';
import { withoutAnswerLink } from '../../service/answerLinks';
import { bulkIdPrefix } from '../../service/bulkIds';
import { isTool, resumeUrlOf, runIndexOf } from '../../service/execution';
import { host } from '../../service/host';
import type { Destination, Message } from '../../service/types';

const ID_CHARACTERS = 24;

/**
 * What sets this execution of this node apart from every other. Message IDs are derived from it and the message: a message sent
 * again (Retry On Fail, Retry) gets the same ID wherever it is in the input, and any other message a different one.
 */
export interface RunIdentity {
	/** Whether earlier tries of the execution had another identity, and so other message IDs: Retry where n8n gives no token. */
	isNewOnRetry: boolean;
	/** The URL at which n8n resumes the execution, if it provides one. */
	resumeUrl: URL | undefined;
	/** How many times n8n has already run the node in this execution. */
	runIndex: number;
	/** Name of its ledger: shared by all runs of a node, separate for each call of an AI agent. */
	ledgerName: string;
	/** A 24-character ID for the `nth` message with this content to this number. */
	messageId(content: string, nth: number): string;
	/** How the bulk IDs of the execution begin. */
	bulkIdPrefix: string;
	/** Part of them that is the same in all Retries of the execution. */
	executionCode: string;
	/** A request ID that shows the instance, execution and request number in readable form. */
	bulkId(requestNumber: number): string;
}

/** @param call what an AI agent asks for if the node is its tool: the same call gets the same IDs, another call different ones */
export function runIdentityOf(context: IExecuteFunctions, call: unknown): RunIdentity {
	const node = context.getNode();
	const runIndex = runIndexOf(context);
	const callKey = isTool(context) ? sha256(JSON.stringify(call)) : '';
	// Survives an error, a crash and Retry, and is never shared by two executions
	const resumeUrl = resumeUrlOf(context);
	const token = resumeUrl?.searchParams.get('signature') ?? undefined;
	const { base, isNewOnRetry } = token === undefined ? randomBaseOf(context) : { base: token, isNewOnRetry: false };
	const executionCode = sha256(base).slice(0, 4);
	const nodeCode = sha256(node.id).slice(0, 4);
	const run = callKey === '' ? String(runIndex) : `call-${callKey.slice(0, 7)}`;
	// Without a token nothing separates this execution from others, so its requests get a random part too
	const prefix = bulkIdPrefix(
		context,
		token === undefined ? { random: base.slice(0, 8) } : { id: context.getExecutionId() ?? '' },
	);
	return {
		isNewOnRetry,
		resumeUrl,
		runIndex,
		ledgerName: callKey === '' ? 'sending' : run,
		messageId: (content, nth) => sha256(`${base}|${node.id}|${callKey}|${nth}|${content}`).slice(0, ID_CHARACTERS),
		bulkIdPrefix: prefix,
		executionCode,
		bulkId: (requestNumber) => `${prefix}${executionCode}${nodeCode}-${run}-${requestNumber}`,
	};
}

/**
 * What identifies a message: number, sender and content, or number, content and the user's own ID. Anything that Retry evaluates again
 * (notify URL, callback data, schedule, the link in a question) is not part of it.
 */
export function contentOf({ from, text, binary }: Message, { to, messageId }: Destination): string {
	const content = typeof text === 'string' ? withoutAnswerLink(text) : (text ?? binary ?? '');
	// A user-supplied ID stands for a text to a number, whatever the sender
	const sender = messageId === undefined ? (from ?? '') : '';
	return JSON.stringify([to, sender, content, messageId]);
}

/** For n8n before 2.14 and its own agents. Lasts as long as n8n keeps the execution's data, which a crash ends. */
function randomBaseOf(context: IExecuteFunctions): { base: string; isNewOnRetry: boolean } {
	const part = nodeContextPart(context, 'identity');
	if (part.base === undefined) {
		part.base = host.randomHex(32);
		part.isNewOnRetry = context.getMode() === 'retry';
	}
	return { base: String(part.base), isNewOnRetry: part.isNewOnRetry === true };
}

function sha256(text: string): string {
	return hash('sha256', text, 'hex');
}
