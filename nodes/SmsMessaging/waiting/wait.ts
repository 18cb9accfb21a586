import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';

import type { ServiceFailure } from '../api/failure';
import { withOwn, type Entry } from '../api/entry';
import { delayMs, RETRY_TIMES } from '../api/pacer';
import { judgeLog, surestOf } from '../api/statuses';
import { openService } from '../api/transport';
import { openLedger, runBeganAt } from '../kept/ledger';
import { readLists, type LogsOfIds } from '../logs/listReading';
import { LogReader } from '../logs/logReader';
import { isTool, nodeContextPart, resumeUrlOf, runIndexOf, type NodeRun, showHint } from '../n8n/execution';
import { host } from '../n8n/host';
import { errorItem } from '../output/errorItems';
import { describe, isBlank, type AddFault } from '../parameters/values';
import { identityIn, SHARED_LEDGER } from '../sending/plan/identity';
import type { FixedSettings } from '../sending/send';
import { DAY_MS, HOUR_MS, MINUTE_MS, CLOCK_TOLERANCE_MS } from '../text/dateTime';
import { isBlankId } from '../text/matching';
import { addNoEmptyItem, queueTurnAfterWait, turnOf } from './engineState';
import { resumeAddressOf } from './resumeAddress';
import {
	lookerOf,
	endWait,
	hasEnded,
	keepWait,
	mayBeOfOther,
	openMessages,
	resumeWait,
	betterIn,
	unsureMessages,
	type WaitState,
	type AwaitedMessage,
} from './waitState';

export interface WaitKind<S extends WaitState> {
	send(
		nodeRun: NodeRun,
		ofWait: Pick<FixedSettings, 'notifyUrl' | 'readOfRun'>,
	): Promise<{ found: Omit<S, keyof Common> } | { unsent: INodeExecutionData[] }>;
	/** Changes the state when Retry continues a wait of an earlier execution. */
	resume?(context: IExecuteFunctions, state: S): S;
	isOver(state: S): boolean;
	output(context: IExecuteFunctions, state: S): INodeExecutionData[][];
	/** The outputs of a dry run. */
	outputUnsent(context: IExecuteFunctions, items: INodeExecutionData[]): INodeExecutionData[][];
	/** What to use instead where n8n cannot wait. */
	instead: string;
}

type Common = Omit<WaitState, 'messages' | 'errors' | 'awaitsMore'>;

/**
 * Sends one message per input item, and waits until everything is known that the operation waits for. `takeReports` receives reports in
 * the meantime. In addition, n8n wakes the node at growing intervals to look into the logs, since reports can be missed: n8n
 * refuses them (409) until the wait is stored, and after an error; and the service may be unable to reach the URL at all.
 */
export async function waitFor<S extends WaitState>(
	nodeRun: NodeRun,
	kind: WaitKind<S>,
): Promise<INodeExecutionData[][]> {
	const { context } = nodeRun;
	const state = await begunOrResumed(nodeRun, kind);
	if (state === undefined) return [];
	if ('unsent' in state) {
		addNoEmptyItem(context);
		return state.unsent;
	}
	const isAtLimit = host.now() >= state.deadline;
	const { lookAt = 0, lookedBy } = state;
	const by = lookerOf(context.getExecutionId());
	// To a Retry, and after a restart, reports may have been lost
	if (!kind.isOver(state) && (isAtLimit || host.now() >= lookAt || lookedBy !== by)) {
		const failure = await lookIntoLogs(context, state, isAtLimit);
		Object.assign(state, {
			lookAt: host.now() + delayMs(RETRY_TIMES.waiting, host.now() - state.sentAt),
			lookedBy: by,
		});
		if (isAtLimit && failure !== undefined)
			showHint(
				context,
				`The logs could not be read at the time limit, so what is still open may be final: ${failure.message}`,
			);
	}
	for (const message of state.messages) {
		if (message.atFirst === undefined) continue;
		message.final ??= message.atFirst;
		delete message.atFirst;
	}
	return await waitOrEnd(context, state, kind, isAtLimit);
}

