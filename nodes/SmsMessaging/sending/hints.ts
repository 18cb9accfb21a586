import type { Dialect } from '../api/dialect';
import { hasUnannouncedHeader } from '../segments/countBinarySegments';
import { countSegments } from '../segments/countSegments';
import { replaceCharacters } from '../segments/replaceCharacters';
import { countText } from '../text/numbers';
import { messageText } from './content';
import type { Target } from './plan/target';
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
		n8n.hint(
			`Skip These Numbers has names of senders (${countText(skipped.names)}), which are nobody's number`,
			'warning',
		);
	const open = all.filter((target) => !settled.has(target));
	const late = open.filter(({ isLate }) => isLate).length;
	const theirs = late === 1 ? 'A message has a Send At' : `${late} messages have a Send At`;
	if (late > 0) n8n.hint(`${theirs} in the past; the service may send at once, or not at all`, 'warning');
	const unknown = new Set(open.filter(({ isUnknown }) => isUnknown).map(({ destination }) => destination.to));
	const these = unknown.size === 1 ? 'this number' : 'these numbers';
	if (unknown.size > 0) n8n.hint(`Check ${these}, which no numbering plan has: ${named([...unknown])}`, 'warning');
	const repeated = sameNumber === undefined ? repeatedNumbers(open) : [];
	if (repeated.length > 0)
		n8n.hint(
			`${repeated.length === 1 ? 'A number gets' : `${countText(repeated.length)} numbers get`} more than one message: ${named(repeated)}. To send only the first, add Safeguards → Same Number Twice`,
			'warning',
		);
	const messages = [...new Set(open.map(({ message }) => message))];
	const odd = new Set(messages.flatMap(({ sender }) => (sender !== undefined && isOddName(sender) ? [sender] : [])));
	if (odd.size > 0)
		n8n.hint(
			`From: ${named([...odd])} ${odd.size === 1 ? 'is a name' : 'are names'} of more than ${LONGEST_NAME} characters, or with others than those of GSM-7. Many networks refuse or change them`,
			'warning',
		);
	if (messages.some(({ content }) => 'text' in content && content.text.includes('\\n')))
		n8n.hint('A text contains \\n: the phone shows these two characters, not a new line', 'warning');
	if (messages.some(({ content }) => 'hex' in content && hasUnannouncedHeader(content)))
		n8n.hint(
			'Bytes begin like a user data header, but ESM Class does not announce one: the phone shows it as text. Choose 64, or remove it if Port Header adds one',
			'warning',
		);
	if (messages.some(({ report }) => report?.url?.includes('/webhook-test/')))
		n8n.hint(
			'Notify URL is a Test URL, which takes one push while the trigger listens. Use the Production URL of a published workflow',
			'warning',
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
	return sender.length > LONGEST_NAME || countSegments(sender).encoding !== 'GSM-7';
}

const MOST_NAMED = 10;

function named(numbers: string[]): string {
	const more = numbers.length - MOST_NAMED;
	return `${numbers.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${countText(more)} more` : ''}`;
}

const MAX_CHARACTERS_NAMED = 10;
const CUT = 'cut a segment from 160 characters to 70';

/** The segments of all messages together, by the node's own count. */
export function totalSegments(targets: readonly Target[]): number {
	return targets.reduce((sum, { facts }) => sum + (facts.segments ?? 0), 0);
}

/** A hint: messages of more than one segment, and what Replace Characters would save. */
export function describeCost(targets: readonly Target[], dialect: Dialect): string | undefined {
	const long = targets.filter(({ facts: { segments = 1 } }) => segments > 1);
	if (long.length === 0) return undefined;
	const counts = new Set(long.map(({ facts }) => facts.segments!));
	const most = Math.max(...counts);
	const sum = totalSegments(long);
	const each =
		counts.size === 1
			? `${most} segments${long.length === 1 ? '' : ' each'}`
			: `more than one segment, ${most} at most`;
	const inAll = long.length === 1 ? '' : `: ${countText(sum)} in all`;
	const need = `${long.length === 1 ? '1 message needs' : `${countText(long.length)} messages need`} ${each}${inAll}.`;
	return [need, describeSaving(long, dialect)].filter((part) => part !== undefined).join(' ');
}

/** Characters that force UCS-2, all of which could be replaced; or if there are none, one that could not. */
function describeSaving(targets: readonly Target[], dialect: Dialect): string | undefined {
	const characters = new Set<string>();
	let saved = 0;
	let lasting: string | undefined;
	for (const { message, facts } of targets) {
		if (facts.encoding !== 'UCS-2') continue;
		const [text, language] = [messageText(message), dialect.languageOf(message)];
		const { text: plain, replaced, irreplaceable } = replaceCharacters(text, language);
		lasting ??= irreplaceable[0];
		const saving = countSegments(text, language).segments - countSegments(plain, language).segments;
		if (saving === 0) continue;
		saved += saving;
		for (const { from } of replaced) characters.add(from);
	}
	if (saved === 0) return lasting && `Characters such as ${lasting} ${CUT}.`;
	const shown = [...characters].slice(0, MAX_CHARACTERS_NAMED).join(' ');
	return `${shown} ${CUT}: Message Options → Replace Characters would save ${countText(saved)} ${saved === 1 ? 'segment' : 'segments'}.`;
}
