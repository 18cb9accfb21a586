import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { SECRET } from '../sending/network';
import type { Violation } from '../world';
import { ignoresRange, readsAll, type LivedLife, type Question } from './life';
import { groupAt, instantOf, isByCreation, isTimed, type LogEntry } from './service';

/** How long the interface keeps logs. */
const RETENTION_MS = 48 * 3_600_000;
const LONGEST_ANSWER_MS = 60_000;
/**
 * How far beyond its bounds the node may ask; entries without a time may come from there. A single call returns the service's own range.
 */
const BEYOND_MS = 121_000;
/** Services may show times in whole seconds, so that an entry this far beyond a bound may belong to it. */
const SHOWN_SECOND_MS = 1000;
/** The maximum number of calls for one instant. */
const CALLS_PER_INSTANT = 210;

/** What must hold, whatever happens. */
export function violationsOf(lived: LivedLife): Violation[] {
	return [...readOnce(lived), ...totalled(lived), ...complete(lived), ...bounded(lived), ...silence(lived)];
}

/** Every entry of the requested range is output exactly once for each item that asks, or the gap is named; nothing else is output. */
function readOnce(lived: LivedLife): Violation[] {
	const { life, service, execution } = lived;
	const violations: Violation[] = [];
	const add = (kind: string, what: string) => violations.push({ rule: 'read once', kind, what });
	const outcome = execution.outcomes[0];
	// A run that fails as a whole says so
	if (outcome === undefined || 'error' in outcome || life.output !== 'entries') return [];
	const byNumber = new Map(service.entries.map((entry) => [entry.to, entry]));
	const ends = execution.endedAt;
	life.questions.forEach((question, itemIndex) => {
		const asked = askedBy(lived, question);
		const items = outcome.items.filter((item) => (item.pairedItem as { item: number }).item === itemIndex);
		const counts = Map.groupBy(
			items.filter(({ json }) => json.error === undefined).map(({ json }) => String(json.to)),
			(to) => to,
		);
		for (const [to, { length }] of counts) {
			const entry = byNumber.get(to);
			if (entry === undefined || entry.addedAt > ends)
				add('what the service does not have', `item ${itemIndex}: ${to}`);
			else if (!asked.mayCome(entry)) add('what was not asked for', `item ${itemIndex}: ${to}`);
			else if (length > entry.copies) add('twice', `item ${itemIndex}: ${to} came ${length} times`);
		}
		const came = [...counts.values()].reduce((sum, { length }) => sum + length, 0);
		if (!life.returnAll && came > (life.limit ?? Infinity))
			add('more than the limit', `item ${itemIndex}: ${came} of ${life.limit}`);
		if (!life.returnAll) return;
		const isNamed = namedGaps(items, outcome.hints, groupOf(life.questions, itemIndex));
		if (
			!showsAll(
				lived,
				service.entries.filter((entry) => asked.isNear(entry)),
			)
		)
			return;
		for (const entry of service.entries) {
			const count = counts.get(entry.to)?.length ?? 0;
			if (asked.mustCome(entry) && count < entry.copies && !isNamed(entry.sentAt)) {
				add(
					count === 0 ? 'missing without a word' : 'less often than it is there',
					`item ${itemIndex}: ${entry.to} of ${new Date(entry.sentAt).toISOString()}`,
				);
			}
		}
	});
	return violations;
}

/** A summary counts only what it was asked for, and says complete only if it counted everything and nothing is in doubt. */
function totalled(lived: LivedLife): Violation[] {
	const { life, service, execution } = lived;
	const violations: Violation[] = [];
	const outcome = execution.outcomes[0];
	if (outcome === undefined || 'error' in outcome || life.output === 'entries') return [];
	life.questions.forEach((question, itemIndex) => {
		const add = (kind: string, what: string) =>
			violations.push({ rule: 'totals', kind, what: `item ${itemIndex}: ${what}` });
		const asked = askedBy(lived, question);
		const items = outcome.items.filter((item) => (item.pairedItem as { item: number }).item === itemIndex);
		const [total] = items.filter(({ json }) => json.error === undefined).map(({ json }) => json);
		if (total === undefined) return;
		const count = (isCounted: (entry: LogEntry) => boolean) =>
			service.entries.filter(isCounted).reduce((sum, { copies }) => sum + copies, 0);
		const [messages, least, most] = [Number(total.messages), count(asked.mustCome), count(asked.mayCome)];
		if (messages > most) add('more than was asked for', `${messages} of ${most}`);
		const hints = hintsFor(outcome.hints, groupOf(life.questions, itemIndex)).filter(
			(hint) => !hint.includes('is later than Sent Until') && !hint.startsWith('The service seems to ignore these'),
		);
		const isDoubtful = hints.length > 0 || items.some(({ json }) => json.error !== undefined);
		if (total.complete !== true) {
			if (!isDoubtful) add('incomplete without a word on the node', '');
			const { shortfall, subject, html } = total;
			if (!String(shortfall ?? subject).includes(shortfall === undefined ? 'incomplete' : ' '))
				add('incomplete without a word', JSON.stringify(total));
			if (html !== undefined && !String(html).includes('May be incomplete.'))
				add('incomplete without a word in the page', '');
			return;
		}
		if (isDoubtful) add('complete beside a doubt', hints.join('; '));
		if ((question.sinceAgo ?? 0) > RETENTION_MS) add('complete, though its logs may be gone', '');
		if (messages < least && showsAll(lived, service.entries.filter(asked.isNear)))
			add('complete, though entries are missing', `${messages} of ${least}`);
	});
	return violations;
}

