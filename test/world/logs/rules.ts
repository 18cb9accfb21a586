import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { textOf } from '../sending/n8n';
import { SECRET } from '../sending/network';
import { patience, pauses, silence, violations, type Broken, type Violation } from '../world';
import { readsAll, type LivedLife, type Question } from './life';
import { groupAt, type LogEntry } from './service';

/** How long the interface keeps logs. */
const RETENTION_MS = 48 * 3_600_000;
const DEFAULT_LIMIT = 50;
/** An answer with fewer entries is never cut off. */
const FEWEST_IN_FULL = 50;

/** The invariants. */
export function violationsOf(lived: LivedLife): Violation[] {
	const { outcomes, exchanges, endedAt } = lived.execution;
	return violations({
		'read once': [readOnce(lived)],
		totals: [totalled(lived)],
		complete: [complete(lived)],
		bounded: [bounded(lived), patience(exchanges, endedAt)],
		silence: [silence(outcomes.map(textOf), [SECRET])],
	});
}

/** Every entry of the requested range is output exactly once for each item that asks, or the gap is named; nothing else is output. */
function* readOnce(lived: LivedLife): Broken {
	const { life, service, execution } = lived;
	const outcome = execution.outcomes[0];
	// A run that fails as a whole says so
	if (outcome === undefined || 'error' in outcome || life.output !== 'entries') return;
	const byNumber = new Map(service.entries.map((entry) => [entry.to, entry]));
	const ends = execution.endedAt;
	for (const [itemIndex, question] of life.questions.entries()) {
		const asked = askedBy(lived, question);
		const items = outcome.items.filter((item) => (item.pairedItem as { item: number }).item === itemIndex);
		const counts = Map.groupBy(
			items.filter(({ json }) => json.error === undefined).map(({ json }) => String(json.to)),
			(to) => to,
		);
		for (const [to, { length }] of counts) {
			const entry = byNumber.get(to);
			if (entry === undefined || entry.addedAt > ends)
				yield ['what the service does not have', `item ${itemIndex}: ${to}`];
			else if (!asked.mayCome(entry)) yield ['what was not asked for', `item ${itemIndex}: ${to}`];
			else if (length > 1) yield ['twice', `item ${itemIndex}: ${to} came ${length} times`];
		}
		const came = [...counts.values()].reduce((sum, { length }) => sum + length, 0);
		if (!life.returnAll && came > (life.limit ?? DEFAULT_LIMIT))
			yield ['more than the limit', `item ${itemIndex}: ${came} of ${life.limit}`];
		if (!life.returnAll) continue;
		const namings = namedGaps(items, outcome.hints, groupOf(life.questions, itemIndex), came > 0);
		for (const entry of service.entries) {
			if (asked.mustCome(entry) && !counts.has(entry.to) && !namings.every((isNamed) => isNamed(entry.sentAt)))
				yield ['missing without a word', `item ${itemIndex}: ${entry.to} of ${new Date(entry.sentAt).toISOString()}`];
		}
	}
}

/** A summary counts only what it was asked for, and says complete only if it counted everything and nothing is in doubt. */
function* totalled(lived: LivedLife): Broken {
	const { life, service, execution } = lived;
	const outcome = execution.outcomes[0];
	if (outcome === undefined || 'error' in outcome || life.output === 'entries') return;
	for (const [itemIndex, question] of life.questions.entries()) {
		const asked = askedBy(lived, question);
		const items = outcome.items.filter((item) => (item.pairedItem as { item: number }).item === itemIndex);
		const [total] = items.filter(({ json }) => json.error === undefined).map(({ json }) => json);
		if (total === undefined) continue;
		const where = `item ${itemIndex}: `;
		const count = (isCounted: (entry: LogEntry) => boolean) => service.entries.filter(isCounted).length;
		const [messages, least, most] = [Number(total.messages), count(asked.mustCome), count(asked.mayCome)];
		if (messages > most) yield ['more than was asked for', `${where}${messages} of ${most}`];
		const hints = hintsFor(outcome.hints, groupOf(life.questions, itemIndex)).filter(
			(hint) => !hint.includes('not match the filters'),
		);
		const isDoubtful = hints.length > 0 || items.some(({ json }) => json.error !== undefined);
		if (total.complete !== true) {
			if (!isDoubtful) yield ['incomplete without a word on the node', where];
			continue;
		}
		if (isDoubtful) yield ['complete beside a doubt', where + hints.join('; ')];
		if ((question.sinceAgo ?? 0) > RETENTION_MS) yield ['complete, though its logs may be gone', where];
		if (messages < least) yield ['complete, though entries are missing', `${where}${messages} of ${least}`];
	}
}

