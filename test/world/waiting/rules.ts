import type { IDataObject } from 'n8n-workflow';

import { expectedStatus } from '../http/bodies';
import { TOKEN } from '../execution';
import type { Try } from '../http/sender';
import { SECRET } from '../sending/network';
import type { StoredMessage } from '../sending/service';
import { silence, violations, type Broken, type Violation } from '../world';
import type { Life, LivedLife, ReportTry } from './life';
import type { Came, Execution, WaitHandling } from './n8n';

/** Timeout of a body. */
const LONGEST_READING_MS = 10_000;
const MARGIN_MS = 5000;
/** n8n checks waits once a minute. */
const TRACKER_MS = 60_000;
/** What the logs cannot be asked at the time limit is asked again. */
const LAST_LOOK_MS = 60_000;
/** Time for another run of the node to send, with its pauses and look-ups. */
const SENDING_MS = 300_000;

/** A life in which anything is sent to the executions that wait. */
type Tried = Omit<LivedLife, 'tries'> & { tries: Array<Try<WaitHandling>> };

/** The invariants. */
export function violationsOf(lived: LivedLife): Violation[] {
	return violations({
		truth: [truth(lived)],
		kept: [kept(lived)],
		known: [known(lived)],
		patient: [patient(lived)],
		once: [once(lived)],
		complete: [complete(lived)],
		bounded: [bounded(lived)],
		answers: [answers(lived)],
		silence: [silence(saidIn(lived), [SECRET, TOKEN])],
	});
}

/** Executions that ended by themselves; not those in which n8n skipped the node, as its page says. */
export const succeeded = ({ n8n }: LivedLife) =>
	n8n.executions.filter(({ status, isPassedOver }) => status === 'success' && !isPassedOver);
export const nameOf = ({ id }: Execution) => `execution ${id}`;
const toOf = ({ item: { json } }: Came) => String((json.details as IDataObject | undefined)?.to ?? json.to);
const isUnconfirmed = ({ item: { json } }: Came) => json.status === 'EXPIRED_DLR_UNKNOWN';
const isError = ({ item: { json } }: Came) => json.error !== undefined;
/** The status group of an item; the names of statuses start with it, and a service may omit the group itself. */
const groupOf = ({ item: { json } }: Came) => String(json.status ?? '').split('_')[0]!;

/** Whether an item shows the message's own ID. */
const isOf = (came: Came, { messageId, to }: StoredMessage) =>
	to === toOf(came) && messageId === String(came.item.json.messageId);

/** Which of the service's messages an item may belong to; if the service uses its own ID, all to that number. */
function messagesOf({ service }: LivedLife, came: Came): StoredMessage[] {
	const named = service.accepted.filter((message) => isOf(came, message));
	return named.length > 0 ? named : service.accepted.filter(({ to }) => to === toOf(came));
}

/** A message reported as delivered or failed was so at the service, and its item is at the right output. */
function* truth(lived: LivedLife): Broken {
	const { service, life } = lived;
	const hasOwnIds = life.rounds
		.flat()
		.some(({ destinations }) => destinations.some(({ messageId }) => messageId !== undefined));
	for (const execution of succeeded(lived)) {
		for (const came of execution.data.resultData.came) {
			const what = `${nameOf(execution)}: output ${came.output}: ${JSON.stringify(came.item.json)}`;
			if (isError(came)) {
				const { state } = came.item.json.details as { state?: string };
				const right =
					life.onError === 'continueErrorOutput'
						? outputCountOf(life)
						: life.outputs === 'one'
							? 0
							: state === 'unknown'
								? 2
								: 1;
				if (came.output !== right) yield ['an error item at another output', what];
				continue;
			}
			const states = messagesOf(lived, came).map((message) => service.statusOf(message, execution.endedAt!).groupName);
			const group = groupOf(came);
			const isDelivered = group === 'DELIVERED';
			const isFailed = ['UNDELIVERABLE', 'EXPIRED', 'REJECTED'].includes(group) && !isUnconfirmed(came);
			if (isDelivered && !states.includes('DELIVERED')) yield ['delivered, but it is not', what];
			// The service does not store what its answer rejected, except for another message with the same ID
			const isRejected =
				group === 'REJECTED' &&
				(states.length === 0 || (hasOwnIds && String(came.item.json.status).includes('DUPLICATE')));
			if (isFailed && !states.includes(group) && !isRejected) yield ['failed, but it is not', what];
			if (life.outputs === 'three' && came.output !== (isDelivered ? 0 : isFailed ? 1 : 2))
				yield ['at another output than its status says', what];
		}
	}
}