function askedBy(
	{ life, began, service, execution }: LivedLife,
	{ sinceAgo, untilAgo, from, bulkId, generalStatus }: Question,
): { mayCome(entry: LogEntry): boolean; isNear(entry: LogEntry): boolean; mustCome(entry: LogEntry): boolean } {
	const since = sinceAgo === undefined ? -Infinity : began - sinceAgo;
	const until = untilAgo === undefined ? Infinity : began - untilAgo;
	const query = (group?: string) =>
		new URLSearchParams(
			Object.entries({ from, bulkId, generalStatus: group }).filter(
				(pair): pair is [string, string] => pair[1] !== undefined,
			),
		);
	const moments = [execution.beganAt, execution.endedAt];
	const within = (entry: LogEntry, beyond: number) => since - beyond <= entry.sentAt && entry.sentAt <= until + beyond;
	const isReturned = (entry: LogEntry, at: number) => service.matches(entry, query(generalStatus), at);
	const isGroup = (entry: LogEntry, at: number) => [undefined, groupAt(entry, at)].includes(generalStatus);
	const isShown = (name: 'from' | 'bulkId', asked: string | undefined) =>
		asked !== undefined && execution.exchanges.every(({ fault }) => fault === undefined) && shows(name, asked);
	const shows = (name: 'from' | 'bulkId', asked: string) =>
		service.given.some(
			({ query: sent, entries }) =>
				(['from', 'bulkId', 'generalStatus'] as const).every(
					(each) => (sent.get(each) ?? undefined) === { from, bulkId, generalStatus }[each],
				) && entries.some((entry) => entry[name] === asked && within(entry, 0)),
		);
	// A service that never shows what was asked for may show something of its own
	const [isFromShown, isBulkIdShown] = [isShown('from', from), isShown('bulkId', bulkId)];
	const beyond = (entry: LogEntry) => (isTimed(entry) ? (readsAll(life) ? 0 : SHOWN_SECOND_MS) : BEYOND_MS);
	return {
		mayCome: (entry) =>
			within(entry, isTimed(entry) || !ignoresRange(life) ? beyond(entry) : Infinity) &&
			(!isFromShown || entry.from === from) &&
			(!isBulkIdShown || entry.bulkId === bulkId) &&
			moments.some((at) => isReturned(entry, at) && isGroup(entry, at)),
		isNear: (entry) => within(entry, BEYOND_MS) && moments.some((at) => isReturned(entry, at)),
		mustCome: (entry) =>
			within(entry, 0) &&
			entry.addedAt <= execution.beganAt &&
			[undefined, entry.from].includes(from) &&
			[undefined, entry.bulkId].includes(bulkId) &&
			moments.every((at) => isReturned(entry, at) && isGroup(entry, at)),
	};
}

/** Items that ask the same question, and share the hints. */
function groupOf(questions: Question[], itemIndex: number): Set<number> {
	const own = JSON.stringify(questions[itemIndex]);
	return new Set(questions.flatMap((question, index) => (JSON.stringify(question) === own ? [index] : [])));
}

/** Those hints on the node that concern these items. */
function hintsFor(hints: string[], group: Set<number>): string[] {
	return hints.filter((hint) => {
		const whose = /\[item (\d+)(?: and \d+ more)?\]$/.exec(hint)?.[1];
		return whose === undefined || group.has(Number(whose));
	});
}

