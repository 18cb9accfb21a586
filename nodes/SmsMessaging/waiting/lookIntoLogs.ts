import { withOwn, type Entry } from '../api/entry';
import type { Service } from '../api/client';
import { judgeLog, surestOf } from '../api/statuses';
import { idLists, readList } from '../logs/listReading';
import { LogReader } from '../logs/logReader';
import { host } from '../n8n/host';
import { CLOCK_TOLERANCE_MS } from '../text/dateTime';
import { isBlankId } from '../text/matching';
import { betterIn, unsureMessages, type AwaitedMessage, type WaitState } from './waitState';

/** More would take too many calls at once; the rest is asked for on later looks. */
const MAX_MESSAGES_PER_LOOK = 1000;
const LOOK_TIMEOUT_MS = 10_000;

/** Looks for the statuses of messages that may still get another one: different messages on each look, and all of them on the last one. */
export async function lookIntoLogs(state: WaitState, service: Service): Promise<void> {
	const open = unsureMessages(state.messages);
	const first = (state.round * MAX_MESSAGES_PER_LOOK) % Math.max(open.length, 1);
	const looked =
		host.now() >= state.deadline
			? open
			: [...open.slice(first), ...open.slice(0, first)].slice(0, MAX_MESSAGES_PER_LOOK);
	const ofId = new Map(looked.map((message) => [message.destination.messageId, message]));
	const request = { timeoutMs: LOOK_TIMEOUT_MS };
	const reader = new LogReader(service, { patienceMs: 0, triesIfUnclear: 1, request }, undefined);
	for (const list of idLists(ofId.keys())) {
		const failure = await readList(
			reader,
			list,
			() => undefined,
			({ ids, entriesOf }) => {
				for (const id of ids) takeLogs(ofId.get(id)!, entriesOf.get(id) ?? [], state);
			},
		);
		// The next look asks again
		if (failure !== undefined) return;
	}
}

function takeLogs(message: AwaitedMessage, logs: Entry[], { beganAt = Infinity }: WaitState): void {
	// Other executions may have used an ID of the user
	const isOfMessage = ({ bulkId, sentAt = -Infinity }: Entry) =>
		message.hasOwnId !== true ||
		(isBlankId(bulkId) ? sentAt >= beganAt - CLOCK_TOLERANCE_MS : bulkId === message.accepted.bulkId);
	const entry = surestOf(logs.filter(isOfMessage));
	// A rejection of a known ID is not about the message that has the ID
	if (entry !== undefined && judgeLog(entry) !== 'duplicate')
		Object.assign(message, betterIn('log', withOwn(entry, { to: message.destination.to }), message));
}
