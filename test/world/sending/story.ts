import type { Fault } from './network';
import type { LivedLife, Row } from './life';

/** A readable account of a life: anything unusual that was drawn, and what happened. */
export function storyOf({ life, service, executions }: LivedLife): string {
	const { nature, options, operation, onError, tries, rounds, end, retries, savesProgress, skews, faults } = life;
	return [
		`The service: ${JSON.stringify(nature)}`,
		`The node: ${operation}, ${onError}, ${tries === 1 ? 'no Retry On Fail' : `${tries} tries`}, ${JSON.stringify(options)}`,
		`n8n ${savesProgress ? 'saves' : 'does not save'} progress${skews.length === 0 ? '' : `; its clock is set: ${JSON.stringify(skews)}`}`,
		...rounds.map((rows, round) => `Round ${round}: ${rows.map(describeRow).join('; ')}`),
		`The first execution ends by ${JSON.stringify(end)}${retries.length === 0 ? '' : `; retries: ${JSON.stringify(retries)}`}`,
		...describePlan('Send', faults.sends),
		...describePlan('Look', faults.looks),
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
				`    gave out ${'error' in outcome ? `the error ${outcome.error.message} ${JSON.stringify(outcome.error.context?.data)}` : JSON.stringify(outcome.items.map(({ json, pairedItem }) => ({ ...json, pairedItem })))}`.slice(
					0,
					3000,
				),
			),
		]),
		`At the service: ${service.accepted.map(({ to, from, content, messageId, acceptedAt }) => `${to}${from === '' ? '' : ` from ${from}`} '${content}' as ${messageId} at ${Math.round(acceptedAt)} ms`).join('; ')}`,
	].join('\n');
}

function describeRow({ destinations, content, from, sendAt, bulkId }: Row): string {
	const to = destinations
		.map(({ to: number, messageId }) => (messageId === undefined ? number : `${number} as '${messageId}'`))
		.join(', ');
	return `'${content}' to ${to}${from === undefined ? '' : ` from ${from}`}${sendAt === undefined ? '' : ' scheduled'}${bulkId === undefined ? '' : ` in ${bulkId}`}`;
}

function arrivalOf({ lateMs }: Fault): string {
	return lateMs === undefined ? '' : ` ${lateMs} ms after it arrived`;
}

export function describePlan(name: string, faults: Array<Fault | undefined>): string[] {
	const lines = faults.map((fault, index) =>
		fault === undefined
			? undefined
			: `${name} ${index}: acts on ${fault.acts}${arrivalOf(fault)}, ${JSON.stringify(fault.answer)}${fault.delayMs === 0 ? '' : ` after ${fault.delayMs} ms`}`,
	);
	const shown = lines.filter((line) => line !== undefined);
	return shown.length > 8 ? [...shown.slice(0, 3), `… and ${shown.length - 3} more`] : shown;
}