/** Whether an item's error items or the hints on the node name an instant as not read, or not certainly read. */
function namedGaps(items: INodeExecutionData[], hints: string[], group: Set<number>): (instant: number) => boolean {
	const ranges: Array<[since: number, until: number]> = [];
	const add = (since: unknown, until: unknown) =>
		ranges.push([
			typeof since === 'string' ? Date.parse(since) : -Infinity,
			typeof until === 'string' ? Date.parse(until) : Infinity,
		]);
	const errors = items.filter(({ json }) => json.error !== undefined);
	for (const { json } of errors) {
		const {
			missing = [],
			unreadable = [],
			crowded = [],
		} = (json.details ?? {}) as Record<string, IDataObject[] | undefined>;
		for (const { sentSince, sentUntil } of [...missing, ...unreadable]) add(sentSince, sentUntil);
		for (const { sentAt } of crowded) add(sentAt, sentAt);
		// The whole question failed
		if (missing.length + unreadable.length + crowded.length === 0) add(undefined, undefined);
	}
	const iso = '(\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z)';
	for (const hint of hintsFor(hints, group)) {
		for (const [, since, until] of hint.matchAll(new RegExp(`messages sent since ${iso}(?: until ${iso})?`, 'g')))
			add(since, until);
		for (const [, until] of hint.matchAll(new RegExp(`messages sent until ${iso}`, 'g'))) add(undefined, until);
		for (const [, at] of hint.matchAll(new RegExp(`messages sent at ${iso}`, 'g'))) add(at, at);
		for (const [, at] of hint.matchAll(new RegExp(`${iso} \\(\\d+ read\\)`, 'g'))) add(at, at);
		for (const [, since, until] of hint.matchAll(new RegExp(`more timestamps between ${iso} and ${iso}`, 'g')))
			add(since, until);
		if (hint.includes('messages from any time')) add(undefined, undefined);
	}
	return (instant) => ranges.some(([since, until]) => since <= instant && instant <= until);
}

/** Whether the answers reveal what is missing. */
function showsAll(lived: LivedLife, asked: LogEntry[]): boolean {
	return !hidesByOrder(lived) && (hasOneCap(lived) || showsAllInOrder(lived, asked));
}

/** The most entries of each answer; a service that refuses the node's limit uses one of its own. */
const capsOf = ({ caps, highestLimit, ignoresLimit }: LivedLife['life']['nature']) =>
	highestLimit < 1000 && !ignoresLimit ? caps.map((cap) => Math.min(cap, 50)) : caps;
const hasOneCap = ({ life: { nature } }: LivedLife) => new Set(nature.caps).size === 1;

/**
 * If a service varies how many entries it returns per call, the node can detect what is missing only from answers that are in order;
 * and within one instant, or one second where the service compares seconds, not at all.
 */
function showsAllInOrder({ life: { nature } }: LivedLife, asked: LogEntry[]): boolean {
	const isInOrder = nature.keeps === 'first' && (nature.order === 'newestFirst' || nature.order === 'oldestFirst');
	const least = Math.min(...capsOf(nature));
	return isInOrder && crowds(asked, nature.compares === 'ms' ? 1 : 1000).sizes.every((size) => size < least);
}

/**
 * If a service sorts by when messages were created, or what it has picked at random, its answers may look as if sorted by when they were
 * sent. The node asks again for what a cut-off answer covers, and cannot know better if that brings nothing new.
 */
function hidesByOrder({ life: { nature }, service: { given } }: LivedLife): boolean {
	// Nobody knows whether there is more in the second in which an answer ends
	if (nature.order === 'bySecond') return given.some(({ isCut, entries }) => isCut && isInOrder(entries));
	if (!isByCreation(nature.order) && nature.keeps !== 'any') return false;
	return given.some((cut, index) => {
		const again = given[index + 1];
		if (!cut.isCut || again === undefined || again.isCut) return false;
		const since = instantOf(again.query.get('sentSince')) ?? -Infinity;
		const until = instantOf(again.query.get('sentUntil')) ?? Infinity;
		const left = cut.entries.filter(({ sentAt }) => sentAt < since || until < sentAt);
		const isSame = again.entries.every((entry) => entry.addedAt > 0 || cut.entries.includes(entry));
		return isSame && (nature.compares !== 'ms' || new Set(left.map(({ sentAt }) => sentAt)).size <= 1);
	});
}

function isInOrder(entries: ReadonlyArray<{ sentAt: number }>): boolean {
	const rises = (sign: number) =>
		entries.every(({ sentAt }, index) => index === 0 || sign * (sentAt - entries[index - 1]!.sentAt) >= 0);
	return rises(1) || rises(-1);
}