const outputCountOf = ({ outputs }: Life) => (outputs === 'three' ? 3 : 1);

/** A final report that was answered 200 shows when the wait ends; after a kill, only if the logs repeat it. */
function* kept(lived: LivedLife): Broken {
	const { life, tries, n8n, service } = lived;
	for (const execution of succeeded(lived)) {
		const chain = chainOf(execution, n8n.executions).map(({ id }) => id);
		const { came } = execution.data.resultData;
		for (const one of tries) {
			const { answered, execution: id } = one.handling ?? {};
			if (id === undefined || answered?.status !== 200 || !chain.includes(id) || answered.at > execution.endedAt!)
				continue;
			const isKilledSince = n8n.killedAt.some((at) => at >= answered.at && at <= execution.endedAt!);
			for (const { message, status, isFinal } of one.reports) {
				// One ID shared by several messages
				if (!isFinal || service.accepted.some((other) => other !== message && other.messageId === message.messageId))
					continue;
				if (isKilledSince && !logsTell(life)) continue;
				// Items output before then were no longer awaited
				const items = came.filter((item) => item.at > answered.at && !isError(item) && isOf(item, message));
				const isLess = (item: Came) =>
					['', 'PENDING', 'ACCEPTED'].includes(groupOf(item)) ||
					(['DELIVERED', 'UNDELIVERABLE', 'REJECTED'].includes(status) &&
						(groupOf(item) === 'PARKED' || isUnconfirmed(item)));
				const isShown = !items.some(isLess);
				if (!isShown)
					yield [
						`a final report was answered 200, and does not show${isKilledSince ? ' after a kill' : ''}`,
						`${nameOf(execution)}: ${message.messageId} ${status} at ${answered.at} ms: ${JSON.stringify(items)}`,
					];
			}
		}
	}
}

/** A message without a final status has none in the logs, which are read at the time limit; one that an answer cannot have said comes with all that the logs or a report say. */
function* known(lived: LivedLife): Broken {
	const { life, service } = lived;
	const { earlier, logs } = life.nature;
	if (!areReadable(life) || life.skews.length > 0) return;
	for (const execution of succeeded(lived))
		for (const came of execution.data.resultData.came) {
			const isOpen = ['', 'PENDING', 'ACCEPTED'].includes(groupOf(came));
			const message = service.accepted.find((one) => isOf(came, one));
			if (isError(came) || message === undefined) continue;
			const { messageId, to } = message;
			const isShared = service.accepted.some((other) => other !== message && other.messageId === messageId);
			const isEarlier = earlier.some((other) => other.messageId === messageId && other.to === to);
			if (isShared || (isEarlier && logs.bulkIds !== 'ours')) continue;
			const isOfAnswer = came.item.json.response !== undefined;
			if (isOfAnswer && ['DELIVERED', 'UNDELIVERABLE', 'EXPIRED'].includes(groupOf(came)))
				yield ['a final status without what the logs say', JSON.stringify(came.item.json)];
			if (!isOpen) continue;
			const { groupId, groupName } = service.statusOf(message, came.at - logs.lagMs - MARGIN_MS);
			const what = `${nameOf(execution)}: ${messageId} ${groupName}: ${JSON.stringify(came.item.json)}`;
			if ([2, 3, 4, 5].includes(groupId)) yield ['no final status, though the logs show one', what];
		}
}

