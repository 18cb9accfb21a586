import { describePlan } from '../sending/story';
import type { LivedLife } from './life';

/** A readable account of a life: anything unusual that was drawn, and what happened. */
export function storyOf({ life, service, executions }: LivedLife): string {
	const { nature, question, onError, tries, rounds, end, retries, savesProgress, skews, faults } = life;
	return [
		`The service: ${JSON.stringify(nature)}`,
		`The node: ${onError}, ${tries === 1 ? 'no Retry On Fail' : `${tries} tries`}, ${JSON.stringify(question)}`,
		`n8n ${savesProgress ? 'saves' : 'does not save'} progress${skews.length === 0 ? '' : `; its clock is set: ${JSON.stringify(skews)}`}`,
		...rounds.map((rows, round) => `Round ${round}: ${JSON.stringify(rows)}`),
		`The first execution ends by ${JSON.stringify(end)}${retries.length === 0 ? '' : `; retries: ${JSON.stringify(retries)}`}`,
		...describePlan('Call', faults),
		'What happened:',
		...executions.flatMap((execution) => [
			`  Execution ${execution.id} (${execution.mode}) from ${Math.round(execution.beganAt)} to ${Math.round(execution.endedAt)} ms: ${execution.ended}`,
			...execution.exchanges
				.slice(0, 40)
				.map(
					({ at, what, ended, endedAt }) =>
						`    ${Math.round(at)} ms ${what} -> ${ended ?? 'no end'}${endedAt === undefined ? '' : ` at ${Math.round(endedAt)} ms`}`,
				),
			...execution.outcomes.map((outcome) =>
				`    gave out ${'error' in outcome ? `the error ${outcome.error.message} ${JSON.stringify(outcome.error)}` : `${JSON.stringify(outcome.items)}, and said ${JSON.stringify(outcome.hints)}`}`.slice(
					0,
					3000,
				),
			),
		]),
		`Handed out: ${service.handedOut.map(({ entry, at }) => `${JSON.stringify(entry)} at ${Math.round(at)} ms`).join('; ')}`,
	].join('\n');
}
