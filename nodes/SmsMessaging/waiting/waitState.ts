import type { IDataObject, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { keptEntry, type Entry } from '../api/entry';
import type { Destination } from '../api/message';
import { fateOf, isSettled, judgeLog, replaces } from '../api/statuses';
import type { EntryKey } from '../entries/presentEntry';
import { host, remembered } from '../n8n/host';

/** A person's answer: the text, or the label of the button; and its time, in milliseconds since the epoch. */
export interface Answer {
	answer: string;
	approved?: boolean;
	at: number;
}

/** A message that the service accepted, or rejected in its answer. */
export interface AwaitedMessage {
	itemIndex: number;
	/** With the message ID that the service uses. */
	destination: Destination;
	/** Set if the user chose its ID, which other executions may have used too; 'once': for this very message. */
	hasOwnId?: true | 'once';
	/** Set if it was not sent, so that no status follows. */
	isUnsent?: true;
	/** The item's json as output by Send Text: used until more is known. */
	accepted: IDataObject;
	/** When it is due, if that is later: ISO 8601 with an offset. */
	dueAt?: string;
	/** The fields of its input item, with Include Input Fields. */
	input?: IDataObject;
	/** The items of destinations skipped because this message goes to their number; they are output with it. */
	skipped?: INodeExecutionData[];
	callbackData?: string;
	/** Its final status as known when it was sent, without times and price: it counts if the first look into the logs says no more. */
	atFirst?: Final;
	/** Its final status, or one of a group that the node does not know, until a final one comes. */
	final?: Final;
	/** Of a question. */
	answer?: Answer;
}

/** The entry with the status (interface: SentSMSReport, SentSMSLog, SMSResponseDetails). */
interface Final {
	key: EntryKey;
	entry: Entry;
}

/** What the node keeps with a waiting execution. Times in milliseconds since the epoch. */
export interface WaitState {
	/** Distinguishes this wait from others in the same execution, for example in a loop. */
	waitId: string;
	/** How many times the execution has started to wait; when it last did, and in which n8n process. */
	round: number;
	roundAt?: number;
	processId: string;
	/** When the messages began to be sent, and when they were. */
	beganAt?: number;
	sentAt: number;
	deadline: number;
	/** When the next look into the logs is due. */
	lookAt?: number;
	/** Which execution has looked, in which n8n process. */
	lookedBy?: string;
	messages: AwaitedMessage[];
	errors: INodeExecutionData[];
	/** Why reports may not arrive, for a hint. */
	doubt?: string;
	/** Set if final statuses of all messages do not end the wait. */
	awaitsMore?: true;
}

/** Whether an entry under its ID may be about a request of another execution. That the ID is sent once does not make a rejection its own. */
export const mayBeOfOther = (entry: Entry, { hasOwnId }: AwaitedMessage): boolean =>
	hasOwnId === true || (hasOwnId === 'once' && ['refused', 'duplicate'].includes(judgeLog(entry)));

/** The entry, if it says more of a message than that it is under way. */
export const finalIn = (key: EntryKey, entry: Entry): { final?: Final } =>
	['underWay', undefined].includes(fateOf(entry)) ? {} : { final: { key, entry } };

/** The same, if it takes the place of what is known. */
export const betterIn = (key: EntryKey, entry: Entry, { final, isUnsent }: AwaitedMessage): { final?: Final } =>
	isUnsent !== true && replaces(entry, final?.entry) ? finalIn(key, entry) : {};

export const openMessages = <M extends AwaitedMessage>(messages: readonly M[]): M[] =>
	messages.filter(({ final, isUnsent }) => isUnsent !== true && !(final !== undefined && isSettled(final.entry)));

/** The messages whose status may still be replaced: besides the open ones, those that were perhaps delivered. */
export const unsureMessages = <M extends AwaitedMessage>(messages: readonly M[]): M[] =>
	messages.filter(
		({ final, isUnsent }) =>
			isUnsent !== true && !['delivered', 'failed'].includes((final && fateOf(final.entry)) ?? ''),
	);

const PART = 'wait';

/** The wait as n8n has stored it. @param nodeContext what n8n keeps for this node with the execution */
export function findWait<S extends WaitState>(nodeContext: IDataObject | undefined): S | undefined {
	const state = nodeContext?.[PART] as unknown as S | undefined;
	for (const { final } of state?.messages ?? []) if (final !== undefined) final.entry = keptEntry(final.entry);
	return state;
}

/**
 * What this process knows of a wait besides what n8n has stored. n8n stores nothing of reports that do not wake the execution. With a limit
 * of concurrent executions, it reads an execution, has it wait for its turn, and may then overwrite what was stored in the meantime.
 */
interface Memory {
	/** Reports by the message's index in the wait. */
	reports: Map<number, Entry>;
	/** Answers that the execution was woken with, likewise. */
	answers: Map<number, Answer>;
	/** The last round that the execution has left, or is about to. */
	left: { round: number };
	/** Until when it is kept, in milliseconds since the epoch. */
	until: number;
}

/** A request can reach the node this long after n8n read the execution for it, even though the wait has ended since. */
const LATEST_MS = 60_000;
/** How many ended waits are remembered, in case n8n resumes an execution from a copy that it read before. */
const MOST_ENDED = 1000;
/** What wakes an execution must arrive within this time: n8n's view of the execution goes stale, unnoticed in queue mode. */
const LONGEST_READING_MS = 5000;

/** Distinguishes the n8n processes that run this package; a new one after every start. */
const processId = (): string => remembered('process ID', () => host.randomHex(8));

export const lookerOf = (executionId: string): string => `${executionId} ${processId()}`;

const memories = () => remembered('waits', () => new Map<string, Memory>());
/** Who has ended a wait, and its answers for a Retry; the latest ones last. */
const endedWaits = () =>
	remembered('ended waits', () => new Map<string, Pick<Memory, 'answers'> & { executionId: string }>());

function memoryOf({ waitId, deadline }: WaitState): Memory {
	const now = host.now();
	const known = memories().get(waitId);
	if (known === undefined) for (const [id, { until }] of memories()) if (until < now) memories().delete(id);
	const answers = endedWaits().get(waitId)?.answers ?? new Map<number, Answer>();
	const memory = known ?? { reports: new Map(), answers, left: { round: 0 }, until: 0 };
	memory.until = Math.max(memory.until, Math.max(deadline, now) + LATEST_MS);
	memories().set(waitId, memory);
	return memory;
}

/** The execution goes on. @returns what is known of the wait; undefined if it is over, or another one */
export function resumeWait<S extends WaitState>(nodeContext: IDataObject, waitId: string): S | undefined {
	const wait = findWait<S>(nodeContext);
	if (wait?.waitId !== waitId) return undefined;
	const memory = memoryOf(wait);
	const round = Math.max(wait.round, memory.left.round);
	memory.left = { round };
	return withNews({ ...wait, round });
}

/** Whether the execution has gone on after this wait already: n8n has put it back to an earlier state, and would repeat what followed. */
export const hasEnded = (wait: WaitState, executionId: string): boolean =>
	endedWaits().get(wait.waitId)?.executionId === executionId;

export function keepWait(nodeContext: IDataObject, wait: WaitState): void {
	const next: WaitState = { ...wait, round: wait.round + 1, roundAt: host.now(), processId: processId() };
	nodeContext[PART] = next as unknown as IDataObject;
}

/** The final reports that this process has received, by the message's index in the wait; more are put there. */
export const reportsOf = (wait: WaitState): Map<number, Entry> => memoryOf(wait).reports;

/** The wait with the reports and answers that n8n has not stored, or has overwritten. */
export function withNews<S extends WaitState>(wait: S): S {
	const { reports, answers } = memoryOf(wait);
	const messages = wait.messages.map((message, place) => {
		const report = reports.get(place);
		const answer = message.answer ?? answers.get(place);
		if (report === undefined && answer === message.answer) return message;
		return { ...message, ...(answer && { answer }), ...(report && betterIn('report', report, message)) };
	});
	return { ...wait, messages };
}

export function endWait(nodeContext: IDataObject, { waitId }: WaitState, executionId: string): void {
	delete nodeContext[PART];
	const memory = memories().get(waitId);
	if (memory !== undefined) memory.until = host.now() + LATEST_MS;
	const ended = endedWaits();
	ended.set(waitId, { executionId, answers: memory?.answers ?? new Map() });
	if (ended.size > MOST_ENDED) ended.delete(ended.keys().next().value!);
}

/** Whether another process goes on with the execution, and does not see what this one has noted. */
export const isOfOtherProcess = (wait: WaitState): boolean => wait.processId !== processId();

/** Whether the execution went on, or is about to: n8n would reset it to an earlier state, and repeat everything it has done since. */
export const isGoingOn = (wait: WaitState): boolean => memoryOf(wait).left.round >= wait.round;

/** @param beganAt when the request arrived, on the monotonic clock */
export const tookTooLong = (beganAt: number): boolean => host.elapsed() - beganAt > LONGEST_READING_MS;

/**
 * Has the webhook wake the execution with what is known now; n8n stores it before it answers 200.
 * @param nodeContext what n8n keeps for the node with the execution
 */
export function wakeWith(context: IWebhookFunctions, nodeContext: IDataObject, known: WaitState): void {
	const memory = memoryOf(known);
	const before = memory.left;
	const left = { round: known.round };
	memory.left = left;
	const response = context.getResponseObject();
	// A sender that is gone does not affect this
	response.once('prefinish', () => {
		// It did not go on after all: the sender tries again, or another one comes
		if (response.statusCode !== 200 && memory.left === left) memory.left = before;
		if (response.statusCode !== 200) return;
		for (const [place, { final, answer }] of known.messages.entries()) {
			if (final !== undefined && memory.reports.get(place) === final.entry) memory.reports.delete(place);
			if (answer !== undefined) memory.answers.set(place, answer);
		}
	});
	nodeContext[PART] = known as unknown as IDataObject;
}
