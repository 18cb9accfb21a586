import { executionFeatures, is } from '../features';
import type { LivedLife, Target } from './life';
import { REJECTED_NUMBER_END } from './service';

/** Anything unusual about a life, whether drawn or encountered. */
export function featuresOf({ life, service, executions }: LivedLife): string[] {
	const { nature, options, rounds, retries, skews } = life;
	const rows = rounds.flat();
	const targets = executions.flatMap((execution) => execution.targets);
	const exchanges = executions.flatMap((execution) => execution.exchanges);
	const answers = exchanges.flatMap(({ isSend, ended }) => (isSend && ended !== undefined ? [ended] : []));
	return [
		...is('service checks message IDs', nature.checksIds),
		...is(
			'an earlier message has the same ID of the user',
			nature.earlier.some((one) =>
				rounds.flat().some(({ destinations }) => destinations.some(({ messageId }) => messageId === one.messageId)),
			),
		),
		...is(
			'rejected under a status group that nobody knows',
			nature.form.rejected === 'FAILED' && targets.some(({ to }) => to.endsWith(REJECTED_NUMBER_END)),
		),
		...is('rejected messages have no ID in the answer', !nature.form.rejectedHaveIds),
		...is('clocks differ', nature.clockOffMs !== 0),
		...is('refusals repeat the key', nature.echoesKey),
		...is('the key has characters that JSON escapes', nature.key !== undefined),
		...is('logs hang throughout', nature.logs.hangs === true),
		...is('logs hang, with a hundred items or more', nature.logs.hangs === true && rows.length >= 100),
		...is(
			'a request is acted on late',
			exchanges.some(({ fault }) => fault?.lateMs !== undefined),
		),
		...is('a known ID is rejected', service.duplicates.length > 0),
		...is('service gives IDs of its own', nature.ids === 'own'),
		...is('rejections use up IDs', nature.rejectedUseUpIds),
		...is(
			'accepted or rejected under another status group',
			nature.form.accepted !== 'PENDING' || nature.form.rejected !== 'REJECTED',
		),
		...is('logs show what was rejected', nature.logs.showRejected),
		...is('logs show messages that failed later', nature.logs.later === 'UNDELIVERABLE'),
		...is('logs lag', nature.logs.lagMs > 0),
		...is('logs lag longer than the look-up time', nature.logs.lagMs > 1000 * options.lookUpTime),
		...is('logs give few entries an answer', nature.logs.cap < 1000),
		...is('logs know no lists of IDs', !nature.logs.knowsLists),
		...is('logs show no bulk ID for a single destination', nature.logs.bulkIds !== 'ours'),
		...is('logs are in no order', nature.logs.order === 'none'),
		...is('binary messages', life.operation === 'sendBinary'),
		...is(
			'own message IDs',
			rows.some(({ destinations }) => destinations.some(({ messageId }) => messageId !== undefined)),
		),
		...is(
			'own bulk IDs',
			rows.some(({ bulkId }) => bulkId !== undefined),
		),
		...is(
			'scheduled messages',
			rows.some(({ sendAt }) => sendAt !== undefined),
		),
		...is(
			'equal messages',
			new Set(executions[0]!.targets.map(({ to, from, content }) => `${to} ${from} ${content}`)).size <
				executions[0]!.targets.length,
		),
		...is(
			'the same text under different senders',
			isRepeated(
				executions[0]!.targets,
				({ to, content }) => `${to} ${content}`,
				({ from }) => from,
			),
		),
		...is('runs in a loop', rounds.length > 1),
		...is('hundreds or thousands of items', rows.length >= 300),
		...is('in a sub-workflow', life.isSubWorkflow),
		...is('its parent starts it again', life.isSubWorkflow && executions.length > 1),
		...is('Retry On Fail', life.tries > 1),
		...is('Report as Unknown', options.ifUnclear === 'report'),
		...is('Skip Messages Already Sent', options.skipSent),
		...is('Maximum Messages', options.maxMessages !== undefined),
		...is(
			'a repeated number is skipped',
			executions.some(({ targets }) => targets.some(({ isSkipped }) => isSkipped)),
		),
		...is('the system clock is set', skews.length > 0),
		...executionFeatures(executions),
		...is(
			'Retry of the first execution again',
			executions.length > 2 && retries.slice(1, executions.length - 1).some(({ of }) => of === 'first'),
		),
		...is(
			'Retry with other rows',
			executions.length > 1 && retries.slice(0, executions.length - 1).some(({ changes }) => changes.length > 0),
		),
		...answers.map((ended) =>
			/^\d/.test(ended)
				? `a send is answered ${ended === '200' ? 'with 200' : `with another ${ended[0]}xx`}`
				: `a send ends with ${ended}`,
		),
		...is(
			'an answer trickles',
			exchanges.some(({ fault }) => fault?.answer.kind === 'trickle'),
		),
		...is(
			'a look into the logs fails',
			exchanges.some(({ isSend, ended }) => !isSend && ended !== '200'),
		),
		...is('more than 10 destinations in an execution', executions[0]!.targets.length > 10),
	];
}

/** Whether messages that are alike differ in something else. */
function isRepeated(targets: Target[], alike: (target: Target) => string, other: (target: Target) => string): boolean {
	return [...Map.groupBy(targets, alike).values()].some((some) => new Set(some.map(other)).size > 1);
}
