import type { IDataObject } from 'n8n-workflow';

import { ENGLISH } from '../../../nodes/SmsMessaging/asking/words';
import { TOKEN } from '../execution';
import type { Life } from '../waiting/life';
import { SECRET } from '../sending/network';
import { LINK_SIGNATURE, type Came, type Execution } from '../waiting/n8n';
import { bounded, chainOf, nameOf, once, saidIn, succeeded } from '../waiting/rules';
import { EPOCH } from '../time';
import { silence, violations, type Broken, type Violation } from '../world';
import { linkIn, type LinkTry, type LivedAsking } from './life';

/** The invariants. */
export function violationsOf(lived: LivedAsking): Violation[] {
	const { base, tries } = lived;
	const codes = base.service.accepted.map((message) => linkIn(message).searchParams.get('k')!);
	return violations({
		'only presses': [onlyPresses(lived)],
		kept: [kept(lived)],
		complete: [complete(lived)],
		reasons: [reasons(lived)],
		'turned away': [turnedAway(lived)],
		once: [once(base)],
		bounded: [bounded({ ...base, tries })],
		silence: [silence(saidIn({ n8n: base.n8n, tries }), [SECRET, TOKEN, LINK_SIGNATURE, ...codes])],
		answers: [answers(lived)],
	});
}

/** The page never fails. */
function* answers({ base, tries }: LivedAsking): Broken {
	for (const line of base.n8n.logged) if (line.includes('could not process an answer')) yield ['the page failed', line];
	for (const { handling } of tries)
		if (handling?.thrown !== undefined) yield ['webhook() threw', String(handling.thrown)];
}

const questionIn = (text: string) => text.split('\n')[0]!;
const isAnswer = ({ item: { json } }: Came) => json.answer !== undefined;
const isThanked = ({ handling }: LinkTry) =>
	String(handling?.answered?.answer).includes(ENGLISH.recorded) && handling?.answered?.status === 200;
const pageOf = ({ handling }: LinkTry) => (handling?.isOfN8n ? undefined : handling?.answered?.status);

/** The presses for an execution, and the answers it output, by number and answer. */
function answersOf({ base, tries }: LivedAsking, execution: Execution) {
	const chain = chainOf(execution, base.n8n.executions).map(({ id }) => id);
	const presses = tries.filter(({ handling }) => handling !== undefined && chain.includes(handling.execution));
	const nameOfItem = ({ item: { json } }: Came) =>
		`${String(json.to)} ${json.approved === true ? 'approved' : 'declined'}`;
	const came = Map.groupBy(execution.data.resultData.came.filter(isAnswer), nameOfItem);
	return { presses, came };
}

/** In milliseconds since 1970. */
const deadlineAt = ({ waits }: Execution, at: number) => waits.findLast((wait) => wait.at <= at)?.deadline ?? 0;

const countBy = (tries: LinkTry[]) => Map.groupBy(tries, ({ message: { to }, does }) => `${to} ${does}`);

/** Each output answer was pressed in time on the link of that number; nothing else answers. */
function* onlyPresses(lived: LivedAsking): Broken {
	for (const one of lived.tries)
		if (['look', 'forge'].includes(one.does) && (one.handling?.resumed || isThanked(one)))
			yield [`${one.does} answers`, `at ${one.at} ms`];
	for (const { handling, at } of lived.tries)
		if (handling?.isEarly && handling.resumed) yield ['an answer before n8n has started', `at ${at} ms`];
	for (const execution of succeeded(lived.base)) {
		const { presses, came } = answersOf(lived, execution);
		const stored = countBy(presses.filter(({ handling }) => handling!.resumed));
		for (const [name, items] of came)
			if (items.length > (stored.get(name)?.length ?? 0))
				yield ['an answer that nobody gave', `${nameOf(execution)}: ${name}`];
		if (lived.life.base.skews.length > 0) continue;
		for (const { handling, at } of presses)
			if (handling?.resumed && handling.execution === execution.id && EPOCH + at >= deadlineAt(execution, at))
				yield ['a late answer', `${nameOf(execution)}: at ${at} ms`];
	}
}

/** A confirmed answer is output. */
function* kept(lived: LivedAsking): Broken {
	for (const execution of succeeded(lived.base)) {
		const { presses, came } = answersOf(lived, execution);
		for (const [name, thanked] of countBy(presses.filter(isThanked)))
			if (thanked.length > (came.get(name)?.length ?? 0))
				yield ['an answer was confirmed, and does not come out', `${nameOf(execution)}: ${name}`];
	}
}

