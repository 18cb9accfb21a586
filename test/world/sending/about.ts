import type { LivedExecution, LivedLife, Life, Target } from './life';
import { byPlace, placeOf, saidBy, type Said } from './said';
import { REFUSED_NUMBER_END, REFUSED_TEXT_START, REJECTED_NUMBER_END, type StoredMessage } from './service';

/** What rules ask about a life. */

/** What an execution says of these targets. */
export const saidOf = (execution: LivedExecution, targets: Target[]): Said[] =>
	[...new Set(targets.map(placeOf))].flatMap((place) => saidIn(execution).get(place) ?? []);

/** About each place. Most rules ask, so each is read once. */
function saidIn(execution: LivedExecution): Map<string, Said[]> {
	const known = saidOfExecutions.get(execution);
	if (known !== undefined) return known;
	const said = byPlace(execution.outcomes.flatMap((outcome, round) => saidBy(outcome, round)));
	saidOfExecutions.set(execution, said);
	return said;
}

const saidOfExecutions = new WeakMap<LivedExecution, Map<string, Said[]>>();

type Counted = Pick<Target, 'to' | 'from' | 'content'> & Pick<Partial<Target>, 'ownId'>;

/** What messages that count together have in common: the user's own ID; or number, content and sender. */
export function groupOf({ to, from, content, ownId }: Counted): string {
	return ownId === undefined ? `${to} ${content}${from === '' ? '' : ` from ${from}`}` : `ID ${ownId}`;
}

/** The same, as if there were no ID. */
export const groupWithoutId = ({ ownId: _, ...message }: Counted): string => groupOf(message);

/** The same of a message at the service. */
export function groupAtService({ sentId, ...message }: StoredMessage): string {
	return groupOf({ ...message, ownId: sentId?.startsWith('own-') === true ? sentId : undefined });
}

/** Each message has an ID of the user, and is sent once in all executions. */
export const isOnce = ({ options }: Life): boolean => options.messageIds === 'own';

export const isForbidden = ({ content, to }: Target) =>
	content.startsWith(REFUSED_TEXT_START) || to.endsWith(REFUSED_NUMBER_END);
export const isRejected = ({ to }: Pick<Target, 'to'>) => to.endsWith(REJECTED_NUMBER_END);

/** Whether only a single message has the ID of the user, or it has none, so that nothing else is found under it. */
export const isNotUsedElsewhere = ({ nature }: Life, { ownId }: Target) =>
	ownId === undefined || !nature.earlier.some(({ messageId }) => messageId === ownId);

const addedRows = ({ retries }: Life) =>
	retries.flatMap(({ changes }) => changes.flatMap((one) => (one.kind === 'add' ? [one.row] : [])));

/** Whether more messages were accepted in one instant than an answer of the logs holds: no window of time shows them all. */
export function isAnyInstantFull({ life, service }: LivedLife): boolean {
	const ofInstants = Map.groupBy(service.accepted, ({ acceptedAt }) => acceptedAt);
	return [...ofInstants.values()].some(({ length }) => length >= life.nature.logs.cap);
}

/** Whether entries with the ID of a target count: those of an ID of the user only with this execution's bulk ID. */
export function isTraceable(life: Life, target: Target): boolean {
	if (target.ownId === undefined || isOnce(life)) return true;
	const { bulkId } = target;
	return isNotUsedElsewhere(life, target) && life.nature.logs.bulkIds === 'ours' && bulkId === undefined;
}

/** Whether the logs show everything that has arrived within the look-up time. */
export function showInTime(life: Life): boolean {
	const { nature, options, faults, rounds } = life;
	const { logs } = nature;
	const isScheduled =
		options.defersAll === true || [...rounds.flat(), ...addedRows(life)].some(({ sendAt }) => sendAt !== undefined);
	return (
		logs.lagMs <= 1000 * options.lookUpTime &&
		!logs.hangs &&
		!(logs.hidesScheduled && isScheduled) &&
		faults.looks.every((fault) => fault === undefined) &&
		// A request that is acted on late shows late
		faults.sends.every((fault) => fault?.lateMs === undefined)
	);
}