/** Sends or, in a turn after a wait, goes on: n8n was woken by a report or an answer, to look into the logs, or at the time limit. */
async function begunOrResumed<S extends WaitState>(
	nodeRun: NodeRun,
	kind: WaitKind<S>,
): Promise<S | { unsent: INodeExecutionData[][] } | undefined> {
	const { context } = nodeRun;
	const { endedWaitId, canWait } = turnOf(context);
	if (endedWaitId === undefined) return await begin(nodeRun, kind, canWait && !isTool(context));
	const state = resumeWait<S>(context.getContext('node') as IDataObject, endedWaitId);
	if (state !== undefined && hasEnded(state, context.getExecutionId())) return repeated(nodeRun, kind, state);
	return state && (kind.resume?.(context, state) ?? state);
}

/** Instead of what this wait has output before. @throws NodeOperationError with mode 'stop' */
function repeated<S extends WaitState>(
	{ context, mode }: NodeRun,
	kind: WaitKind<S>,
	{ messages }: S,
): { unsent: INodeExecutionData[][] } {
	const error = 'n8n has put this execution back to an earlier state';
	const description =
		'It had gone on after this wait, so what followed would happen again. Retry sends nothing again that was accepted.';
	if (mode === 'stop') throw new NodeOperationError(context.getNode(), error, { description });
	const details = { state: 'unknown', description };
	const items = messages.map(({ itemIndex, destination }) =>
		errorItem(itemIndex, error, { ...destination, ...details }),
	);
	return { unsent: kind.outputUnsent(context, items) };
}

async function waitOrEnd<S extends WaitState>(
	context: IExecuteFunctions,
	state: S,
	kind: WaitKind<S>,
	isAtLimit: boolean,
): Promise<INodeExecutionData[][]> {
	const { waitId, errors, deadline, lookAt = Infinity } = state;
	const nodeContext = context.getContext('node') as IDataObject;
	// If any item is an error item, n8n may run this turn again
	const isRunForGood = errors.length === 0 || context.getNode().retryOnFail !== true;
	const isOver = kind.isOver(state);
	if (!isOver && state.doubt !== undefined) showHint(context, state.doubt);
	if (isOver || isAtLimit) {
		if (isRunForGood) {
			endWait(nodeContext, state, context.getExecutionId());
			forgetRun(context);
		}
		addNoEmptyItem(context);
		return kind.output(context, state);
	}
	keepWait(nodeContext, state);
	queueTurnAfterWait(context, waitId, runIndexOf(context), kind.output(context, state));
	const hasOpen = openMessages(state.messages).length > 0;
	await context.putExecutionToWait(new Date(Math.min(deadline, hasOpen ? lookAt : Infinity)));
	if (isRunForGood) forgetRun(context);
	return [];
}

/** The record of what was sent is no longer needed for Retry On Fail. */
function forgetRun(context: IExecuteFunctions): void {
	const { ledgerName, runIndex } = identityIn(context);
	openLedger(nodeContextPart(context, ledgerName), runIndex).drop();
}

async function begin<S extends WaitState>(
	nodeRun: NodeRun,
	kind: WaitKind<S>,
	canWait: boolean,
): Promise<S | { unsent: INodeExecutionData[][] }> {
	const { context } = nodeRun;
	if (!canWait) {
		throw new NodeOperationError(
			context.getNode(),
			'n8n cannot wait in a tool of an AI agent, or where it stores no execution',
			{
				description: `Nothing was sent. ${kind.instead}`,
			},
		);
	}
	let limitMs = 0;
	const readOfRun: FixedSettings['readOfRun'] = (read, addFault, requireSame) => {
		requireSame(['timeLimit', 'timeLimitUnit'], addFault);
		limitMs = readTimeLimit(read, addFault);
	};
	const { notifyUrl, doubt } = resumeAddressOf(context, await openService(context));
	// A Retry waits for what the first try has sent
	const beganAt = runBeganAt(nodeContextPart(context, SHARED_LEDGER), runIndexOf(context)) ?? host.now();
	const sent = await kind.send(nodeRun, { notifyUrl, readOfRun });
	if ('unsent' in sent) return { unsent: kind.outputUnsent(context, sent.unsent) };
	const { found } = sent;
	const { messages } = found as unknown as Pick<S, 'messages'>;
	const sentAt = host.now();
	const latest = openMessages(messages).reduce(
		(time, { dueAt }) => Math.max(time, dueAt === undefined ? 0 : Date.parse(dueAt)),
		sentAt,
	);
	const waitId = host.randomHex(8);
	const common: Common = { waitId, round: 0, processId: '', beganAt, sentAt, deadline: latest + limitMs, doubt };
	return { ...common, ...found } as S;
}