/** Every item gets its entries, or an error if a call failed; nothing is named as a gap that cannot be one. */
function complete({ life, service, execution }: LivedLife): Violation[] {
	const violations: Violation[] = [];
	const add = (kind: string, what: string) => violations.push({ rule: 'complete', kind, what });
	if (execution.ended === 'stuck') add('does not end', 'nothing happens any more, or not within a day');
	const outcome = execution.outcomes[0];
	if (outcome === undefined) return violations;
	const errors =
		'error' in outcome
			? [outcome.error.message]
			: outcome.items.flatMap(({ json }) => (json.error === undefined ? [] : [String(json.error)]));
	const hints =
		'error' in outcome
			? []
			: outcome.hints.filter(
					(hint) =>
						!/48 hours|the most that Limit allows|usually return no more|is later than Sent Until|though Limit is|seems to ignore|No entry shows/.test(
							hint,
						),
				);
	if (errors.some((error) => error === '')) add('an error without a word', 'an empty message');
	const isEven = new Set(service.entries.map(({ sentAt }) => sentAt)).size > 1 || service.entries.length === 0;
	const isPlain =
		life.nature.compares === 'ms' &&
		// Where times are finer than they show, it may say so needlessly
		!life.nature.isFiner &&
		new Set(life.nature.caps).size === 1 &&
		life.nature.order !== 'bySecond' &&
		!isByCreation(life.nature.order) &&
		// New messages push others out of answers
		(life.sentMeanwhile.length === 0 ||
			(life.nature.keeps === 'first' && life.sentMeanwhile.every(({ count }) => count < capsOf(life.nature)[0]!))) &&
		execution.exchanges.every(({ fault }) => fault === undefined) &&
		service.entries.every(isTimed);
	const { sizes } = crowds(service.entries, 1);
	const fits =
		Math.max(0, ...sizes) < Math.min(...capsOf(life.nature)) &&
		Math.max(0, ...sizes) < service.entries.filter(({ addedAt }) => addedAt === 0).length;
	if (isPlain && hints.some((hint) => hint.includes('do not keep to')))
		add('logs are called unreadable that can be read', hints.join('; '));
	const isLeaving = life.deliveredAfterMs !== undefined;
	if (isPlain && isEven && fits && !isLeaving && errors.length + hints.length > 0)
		add('a gap is named where there is none', [...errors, ...hints].join('; '));
	return violations;
}

/** How many entries there are in each span of this many milliseconds. */
function crowds(entries: LogEntry[], spanMs: number): { sizes: number[] } {
	const spans = Map.groupBy(entries, ({ sentAt }) => Math.floor(sentAt / spanMs));
	return { sizes: [...spans.values()].map((together) => together.reduce((sum, { copies }) => sum + copies, 0)) };
}

/** Time and requests stay within what the options and the logs call for. */
function bounded({ life, service, execution }: LivedLife): Violation[] {
	const violations: Violation[] = [];
	const add = (kind: string, what: string) => violations.push({ rule: 'bounded', kind, what });
	const { exchanges, beganAt, endedAt } = execution;
	for (const { at, endedAt: end = endedAt, what } of exchanges) {
		if (end - at > LONGEST_ANSWER_MS + 1000) add('an answer is waited for too long', `${what}: ${end - at} ms`);
	}
	if (life.end.kind === 'stop' && endedAt > beganAt + life.end.afterMs + 1000)
		add('Stop does not end it', `${endedAt - beganAt - life.end.afterMs} ms later`);
	const busy = exchanges.reduce((sum, { at, endedAt: end = endedAt }) => sum + end - at, 0);
	const slowed = exchanges.some(({ ended }) => ended === '429') ? 10_000 * exchanges.length : 0;
	const allowed = life.tries * (2000 + 1000 * life.patience) + slowed;
	if (endedAt - beganAt - busy > allowed)
		add('it waits too long', `${endedAt - beganAt - busy} ms between calls, where ${allowed} are allowed`);
	const mostCalls = callsAllowed(life, service.entries);
	const calls = exchanges.filter(({ fault }) => fault === undefined).length;
	if (calls > mostCalls) add('too many requests', `${calls}, where ${mostCalls} are allowed`);
	return violations;
}

function callsAllowed(life: LivedLife['life'], entries: LogEntry[]): number {
	const { nature, questions, tries, sentMeanwhile } = life;
	if (!readsAll(life)) return questions.length * tries;
	const cap = Math.min(...capsOf(nature));
	const total = entries.reduce((sum, { copies }) => sum + copies, 0);
	const crowded = crowds(entries, nature.compares === 'ms' ? 1 : 1000).sizes.filter((size) => size >= cap).length;
	const instants =
		nature.compares === 'ms' && nature.order !== 'bySecond' ? 0 : new Set(entries.map(({ sentAt }) => sentAt)).size;
	const whole = 24 + 12 * instants + 4 * sentMeanwhile.length + (cap > total ? 0 : Math.ceil((8 * total) / cap));
	return questions.length * tries * (whole + CALLS_PER_INSTANT * crowded);
}

function silence({ execution: { outcomes } }: LivedLife): Violation[] {
	const texts = outcomes.map((outcome) =>
		'error' in outcome
			? `${outcome.error.message} ${outcome.error.stack} ${JSON.stringify(outcome.error)}`
			: JSON.stringify(outcome),
	);
	return texts.some((text) => text.includes(SECRET))
		? [{ rule: 'silence', kind: 'a secret came out', what: 'the API key' }]
		: [];
}
