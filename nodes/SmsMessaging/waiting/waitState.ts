import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { keptEntry, type Entry } from '../api/entry';
import type { Destination } from '../api/message';
import { isKnownGroup } from '../api/statuses';
import type { EntryKey } from '../entries/presentEntry';
import { host, remembered } from '../n8n/host';

/** The part of the node's context that contains the wait. */
const PART = 'wait';

/** Where a final status was found, and the whole entry (interface: SentSMSReport, SentSMSLog, SMSResponseDetails). */
interface FinalEntry {
	key: EntryKey;
	entry: Entry;
}

/** A message that the service accepted, or rejected in its answer. */
export interface AwaitedMessage {
	itemIndex: number;
	/** With the message ID that the service uses. */
	destination: Destination;
	/** Set if the user chose its ID, which other executions may have used too. */
	hasOwnId?: true;
	/** The item's json as output by Send Text: used until a final status is known. */
	accepted: IDataObject;
	/** Fields that the node itself adds: no report or log contains them. */
	added?: IDataObject;
	/** The fields of its input item, with Include Input Fields. */
	input?: IDataObject;
	/** The items of destinations skipped because this message goes to their number; they are output with it. */
	skipped?: INodeExecutionData[];
	/** As sent. */
	callbackData?: string;
	/** Its final status. */
	final?: FinalEntry;
}

/** What the node keeps with a waiting execution. Times in milliseconds since the epoch. */
export interface WaitState {
	/** Distinguishes this wait from others in the same execution, for example in a loop. */
	waitId: string;
	/** How many times the execution has started to wait. */
	round: number;
	/** The n8n process that started this round. */
	processId: string;
	/** When the messages began to be sent, and when they were. */
	beganAt?: number;
	sentAt: number;
	deadline: number;
	messages: AwaitedMessage[];
	/** Error items. */
	errors: INodeExecutionData[];
	/** Why reports may not arrive, for a hint. */
	doubt?: string;
	/** Set if final statuses of all messages do not end the wait. */
	awaitsMore?: true;
	/** Set if what woke the execution is not in the logs. */
	skipsLook?: true;
}

/** @param nodeContext what n8n keeps for this node with the execution */
export function keepWait(nodeContext: IDataObject, state: WaitState): void {
	nodeContext[PART] = state as unknown as IDataObject;
}

export function findWait<S extends WaitState>(nodeContext: IDataObject | undefined): S | undefined {
	const state = nodeContext?.[PART] as unknown as S | undefined;
	for (const { final } of state?.messages ?? []) if (final !== undefined) final.entry = keptEntry(final.entry);
	return state;
}

export function dropWait(nodeContext: IDataObject): void {
	delete nodeContext[PART];
}

/** An unknown group may be final, but a known final status that comes later says more. */
export function isMessageSettled({ final }: AwaitedMessage): boolean {
	if (final === undefined) return false;
	const { hasStatus, statusGroup } = final.entry;
	return !hasStatus || isKnownGroup(statusGroup);
}

export function openMessages({ messages }: Pick<WaitState, 'messages'>): AwaitedMessage[] {
	return messages.filter(({ final }) => final === undefined);
}

/** Distinguishes the n8n processes that run this package; a new one after every start. */
export const processId = (): string => remembered('process ID', () => host.randomHex(8));
