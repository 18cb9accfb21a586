import type { LivedLife } from './life';

/** A readable account of a life: what was drawn, and what happened. */
export function storyOf({ life, service, execution, began }: LivedLife): string {
	const { nature, questions, output, returnAll, limit, patience, onError, tries, end, faults } = life;
	const described = faults
		.map((fault, index) => (fault === undefined ? undefined : `Call ${index}: ${JSON.stringify(fault)}`))
		.filter((line) => line !== undefined);
	const outcome = execution.outcomes[0];
	return [
		`The service: ${JSON.stringify(nature)}`,
		`Its logs: ${service.entries
			.slice(0, 60)
			.map(
				({ to, sentAt, group, addedAt }) =>
					`${to} at ${new Date(sentAt).toISOString()} ${group}${addedAt > 0 ? ` from ${addedAt} ms on` : ''}`,
			)
			.join('; ')}${service.entries.length > 60 ? ` and ${service.entries.length - 60} more` : ''}`,
		`The node: ${output}, ${returnAll ? 'Return All' : `limit ${limit}`}, patience ${patience}, ${onError}, ${tries} tries; began ${new Date(began).toISOString()}; ends by ${JSON.stringify(end)}`,
		`Its items: ${questions.map((question) => JSON.stringify(question)).join('; ')}`,
		...(described.length > 8 ? [...described.slice(0, 3), `… and ${described.length - 3} more`] : described),
		`What happened, until ${Math.round(execution.endedAt)} ms: ${execution.ended}`,
		...execution.exchanges
			.slice(0, 40)
			.map(
				({ at, what, ended, endedAt }) =>
					`  ${Math.round(at)} ms ${decodeURIComponent(what)} -> ${ended ?? 'no end'}${endedAt === undefined ? '' : ` at ${Math.round(endedAt)} ms`}`,
			),
		outcome === undefined
			? '  gave out nothing'
			: 'error' in outcome
				? `  gave out the error ${outcome.error.message}`
				: `  gave out ${outcome.items
						.map(
							({ json, pairedItem }) =>
								`${JSON.stringify(json.error === undefined && output === 'entries' ? json.to : { ...json, html: undefined })} for ${JSON.stringify(pairedItem)}`,
						)
						.join(', ')
						.slice(0, 3000)}; hints: ${outcome.hints.join(' | ')}`,
	].join('\n');
}
