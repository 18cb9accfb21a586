import type { LivedLife } from './life';

/** A readable account of a life: what was drawn, and what happened. */
export function storyOf({ life, service, network, n8n, tries }: LivedLife): string {
	const { rounds, fates, reportings, nature, faults, engine, kills: _, seed: __, ...rest } = life;
	const { storings, ...engineRest } = engine;
	const lines: Array<[number, string]> = [
		...network.exchanges
			.slice(0, 60)
			.map(({ at, what, ended, endedAt }): [number, string] => [
				at,
				`${what} -> ${ended ?? 'no end'}${endedAt === undefined ? '' : ` at ${Math.round(endedAt)} ms`}`,
			]),
		...tries.map(({ at, n, reports, writing, isBodyWhole, bodyEndedAt, handling, goneAt, heard }): [number, string] => {
			const { answered, settledAt, resumed, execution } = handling ?? {};
			const what =
				reports.map(({ message, status }) => `${message.messageId} ${status}`).join(', ') || 'something else';
			const answer =
				handling === undefined
					? 'nothing listens'
					: answered === undefined
						? `no answer (webhook() ended at ${settledAt} ms)`
						: `${answered.status} ${JSON.stringify(answered.answer)} at ${answered.at} ms`;
			return [
				at,
				`push to execution ${execution}${n === 0 ? '' : ` again (${n})`} as ${writing.form}, ${writing.oddity}: ${what}; ${isBodyWhole ? 'all came' : 'cut'} at ${bodyEndedAt} ms: ${answer}${resumed ? ', it ends the wait' : ''}${goneAt === undefined ? '' : `; the sender goes at ${goneAt} ms`}${heard === undefined ? '; it heard nothing' : ''}`,
			];
		}),
		...n8n.killedAt.map((at): [number, string] => [at, 'n8n is killed']),
		...n8n.executions.flatMap(
			({ id, retryOf, beganAt, endedAt, status, waits }): Array<[number, string]> => [
				[beganAt, `execution ${id} begins${retryOf === undefined ? '' : `, a Retry of ${retryOf}`}`],
				...waits.map(({ at }): [number, string] => [at, `execution ${id} is stored as waiting`]),
				...(endedAt === undefined ? [] : [[endedAt, `execution ${id} ends: ${status}`] satisfies [number, string]]),
			],
		),
	];
	return [
		`The service: ${JSON.stringify(nature)}`,
		`What becomes of its messages: ${JSON.stringify(fates)}`,
		...reportings.map((reporting, place) => `It reports (${place}): ${JSON.stringify(reporting)}`),
		...rounds.map((rows, round) => `Round ${round}: ${JSON.stringify(rows)}`),
		`n8n: ${JSON.stringify({ ...engineRest, storings: storings.filter((storing) => storing !== undefined) })}`,
		`Else: ${JSON.stringify({ ...rest, faults: { sends: faults.sends.slice(0, 4), looks: faults.looks.slice(0, 4) } })}`,
		'What happened:',
		...lines.sort(([a], [b]) => a - b).map(([at, what]) => `  ${Math.round(at)} ms ${what}`),
		...n8n.executions.flatMap(({ id, data: { resultData } }) =>
			resultData.came.map(
				({ runIndex, output, item }) =>
					`  execution ${id}, round ${runIndex}, output ${output}: ${JSON.stringify(item)}`,
			),
		),
		`At the service: ${service.accepted.map(({ to, content, messageId, acceptedAt }) => `${to} '${content}' as ${messageId} at ${Math.round(acceptedAt)} ms`).join('; ')}`,
	].join('\n');
}
