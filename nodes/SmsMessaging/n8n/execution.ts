import type {
	IExecuteFunctions,
	IDataObject,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeExecutionData,
	IPollFunctions,
	IRunExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

import { inHtml } from '../text/html';

type ExpressionData = { $runIndex?: number; $execution?: { resumeUrl?: unknown } };

/** How many times n8n has already run the node in this execution. */
export const runIndexOf = (context: IExecuteFunctions): number => Number(expressionData(context).$runIndex) || 0;

/** The URL at which n8n resumes this execution once it waits, with the execution's signature; undefined if there is none. */
export function resumeUrlOf(context: IExecuteFunctions): URL | undefined {
	const url = String(expressionData(context).$execution?.resumeUrl);
	return URL.canParse(url) ? new URL(url) : undefined;
}

/** What expressions see, without the engine that would have to compile them; empty if n8n keeps no execution. */
function expressionData(context: IExecuteFunctions): ExpressionData {
	try {
		return context.getWorkflowDataProxy(0) as ExpressionData;
	} catch {
		return {};
	}
}

/** Whether an AI agent uses the node as its tool. */
export function isTool(context: IExecuteFunctions): boolean {
	// Absent before n8n 2.3
	const { isToolExecution } = context as Partial<IExecuteFunctions>;
	return isToolExecution?.call(context) === true || (context.getNode().type.endsWith('Tool') && !isReview(context));
}

/** Whether the node asks a person about a call that an AI agent wants to make: n8n then runs it like any other node. */
export const isReview = (context: IExecuteFunctions): boolean => context.getNode().type.endsWith('HitlTool');

/**
 * A named part of the node's context that n8n stores with the execution, to be changed in place: it is there again on Retry
 * On Fail and on Retry. If n8n stores nothing (its own agents), it lasts only for the call.
 */
export function nodeContextPart(context: IExecuteFunctions, name: string): IDataObject {
	return (nodeContextOf(context)[name] ??= {}) as IDataObject;
}

/** The same, but changes are not stored. */
export const copyOfContextPart = (context: IExecuteFunctions, name: string): IDataObject =>
	structuredClone((nodeContextOf(context)[name] ?? {}) as IDataObject);

function nodeContextOf(context: IExecuteFunctions): IDataObject {
	try {
		return context.getContext('node');
	} catch {
		return {};
	}
}

/** What the user chose under Settings → On Error. */
export type ErrorMode = 'stop' | 'continue' | 'errorOutput';

export function errorModeOf(context: IExecuteFunctions): ErrorMode {
	// A model sees all of an item, but only the message of an error
	if (isTool(context)) return context.getNode().onError === 'stopWorkflow' ? 'stop' : 'continue';
	if (!context.continueOnFail()) return 'stop';
	return context.getNode().onError === 'continueErrorOutput' ? 'errorOutput' : 'continue';
}

export interface NodeRun {
	readonly context: IExecuteFunctions;
	readonly mode: ErrorMode;
	readonly labelOf: (field: string) => string;
}

export const CREDENTIAL_TYPE = 'smsMessagingApi';

/** n8n's HTTP helper with the node's credential. @param data the credential, which n8n would decrypt again for each request */
export async function requestWith(
	context: IExecuteFunctions | IPollFunctions,
	data: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): Promise<IN8nHttpFullResponse> {
	return (await context.helpers.httpRequestWithAuthentication.call(
		withoutCancelSignal(context),
		CREDENTIAL_TYPE,
		options,
		{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data } },
	)) as IN8nHttpFullResponse;
}

/**
 * The context as n8n's HTTP helper sees it, without the signal that cuts off requests when an execution is stopped: a send
 * under way has to finish, or nobody knows whether it was accepted.
 */
const withoutCancelSignal = <T extends object>(context: T): T =>
	new Proxy(context, { has: (target, key) => key !== 'getExecutionCancelSignal' && Reflect.has(target, key) });

/** n8n does not promise it: see waiting/engineState.ts. */
export function runExecutionDataOf(context: IExecuteFunctions | IWebhookFunctions): IRunExecutionData | undefined {
	return (context as { runExecutionData?: IRunExecutionData | null }).runExecutionData ?? undefined;
}

type Connections = Record<string, Array<INodeExecutionData[] | null | undefined>> | null | undefined;

const listsIn = (connections: Connections): INodeExecutionData[][] =>
	Object.values(connections ?? {}).flatMap((lists) => lists.filter((list) => list !== null && list !== undefined));

/** The items that the node gets; for a tool, those of its agent. */
export const inputListsOf = (context: IExecuteFunctions): INodeExecutionData[][] =>
	listsIn(context.getExecuteData().data as Connections);

/** The items that the nodes of the execution have output so far, as n8n keeps them, and what agents have given to their tools. */
export function outputListsOf(context: IExecuteFunctions): INodeExecutionData[][] {
	const runs = Object.values(runExecutionDataOf(context)?.resultData.runData ?? {}).flat();
	return runs.flatMap(({ data, inputOverride }) => [...listsIn(data), ...listsIn(inputOverride)]);
}

/** Shown beside the node's output, in the editor and in stored executions. */
export function showHint(context: IExecuteFunctions, message: string, type: 'info' | 'warning' = 'warning'): void {
	context.addExecutionHints({ message: inHtml(message), type, location: 'outputPane' });
}