function askedBy(
	{ began, execution }: LivedLife,
	{ sinceAgo, untilAgo, from, bulkId, generalStatus }: Question,
): { mayCome(entry: LogEntry): boolean; mustCome(entry: LogEntry): boolean } {
	const since = sinceAgo === undefined ? -Infinity : began - sinceAgo;
	const until = untilAgo === undefined ? Infinity : began - untilAgo;
	const moments = [execution.beganAt, execution.endedAt];
	const isGroup = (entry: LogEntry, at: number) => [undefined, groupAt(entry, at)].includes(generalStatus);
	const isOf = (entry: LogEntry) =>
		since <= entry.sentAt &&
		entry.sentAt <= until &&
		[undefined, entry.from].includes(from) &&
		[undefined, entry.bulkId].includes(bulkId);
	return {
		mayCome: (entry) => isOf(entry) && moments.some((at) => isGroup(entry, at)),
		mustCome: (entry) => isOf(entry) && entry.addedAt <= execution.beganAt && moments.every((at) => isGroup(entry, at)),
	};
}

/** Items that ask the same question, and share the hints. */
function groupOf(questions: Question[], itemIndex: number): Set<number> {
	const own = JSON.stringify(questions[itemIndex]);
	return new Set(questions.flatMap((question, index) => (JSON.stringify(question) === own ? [index] : [])));
}

/** No entry is missing. */
const ASKED_ALIKE = 'input items ask for the same';

/** Those hints on the node that concern these items. */
function hintsFor(hints: string[], group: Set<number>): string[] {
	return hints.filter((hint) => {
		if (hint.includes(ASKED_ALIKE)) return false;
		const whose = /\[item (\d+)(?: and \d+ more)?\]$/.exec(hint)?.[1];
		return whose === undefined || group.has(Number(whose));
	});
}

/**
 * Whether an instant is named as not read, or not certainly read: by an item's error items if it has any, and by the hints on the node
 * unless the error items are all that came.
 */
function namedGaps(
	items: INodeExecutionData[],
	hints: string[],
	group: Set<number>,
	hasEntries: boolean,
): Array<(instant: number) => boolean> {
	const rangeOf = ([since, until]: unknown[]): [since: number, until: number] => [
		typeof since === 'string' ? Date.parse(since) : -Infinity,
		typeof until === 'string' ? Date.parse(until) : Infinity,
	];
	const errors = items.filter(({ json }) => json.error !== undefined);
	const byErrors = errors.flatMap(({ json }) => {
		const { missing } = (json.details ?? {}) as { missing?: IDataObject[] };
		// Without it, nothing was read
		const whole = hasEntries ? [] : [rangeOf([])];
		return missing?.map(({ sentSince, sentUntil }) => rangeOf([sentSince, sentUntil])) ?? whole;
	});
	const byHints = hintsFor(hints, group).flatMap((hint) => Array.from(gapsIn(hint), rangeOf));
	const namings = [...(errors.length > 0 ? [byErrors] : []), ...(errors.length === 0 || hasEntries ? [byHints] : [])];
	return namings.map((ranges) => (instant) => ranges.some(([since, until]) => since <= instant && instant <= until));
}

