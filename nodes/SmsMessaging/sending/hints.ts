import type { Dialect, Message } from '../api/message';
import { hasUnannouncedHeader } from '../segments/countBinarySegments';
import { countSegments } from '../segments/countSegments';
import { replaceCharacters } from '../segments/replaceCharacters';
import { counted, countText } from '../text/numbers';
import { messageText } from './content';
import type { Outcome, Target } from './plan/target';
import type { PlannedTargets } from './plan/targets';
import type { N8n, RunOptions } from './run';

/** Adds hints about what is sent as it is, though it may not be what is meant. */
export function warnOfPlan(
	n8n: N8n,
	{ all, settled }: PlannedTargets,
	{ skipped, sameNumber }: RunOptions,
	{ hasOneSendAt }: Dialect,
): void {
	if (skipped.names > 0)
		n8n.hint(`Skip These Numbers has names of senders (${countText(skipped.names)}), which are nobody's number`);
	if (skipped.unknown.length > 0)
		n8n.hint(`Check these numbers to skip, which no numbering plan has: ${named(skipped.unknown)}`);
	if (skipped.isLeftEmpty) n8n.hint('Skip These Numbers is empty: nobody is skipped');
	// n8n shows only the hints of the last try
	const asked = all.filter((target) => (settled.get(target) ?? target.excluded)?.state !== 'skipped');
	const open = asked.filter((target) => !settled.has(target));
	const late = open.filter(({ isLate }) => isLate).length;
	const theirs = late === 1 ? 'A message has a Send At' : `${late} messages have a Send At`;
	if (late > 0) n8n.hint(`${theirs} in the past; the service may send at once, or not at all`);
	const unknown = new Set(asked.filter(({ isOutsidePlan }) => isOutsidePlan).map(({ destination }) => destination.to));
	const these = unknown.size === 1 ? 'this number' : 'these numbers';
	if (unknown.size > 0) n8n.hint(`Check ${these}, which no numbering plan has: ${named([...unknown])}`);
	const repeated = sameNumber === undefined ? repeatedNumbers(asked) : [];
	if (repeated.length > 0)
		n8n.hint(
			`${repeated.length === 1 ? 'A number gets' : `${countText(repeated.length)} numbers get`} more than one message: ${named(repeated)}. To send only the first, add Safeguards → Same Number Twice`,
		);
	const messages = [...new Set(asked.map(({ message }) => message))];
	const odd = [...new Set(messages.flatMap(({ sender }) => sender ?? []))].filter(isOddName);
	if (odd.length > 0)
		n8n.hint(
			`From: ${named(odd)} ${odd.length === 1 ? 'is a name' : 'are names'} of more than ${LONGEST_NAME} characters, without letters and digits, or with other characters than those of GSM-7. Many networks refuse or change them`,
		);
	if (messages.some(({ content }) => 'text' in content && content.text.includes('\\n')))
		n8n.hint('A text contains \\n: the phone shows these two characters, not a new line');
	if (messages.some(({ content }) => 'hex' in content && hasUnannouncedHeader(content)))
		n8n.hint(
			'Bytes begin like a user data header that nothing announces: the phone shows it as text. Set ESM Class to 64, or remove it if Port Header adds one',
		);
	if (messages.some(({ report }) => report?.url?.includes('/webhook-test/')))
		n8n.hint(
			'Notify URL is a Test URL, which takes one push while the trigger listens. Use the Production URL of a published workflow',
		);
	const times = new Set(open.map(({ sendAt }) => sendAt));
	if (hasOneSendAt && times.size > 1)
		n8n.hint(
			`API Version 3 has one Send At for each request: ${countText(times.size)} times need as many requests`,
			'info',
		);
}

function repeatedNumbers(targets: readonly Target[]): string[] {
	const seen = new Set<string>();
	const numbers = targets.map(({ destination }) => destination.to);
	return [...new Set(numbers.filter((number) => seen.size === seen.add(number).size))];
}

/** Of a sender that is a name (public documents). */
const LONGEST_NAME = 11;

function isOddName(sender: string): boolean {
	if (/^\d+$/.test(sender)) return false;
	return sender.length > LONGEST_NAME || !/[\p{L}\p{N}]/u.test(sender) || countSegments(sender).encoding !== 'GSM-7';
}

const MOST_NAMED = 10;

