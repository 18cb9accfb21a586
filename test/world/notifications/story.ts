import type { LivedLife } from './life';

/** A readable account of a life: what was drawn, and what happened. */
export function storyOf({ life, tries, runs, killedAt, away }: LivedLife): string {
	const { triggers, pushes, storings, kills, restartMs, skews } = life;
	return [
		...triggers.map((trigger, place) => `Trigger ${place}: ${JSON.stringify(trigger)}`),
		...pushes.map((push, place) => `Push ${place}: ${JSON.stringify(push)}`),
		...storings.flatMap((storing, place) =>
			storing === undefined ? [] : [`Run ${place} that n8n is to store: ${JSON.stringify(storing)}`],
		),
		...(kills.length === 0 && killedAt.length === 0
			? []
			: [`n8n is killed at ${killedAt.join(', ')} ms, and starts again after ${restartMs} ms`]),
		...away.flatMap((absences, place) =>
			absences.map(({ from, to }) => `The workflow of trigger ${place} is away from ${from} to ${to} ms`),
		),
		...(skews.length === 0 ? [] : [`The clock is set: ${JSON.stringify(skews)}`]),
		'What happened:',
		...tries.map(({ push, n, at, bodyEndedAt, isBodyWhole, goneAt, handling, heard }) => {
			const { settledAt, answered } = handling ?? {};
			const body = bodyEndedAt === undefined ? '' : `, ${isBodyWhole ? 'all came' : 'cut'} at ${bodyEndedAt} ms`;
			const answer =
				handling === undefined
					? 'nothing listens'
					: answered === undefined
						? `no answer (webhook() ${settledAt === undefined ? 'goes on' : `ended at ${settledAt} ms`})`
						: `${answered.status} ${JSON.stringify(answered.answer)} at ${answered.at} ms`;
			return `  ${at} ms push ${push}${n === 0 ? '' : ` again (${n})`}${body}: ${answer}${goneAt === undefined ? '' : `; the sender goes at ${goneAt} ms`}${heard === undefined ? '; it heard nothing' : ''}`;
		}),
		...runs.map(
			({ trigger, storedAt, items }) =>
				`  ${storedAt} ms a run of trigger ${trigger} is stored: ${JSON.stringify(items)}`,
		),
	].join('\n');
}