/** From when until when a hint says that messages were not read. */
function* gapsIn(hint: string): Iterable<Array<string | undefined>> {
	const iso = '(\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z)';
	const all = (pattern: string, text = hint) => text.matchAll(new RegExp(pattern, 'g'));
	for (const [, ...range] of all(`messages sent since ${iso}(?: until ${iso})?`)) yield range;
	for (const [, until] of all(`messages sent until ${iso}`)) yield [undefined, until];
	for (const [, at] of all(`messages sent at ${iso}`)) yield [at, at];
	const [, crowded = ''] = /more messages sent at (.*): the service/.exec(hint) ?? [];
	for (const [, at] of all(iso, crowded)) yield [at, at];
	for (const [, ...range] of all(`more timestamps between ${iso} and ${iso}`)) yield range;
	if (hint.includes('messages from any time')) yield [];
}

/** Every item gets its entries, or an error if a call failed; nothing is named as a gap that cannot be one. */
function* complete({ service, execution }: LivedLife): Broken {
	if (execution.ended === 'stuck') yield ['does not end', 'nothing happens any more, or not within a day'];
	const outcome = execution.outcomes[0];
	if (outcome === undefined) return;
	const errors =
		'error' in outcome
			? [outcome.error.message]
			: outcome.items.flatMap(({ json }) => (json.error === undefined ? [] : [String(json.error)]));
	const hints =
		'error' in outcome
			? []
			: outcome.hints.filter(
					(hint) =>
						!hint.includes(ASKED_ALIKE) &&
						!/48 hours|The service returned \d+ entries|not match the filters/.test(hint),
				);
	if (errors.some((error) => error === '')) yield ['an error without a word', 'an empty message'];
	const isPlain = execution.exchanges.every(({ fault }) => fault === undefined);
	if (isPlain && mostInOneInstant(service.entries) < FEWEST_IN_FULL && errors.length + hints.length > 0)
		yield ['a gap is named where there is none', [...errors, ...hints].join('; ')];
}

function mostInOneInstant(entries: LogEntry[]): number {
	const together = [...Map.groupBy(entries, ({ sentAt }) => sentAt).values()];
	return together.reduce((most, { length }) => Math.max(most, length), 0);
}

/** Time and requests stay within what the options and the logs call for. */
function* bounded({ life, service, execution }: LivedLife): Broken {
	const { exchanges, beganAt, endedAt } = execution;
	if (life.end.kind === 'stop' && endedAt > beganAt + life.end.afterMs + 1000)
		yield ['Stop does not end it', `${endedAt - beganAt - life.end.afterMs} ms later`];
	const slowed = exchanges.some(({ ended }) => ended === '429') ? 10_000 * exchanges.length : 0;
	const mostCalls = callsAllowed(life, service.entries);
	const calls = exchanges.filter(({ fault }) => fault === undefined).length;
	if (calls > mostCalls) yield ['too many requests', `${calls}, where ${mostCalls} are allowed`];
	yield* pauses(execution, life.tries * (2000 + 1000 * life.patience) + slowed);
}

/** A few for each full answer, and those that halve two days until they find a crowd of messages, from both sides. */
function callsAllowed(life: LivedLife['life'], entries: LogEntry[]): number {
	const { nature, questions, tries } = life;
	if (!readsAll(life)) return questions.length * tries;
	const cap = nature.ignoresLimit ? nature.cap : Math.min(nature.cap, 1000);
	return questions.length * tries * (7 + (3.2 * entries.length) / cap + (hasCrowd(entries) ? 90 : 0));
}

/** Whether a few seconds hold half of an answer or more. */
function hasCrowd(entries: LogEntry[]): boolean {
	const instants = entries.map(({ sentAt }) => sentAt).sort((a, b) => a - b);
	return instants.some((instant, index) => instants[index + FEWEST_IN_FULL / 2 - 1]! - instant <= 20_000);
}