function named(numbers: string[]): string {
	const more = numbers.length - MOST_NAMED;
	return `${numbers.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${countText(more)} more` : ''}`;
}

const CUT = 'cut a segment from 160 characters to 70';

/** `2 messages with 3 segments, about 0.15 (0.05 per segment)`. @param outcomes with the service's own counts, if there are any */
export function extentOf(
	targets: readonly Target[],
	pricePerSegment: number | undefined,
	outcomes?: ReadonlyMap<Target, Outcome>,
): string {
	const counts = targets.map((target) => segmentsOf(target, outcomes?.get(target)));
	const segments = counts.reduce<number>((sum, count = 1) => sum + count, 0);
	const isLeast = counts.includes(undefined);
	const price =
		pricePerSegment === undefined
			? ''
			: `, ${isLeast ? 'at least' : 'about'} ${Number((segments * pricePerSegment).toFixed(PRICE_DIGITS))} (${pricePerSegment} per segment)`;
	const deferred = targets.flatMap(({ deferredTo }) => deferredTo ?? []);
	const scheduled = targets.flatMap(({ sendAt, deferredTo }) => (deferredTo === undefined ? (sendAt ?? []) : []));
	const at = (times: string[], what: string, preposition: string) => {
		if (times.length === 0) return '';
		const time = new Set(times).size === 1 ? ` ${preposition} ${times[0]}` : '';
		return `, ${countText(times.length)} ${what}${time}`;
	};
	const later = at(scheduled, 'scheduled', 'for') + at(deferred, 'deferred by Quiet Hours', 'to');
	return `${counted(targets.length, 'message')} with ${isLeast ? 'at least ' : ''}${counted(segments, 'segment')}${price}${later}`;
}

const PRICE_DIGITS = 4;

/** Undefined if nobody can count them, as of bytes with a header that cannot be read. */
const segmentsOf = ({ facts }: Target, outcome: Outcome | undefined): number | undefined =>
	(outcome?.state === 'accepted' ? outcome.entry.smsCount : undefined) ?? facts.segments;

/** Messages of more than one segment, and what other characters would save; empty if there is nothing to say. */
export function describeCost(targets: readonly Target[], dialect: Dialect): string {
	// With another alphabet, the service counts otherwise
	const asCounted = targets.filter(({ message: { content } }) => !('transliteration' in content));
	const long = asCounted.filter(({ facts: { segments = 1 } }) => segments > 1);
	if (long.length === 0) return '';
	const most = Math.max(...new Set(long.map(({ facts }) => facts.segments!)));
	const need =
		targets.length === 1
			? ''
			: `${counted(long.length, 'message')} ${long.length === 1 ? 'needs' : 'need'} more than one segment, the longest ${most}.`;
	return [need, ...describeSavings(long, dialect)].join(' ').trim();
}

/** What saves segments of UCS-2: characters that could be replaced, or left out. */
function describeSavings(targets: readonly Target[], dialect: Dialect): string[] {
	const [replaced, omitted] = [new Saving(), new Saving()];
	let needed: string | undefined;
	let isReplacing = false;
	const inUcs2 = targets.filter(({ facts }) => facts.encoding === 'UCS-2').map(({ message }) => message);
	const copies = new Map<Message, number>();
	for (const message of inUcs2) copies.set(message, (copies.get(message) ?? 0) + 1);
	for (const [message, count] of copies) {
		const [text, language] = [messageText(message), dialect.languageOf(message)];
		const { irreplaceable } = replaceCharacters(text, language);
		const letter = irreplaceable.find((character) => /\p{L}/u.test(character));
		needed ??= letter;
		if (letter !== undefined) continue;
		const without = irreplaceable.reduce((rest, one) => rest.replaceAll(one, ''), text);
		const shorter = replaceCharacters(without, language);
		const [before, after] = [text, shorter.text].map((one) => count * countSegments(one, language).segments) as [
			number,
			number,
		];
		if (irreplaceable.length > 0) {
			isReplacing ||= shorter.replaced.length > 0;
			omitted.add(irreplaceable, before, after);
		} else {
			const characters = shorter.replaced.map(({ from }) => from);
			replaced.add(characters, before, after);
		}
	}
	const letters = needed === undefined ? [] : [`Letters such as ${needed} ${CUT}.`];
	return [
		...replaced.describe((named) => `With Message Options → Replace Characters (${named})`),
		...omitted.describe((named) => `Without ${named}${isReplacing ? ', and with Replace Characters' : ''}`),
		...letters,
	];
}

class Saving {
	readonly #characters = new Set<string>();
	#before = 0;
	#after = 0;

	add(characters: readonly string[], before: number, after: number): void {
		if (after >= before) return;
		this.#before += before;
		this.#after += after;
		for (const one of characters) this.#characters.add(one);
	}

	describe(how: (characters: string) => string): string[] {
		if (this.#characters.size === 0) return [];
		const named = [...this.#characters].slice(0, MOST_NAMED).join(' ');
		return [`${how(named)}: ${counted(this.#after, 'segment')} instead of ${countText(this.#before)}.`];
	}
}