const UNITS_MS = { minutes: MINUTE_MS, hours: HOUR_MS, days: DAY_MS } as const;
const DEFAULT_LIMIT = 1;
const DEFAULT_UNIT = 'hours';
/** Far longer than services keep a message; a date too late for a database would leave the execution waiting forever. */
const MAX_MS = 365 * UNITS_MS.days;

export const timeLimitFields: INodeProperties[] = [
	{
		displayName: 'Time Limit',
		name: 'timeLimit',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_LIMIT,
		description:
			'How long to wait for the final status of all messages, after sending or after the latest Send At. Then the workflow continues with what is known. n8n checks the time about once a minute.',
	},
	{
		displayName: 'Time Limit Unit',
		name: 'timeLimitUnit',
		type: 'options',
		options: [
			{ name: 'Days', value: 'days' },
			{ name: 'Hours', value: 'hours' },
			{ name: 'Minutes', value: 'minutes' },
		],
		default: DEFAULT_UNIT,
		description: 'Unit of the time limit',
	},
];

/** The time limit of the run in milliseconds. */
export function readTimeLimit(read: (name: string) => unknown, addFault: AddFault): number {
	const limit = read('timeLimit');
	const unit = read('timeLimitUnit');
	const isAmount = typeof limit === 'number' || typeof limit === 'string';
	const number = isBlank(limit) ? DEFAULT_LIMIT : isAmount ? Number(limit) : NaN;
	const name = isBlank(unit) ? DEFAULT_UNIT : String(unit);
	const unitMs = Object.hasOwn(UNITS_MS, name) ? UNITS_MS[name as keyof typeof UNITS_MS] : undefined;
	if (unitMs === undefined) addFault('timeLimitUnit', `is ${describe(unit)}, but must be minutes, hours or days`);
	const ms = number * (unitMs ?? 0);
	if (!(number > 0) || ms > MAX_MS)
		addFault('timeLimit', `is ${describe(limit)}, but must be more than 0 and at most a year`);
	return ms;
}

/** More would take too many calls at once; the rest is asked for on later looks. */
const MAX_MESSAGES_PER_LOOK = 1000;
const LOOK_TIMEOUT_MS = 10_000;

/** The last look is tried again. */
const LAST_LOOK = { patienceMs: MINUTE_MS, triesIfUnclear: RETRY_TIMES.unclearAnswers.logs };
/** If it fails, the next look asks again. */
const OTHER_LOOK = { patienceMs: 0, triesIfUnclear: 1 };

/** Looks for the statuses of messages that may still get another one: different messages on each look, and all of them on the last one. */
async function lookIntoLogs(
	context: IExecuteFunctions,
	state: WaitState,
	isLast: boolean,
): Promise<ServiceFailure | undefined> {
	const service = await openService(context, resumeUrlOf(context));
	const open = unsureMessages(state.messages);
	const first = (state.round * MAX_MESSAGES_PER_LOOK) % Math.max(open.length, 1);
	const looked = isLast ? open : [...open.slice(first), ...open.slice(0, first)].slice(0, MAX_MESSAGES_PER_LOOK);
	const ofId = new Map(looked.map((message) => [message.destination.messageId, message]));
	const request = { timeoutMs: LOOK_TIMEOUT_MS };
	const tries = isLast ? LAST_LOOK : OTHER_LOOK;
	const reader = new LogReader(service, { ...tries, request }, context.getExecutionCancelSignal());
	const take = ({ ids, entriesOf }: LogsOfIds) => {
		for (const id of ids) takeLogs(ofId.get(id)!, entriesOf.get(id) ?? [], state);
	};
	return await readLists(reader, ofId.keys(), () => undefined, take);
}

function takeLogs(message: AwaitedMessage, logs: Entry[], { beganAt = Infinity }: WaitState): void {
	const isOfMessage = (log: Entry) => !mayBeOfOther(log, message) || isOfRequest(log);
	const isOfRequest = ({ bulkId, sentAt = -Infinity }: Entry) =>
		isBlankId(bulkId) ? sentAt >= beganAt - CLOCK_TOLERANCE_MS : bulkId === message.accepted.bulkId;
	const entry = surestOf(logs.filter(isOfMessage));
	// A rejection of a known ID is not about the message that has the ID
	if (entry !== undefined && judgeLog(entry) !== 'duplicate')
		Object.assign(message, betterIn('log', withOwn(entry, { to: message.destination.to }), message));
}
