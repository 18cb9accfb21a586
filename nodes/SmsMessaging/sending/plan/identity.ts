import { hash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Message } from '../../api/message';
import type { GivenDestination } from '../../fields/destinations';
import { isTool, nodeContextPart, resumeUrlOf, runIndexOf } from '../../n8n/execution';
import { host } from '../../n8n/host';
import { operationError } from '../../output/errorItems';
import { withoutAnswerLink } from '../../text/answerLink';

const ID_CHARACTERS = 24;

/** The ledger of all runs of a node that is no tool. */
export const SHARED_LEDGER = 'sending';

/**
 * What sets this execution of this node apart from every other. Message IDs are derived from it and the message: a message sent
 * again (Retry On Fail, Retry) gets the same ID wherever it is in the input, and any other message a different one.
 */
export interface RunIdentity {
	runIndex: number;
	/** Whether it is a call of an AI agent. */
	isCall: boolean;
	/** Name of its ledger: shared by all runs of a node, separate for each call of an AI agent. */
	ledgerName: string;
	/** A 24-character ID for the `nth` message with this content to this number. */
	messageId(content: string, nth: number): string;
	/** A request ID that shows the instance, execution and request number in readable form. */
	bulkId(requestNumber: number): string;
	/** Whether this node made it in this execution or in a Retry of it; for a tool, in this call. */
	isOwnBulkId(bulkId: unknown): boolean;
}

/** @param call what an AI agent asks for, if the node is its tool */
export function identityIn(context: IExecuteFunctions, call?: unknown): RunIdentity {
	const kept = nodeContextPart(context, 'identity');
	// A node that replaces another under its name goes on with what that has sent
	const nodeId = String((kept.nodeId ??= context.getNode().id));
	const runIndex = runIndexOf(context);
	// Secret of the execution that survives an error, a crash and Retry
	const token = resumeUrlOf(context)?.searchParams.get('signature') ?? undefined;
	const base = token ?? randomBaseOf(context, kept);
	const callKey = isTool(context) && call !== undefined ? sha256(JSON.stringify(call)) : '';
	// Without a token, perhaps nothing else separates this execution from others
	const own = token === undefined ? base.slice(0, 12) : sha256(base).slice(0, 4);
	const codes = `${own}${sha256(nodeId).slice(0, 4)}-`;
	const run = callKey === '' ? String(runIndex) : `call-${callKey.slice(0, 7)}`;
	const ofRun = callKey === '' ? codes : `${codes}${run}-`;
	const prefix = bulkIdPrefix(context, context.getExecutionId() ?? '');
	return {
		runIndex,
		isCall: callKey !== '',
		ledgerName: callKey === '' ? SHARED_LEDGER : run,
		messageId: (content, nth) => sha256(`${base}|${nodeId}|${callKey}|${nth}|${content}`).slice(0, ID_CHARACTERS),
		bulkId: (requestNumber) => `${prefix}${codes}${run}-${requestNumber}`,
		isOwnBulkId: (bulkId) => typeof bulkId === 'string' && ofAnyTry(bulkId).startsWith(ofAnyTry(prefix + ofRun)),
	};
}

/** A Retry has another execution ID. */
const ofAnyTry = (bulkId: string): string => bulkId.replace(/^(n8n-[0-9a-f]{6}-e)\d+/, '$1');

/**
 * Takes the place of the token for n8n before 2.14, its own agents, and its MCP trigger: lasts as long as n8n keeps the execution's data,
 * which a crash ends.
 * @throws NodeOperationError in a Retry, which cannot tell what was sent
 */
function randomBaseOf(context: IExecuteFunctions, kept: IDataObject): string {
	if (context.getMode() === 'retry')
		throw operationError(
			context.getNode(),
			'Nothing was sent: n8n does not say which execution this is a Retry of',
			'Its messages might be sent twice. Update n8n (version 2.14 or later says it), or run the workflow again with only the messages that Get Logs does not show.',
			{},
		);
	kept.base ??= host.randomHex(32);
	return String(kept.base);
}

/** The content, and the sender that the node names. */
export type Identifying = { sender?: string | undefined } & Pick<Message, 'content'>;

/**
 * What identifies a message besides its number: sender and content. Anything that Retry evaluates again (notify URL, callback data,
 * schedule, the link in a question) is not part of it.
 * @param source takes their place if they are something else each time
 * @returns a digest, since an item may be large and have many destinations
 */
export const contentOf = ({ sender = '', content }: Identifying, source?: string): string =>
	sha256(source ?? JSON.stringify([sender, 'text' in content ? withoutAnswerLink(content.text) : content]));

/** What identifies a message to one number; the user's own ID does so whatever the content. */
export const messageOf = (content: string, { to, messageId }: GivenDestination): string =>
	JSON.stringify(messageId === undefined ? [to, content] : [messageId]);

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** How the bulk IDs of all requests of one execution of this n8n begin. */
export const bulkIdPrefix = (context: IExecuteFunctions, executionId: string): string =>
	`n8n-${sha256(context.getInstanceId()).slice(0, 6)}-e${executionId}-`;
