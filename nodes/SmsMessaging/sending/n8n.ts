import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { copyOfContextPart, nodeContextPart } from '../n8n/nodeContext';
import type { ErrorMode } from '../output/errorItems';
import { refusingEmptyExpressions } from '../parameters/emptyExpressions';
import type { ReadParameter } from '../parameters/items';
import { labelsIn, type LabelOf } from '../parameters/labels';
import { parameterReader } from '../parameters/parameterReader';
import { bulkIdPrefix } from '../api/bulkIds';
import type { Transport } from '../api/client';
import { isTool, resumeUrlOf, runIndexOf } from '../n8n/execution';
import { host } from '../n8n/host';
import { createTransport } from '../api/transport';
import { runIdentityOf, type RunIdentity } from './plan/identity';

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