/** A status of an unknown group does not end a wait before its time limit. */
function* patient(lived: LivedLife): Broken {
	const { life } = lived;
	if (life.skews.length > 0) return;
	const sentAt = (came: Came) => Math.min(...messagesOf(lived, came).map(({ acceptedAt }) => acceptedAt));
	// n8n adds what the node had output before the wait to an error item
	for (const came of succeeded(lived).flatMap(({ data }) => data.resultData.came))
		if (!isError(came) && groupOf(came) === 'PARKED' && came.at < sentAt(came) + life.limitMinutes * 60_000)
			yield ['an unknown status ends a wait', JSON.stringify(came)];
}

const logsTell = (life: Life) => life.nature.logs.lagMs === 0 && areReadable(life);

function areReadable({ nature: { logs }, faults, forgetsAfterMs }: Life): boolean {
	return logs.cap >= 1000 && logs.knowsLists && faults.looks.length === 0 && forgetsAfterMs === undefined;
}

/** The execution together with those that it is a Retry of. */
export function chainOf(execution: Execution, all: Execution[]): Execution[] {
	const before = all.find(({ id }) => id === execution.retryOf);
	return before === undefined ? [execution] : [execution, ...chainOf(before, all)];
}

/** Waking up sends nothing, and nothing is sent twice if the service checks IDs, or nothing goes wrong with sending. */
export function* once({ life, n8n, service }: LivedLife): Broken {
	if (n8n.sentAfterWait.length > 0) yield ['sent by going on after a wait', `at ${n8n.sentAfterWait.join(', ')} ms`];
	const isQuiet = life.faults.sends.length === 0 && n8n.executions.length === 1;
	if (!isQuiet && !life.nature.checksIds) return;
	const wanted = life.rounds
		.flat()
		.flatMap(({ destinations, content }) => destinations.map(({ to }) => `${to} ${content}`));
	// The link of a question has a line of its own
	for (const [name, messages] of Map.groupBy(
		service.accepted,
		({ to, content }) => `${to} ${content.split('\n')[0]}`,
	)) {
		const count = wanted.filter((one) => one === name).length;
		if (messages.length > count)
			yield [
				`accepted twice, though ${isQuiet ? 'nothing went wrong' : 'the service checks IDs'}`,
				`${name}: ${messages.length} times for ${count}`,
			];
	}
}

/** Every destination of every item is output exactly once, paired with its item. */
function* complete(lived: LivedLife): Broken {
	const { life } = lived;
	for (const execution of succeeded(lived)) {
		const { came } = execution.data.resultData;
		const said = came
			.filter(({ item: { json } }) => Object.keys(json).length > 0)
			.map(
				(one) =>
					`round ${one.runIndex}, item ${(one.item.pairedItem as { item?: number } | undefined)?.item} to ${toOf(one)}`,
			);
		const wanted = life.rounds.flatMap((rows, round) =>
			rows.flatMap(({ destinations }, item) => destinations.map(({ to }) => `round ${round}, item ${item} to ${to}`)),
		);
		if (said.toSorted().join('; ') !== wanted.toSorted().join('; '))
			yield ['not each destination once', `${nameOf(execution)}: ${said.join('; ')} instead of ${wanted.join('; ')}`];
		if (came.some(({ output }) => output > outputCountOf(life)))
			yield ['an output that is not there', nameOf(execution)];
	}
}