/** A question is output once, with its first answer or a reason; if all answers are awaited, so is each destination. */
function* complete({ life, base }: LivedAsking): Broken {
	for (const execution of succeeded(base)) {
		const came = execution.data.resultData.came.filter(({ item: { json } }) => Object.keys(json).length > 0);
		for (const [round, rows] of life.base.rounds.entries())
			for (const [itemIndex, { destinations }] of rows.entries()) {
				const own = came.filter(
					({ runIndex, item }) =>
						runIndex === round && (item.pairedItem as { item?: number } | undefined)?.item === itemIndex,
				);
				const wanted = destinations
					.map(({ to }) => to)
					.sort()
					.join();
				const said = own
					.flatMap(({ item: { json } }) => String(json.to).split(','))
					.sort()
					.join();
				const isFirst = life.awaits === 'first' && own.length === 1 && isAnswer(own[0]!);
				if (isFirst ? !wanted.includes(said) : said !== wanted)
					yield [
						'not each destination once',
						`${nameOf(execution)}, round ${round}, item ${itemIndex}: ${said} instead of ${wanted}`,
					];
			}
		for (const one of came)
			if (one.output !== (isAnswer(one) ? 0 : 1))
				yield ['at another output', `${nameOf(execution)}: ${JSON.stringify(one)}`];
	}
}

/** What is said of each destination without an answer. */
function unanswered({ data: { resultData } }: Execution) {
	return resultData.came
		.filter((one) => !isAnswer(one) && one.item.json.reason !== undefined)
		.flatMap(({ at, item: { json } }) =>
			((json.destinations ?? [json]) as IDataObject[]).map(({ to, reason }) => ({
				at,
				to: String(to),
				reason,
				content: String(json.question),
			})),
		);
}

const countWanted = (life: Life, to: string, content: string) =>
	life.rounds
		.flat()
		.filter((row) => row.content === content)
		.flatMap(({ destinations }) => destinations)
		.filter((destination) => destination.to === to).length;

/** The reason for having no answer is true. */
function* reasons({ life, base }: LivedAsking): Broken {
	const { service } = base;
	for (const execution of succeeded(base))
		for (const { at, to, reason, content } of unanswered(execution)) {
			const what = `${nameOf(execution)}: ${to} ${content}`;
			if (reason === 'waiting') yield ['it came out while it waits', what];
			if (reason === 'linkEnded' && execution.retryOf === undefined) yield ['a link ended without Retry', what];
			const messages = service.accepted.filter((one) => one.to === to && questionIn(one.content) === content);
			// If it tried to send again, it may not know which of the two messages a log entry is of
			const isSentHere = base.network.exchanges.some(
				(one) => one.isSend && one.at >= execution.beganAt && one.what.includes(to),
			);
			// Sent again, a message has another ID at a service that assigns its own, and another link on Retry
			const different = (key: 'messageId' | 'content') => new Set(messages.map((one) => one[key])).size;
			const sent = Math.min(different('messageId'), different('content'));
			const areAllSent = sent >= countWanted(life.base, to, content);
			if (reason === 'timeLimit' && messages.length > 0 && areAllSent && !isSentHere && at > execution.beganAt)
				yield ['it waited for a link that had ended', what];
			const hasFailed = messages.some((message) => {
				const { groupId } = service.statusOf(message, execution.endedAt!);
				return [2, 4, 5].includes(groupId);
			});
			if (reason === 'notReached' && !hasFailed && areAllSent) yield ['not reached, but it was', what];
		}
}

/** Nobody who could answer is told that the question is answered, over or not there. */
function* turnedAway({ life, base, tries }: LivedAsking): Broken {
	if (life.base.skews.length > 0) return;
	for (const execution of succeeded(base)) {
		const outOfTime = unanswered(execution).filter(({ reason }) => reason === 'timeLimit');
		const isOpen = ({ at, message }: LinkTry) => {
			const { to, content } = message;
			// An equal question that the service does not have may be the one that nobody answered
			const isOnly =
				base.service.accepted.filter((one) => one.to === to).length === 1 &&
				countWanted(life.base, to, questionIn(content)) === 1;
			const isAnswered = tries.some((one) => one.message === message && one.at < at && isThanked(one));
			return (
				isOnly &&
				!isAnswered &&
				EPOCH + at < deadlineAt(execution, at) &&
				outOfTime.some((one) => one.at > at && one.to === to && one.content === questionIn(content))
			);
		};
		for (const one of tries)
			if (
				['approved', 'declined'].includes(one.does) &&
				one.handling?.execution === execution.id &&
				one.handling.knowsNoWait === undefined &&
				[404, 409, 410].includes(pageOf(one) ?? 0) &&
				isOpen(one)
			)
				yield [String(pageOf(one)), `${nameOf(execution)}: ${one.message.to} at ${one.at} ms`];
	}
}
