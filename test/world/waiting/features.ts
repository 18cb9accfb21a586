import { is } from '../features';
import type { LivedLife } from './life';

/** Anything unusual about a life, whether drawn or encountered. */
export function featuresOf({ life, tries, n8n, network }: LivedLife): string[] {
	const { nature, rounds, reportings, fates, faults, engine } = life;
	const handled = tries.flatMap(({ handling }) => (handling === undefined ? [] : [handling]));
	return [
		...is('several destinations', rounds.flat().flatMap(({ destinations }) => destinations).length > 1),
		...is('two runs of the node', rounds.length > 1),
		...is(
			'own message IDs',
			rounds.flat().some(({ destinations }) => destinations.some(({ messageId }) => messageId !== undefined)),
		),
		...is(
			'an earlier message has the same ID of the user',
			nature.earlier.some((one) =>
				rounds.flat().some(({ destinations }) => destinations.some(({ messageId }) => messageId === one.messageId)),
			),
		),
		...is('service gives IDs of its own', nature.ids === 'own'),
		...is(
			'a status group that nobody knows',
			fates.some(({ parkedAfterMs }) => parkedAfterMs !== undefined),
		),
		...is(
			'reports never come',
			reportings.some(({ finalMs }) => finalMs.length === 0),
		),
		...is('logs lag', nature.logs.lagMs > 0),
		...is('logs forget', life.forgetsAfterMs !== undefined),
		...is('a send goes wrong', faults.sends.length > 0),
		...is(
			'a look into the logs fails',
			network.exchanges.some(({ isSend, ended }) => !isSend && ended !== '200'),
		),
		...is(
			'several reports in a push',
			tries.some(({ reports }) => reports.length > 1),
		),
		...is(
			'XML',
			tries.some(({ writing: { form } }) => form.endsWith('Response')),
		),
		...is(
			'a report before the wait is stored',
			handled.some(({ isOfN8n, answered }) => isOfN8n === true && answered?.status === 409),
		),
		...is(
			'a report ends the wait',
			handled.some(({ resumed }) => resumed === true),
		),
		...is(
			'the sender leaves before it is answered',
			handled.some(({ answered }) => answered?.isSenderThere === false),
		),
		...is(
			'storing what a report ends goes wrong',
			handled.some(({ isOfN8n, answered }) => isOfN8n === true && answered?.status === 500),
		),
		...is('n8n is killed', n8n.killedAt.length > 0),
		...is(
			'n8n is killed while an execution waits',
			n8n.killedAt.some((at) =>
				n8n.executions.some(({ waits, endedAt }) => waits.some((wait) => wait.at <= at) && (endedAt ?? Infinity) > at),
			),
		),
		...is('progress is saved', engine.savesProgress),
		...is('the old execution order', engine.executionOrder === 'v0'),
		...is('a Retry', n8n.executions.length > 1),
		...is('the system clock is set', life.skews.length > 0),
		...n8n.executions.map(
			({ status, retryOf, waits }) =>
				`an execution ends: ${status}${waits.length > 0 ? ' after a wait' : ''}${retryOf === undefined ? '' : ' on Retry'}`,
		),
		...is(
			'more than one wait in a run',
			n8n.executions.some(({ waits }) =>
				waits.some(({ deadline }, place) => place > 0 && waits[place - 1]!.deadline === deadline),
			),
		),
		...handled.map(({ answered }) =>
			answered === undefined ? 'a push without an answer' : `a push is answered ${answered.status}`,
		),
		...n8n.executions.flatMap(({ data: { resultData } }) =>
			resultData.came.map(({ output }) => `items at output ${output}`),
		),
	];
}