/** A wait ends at its time limit at the latest, and soon after the last final report. No push hangs. */
export function* bounded({ life, n8n, network, tries, endedAt }: Tried): Broken {
	const sendingMs = life.rounds.length > 1 ? SENDING_MS : 0;
	const skewMs = life.skews.reduce((sum, { byMs }) => sum + Math.abs(byMs), 0);
	for (const execution of n8n.executions) {
		const { waits, status } = execution;
		if (status === 'running' || status === 'waiting')
			yield ['an execution does not end', `${nameOf(execution)}: ${status}`];
		const end = execution.endedAt ?? endedAt;
		const last = waits.at(-1);
		if (last === undefined) continue;
		const first = waits.find(({ deadline }) => deadline === last.deadline)!;
		const down = n8n.killedAt.filter((at) => at >= first.at).map((at) => at + life.engine.restartMs);
		const busy = network.exchanges
			.filter(({ at }) => at >= first.at)
			.reduce((sum, exchange) => sum + (exchange.endedAt ?? end) - exchange.at, 0);
		const limit = Math.max(first.at + life.limitMinutes * 60_000, ...down) + skewMs;
		const latest = limit + TRACKER_MS + sendingMs + busy + LAST_LOOK_MS + 2 * life.engine.storeMs + MARGIN_MS;
		if (end > latest)
			yield ['it waits longer than its time limit', `${nameOf(execution)}: until ${end} ms instead of ${latest}`];
		for (const one of tries) {
			const { handling } = one;
			if (
				handling?.execution !== execution.id ||
				handling.answered?.status !== 200 ||
				handling.answered.answer.open !== 0
			)
				continue;
			const { at } = handling.answered;
			const isDisturbed =
				life.engine.storings.some((storing) => storing?.ends === 'failed' || storing?.killed !== undefined) ||
				n8n.killedAt.some((killed) => killed >= handling.beganAt);
			// The latest wait continues, though no message is awaited any more
			if (
				!isDisturbed &&
				status === 'success' &&
				last.at < at &&
				end > at + sendingMs + busy + 2 * life.engine.storeMs + longestStoring(life) + MARGIN_MS
			)
				yield ['no message is open, and yet it waits', `${nameOf(execution)}: from ${at} to ${end} ms`];
		}
	}
	for (const one of tries) {
		const { handling, bodyEndedAt = Infinity } = one;
		if (handling === undefined) continue;
		const died = n8n.killedAt[handling.process - 1] ?? endedAt;
		const { beganAt } = handling;
		const latest = Math.min(Math.max(bodyEndedAt, beganAt), beganAt + LONGEST_READING_MS) + MARGIN_MS;
		if ((handling.settledAt ?? Infinity) > latest && died > latest)
			yield ['a push hangs', `from ${beganAt} to ${handling.settledAt} ms`];
	}
}

const longestStoring = ({ engine: { storings } }: Life) => Math.max(0, ...storings.map((storing) => storing?.ms ?? 0));

/** Every push gets the correct answer. */
function* answers({ tries }: LivedLife): Broken {
	for (const one of tries) {
		const { handling } = one;
		if (handling === undefined) continue;
		const when = `at ${one.at} ms`;
		if (handling.thrown !== undefined) yield ['webhook() threw', `${when}: ${handling.thrown}`];
		if (handling.isReadByN8n) yield ['n8n reads the body by its own parsers', when];
		if (handling.isEarly && handling.resumed) yield ['an execution goes on before n8n has started', when];
		const { answered } = handling;
		if (answered === undefined || handling.isOfN8n) continue;
		const expected = expectationOf(one);
		if (!expected.includes(answered.status))
			yield [
				`answered ${answered.status} instead of ${expected.join(' or ')}`,
				`${when}: ${JSON.stringify(answered.answer)}`,
			];
	}
}

function expectationOf({ isBodyWhole, bodyEndedAt, handling, writing }: ReportTry): number[] {
	const { at, isSenderThere } = handling!.answered!;
	// n8n may have stored no wait for a crashed execution
	if (handling!.knowsNoWait) return [500];
	if (handling!.isEarly) return [503];
	if (!isBodyWhole || bodyEndedAt! > at) return [400, 408];
	const status = expectedStatus(writing);
	return [...(status === 200 ? [200, 503] : [status]), ...(isSenderThere ? [] : [400])];
}

/** Everything that an execution or an answer shows. */
export const saidIn = ({ n8n, tries }: Pick<Tried, 'n8n' | 'tries'>): string[] => [
	JSON.stringify([
		n8n.executions.map(({ data: { resultData } }) => resultData),
		tries.map(({ handling }) => handling?.answered?.answer),
		n8n.logged,
	]),
];
