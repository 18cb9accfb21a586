import { is } from '../features';
import type { LivedLife } from './life';

/** Anything unusual about a life, whether drawn or encountered. */
export function featuresOf({ life, service, execution }: LivedLife): string[] {
	const { nature, questions, sentMeanwhile, output, returnAll, tries, end, deliveredAfterMs } = life;
	const { entries } = service;
	const { cap } = nature;
	const together = [...Map.groupBy(entries, ({ sentAt }) => sentAt).values()].map(({ length }) => length);
	const outcome = execution.outcomes[0];
	const items = outcome === undefined || 'error' in outcome ? [] : outcome.items;
	return [
		`logs are ${nature.order}`,
		...is('answers keep entries other than the first in their order', nature.keeps !== 'first'),
		...is('bounds are exclusive', nature.since === 'exclusive' || nature.until === 'exclusive'),
		...is('more entries than one answer gives', entries.length > cap),
		...is('more than 100 entries', entries.length > 100),
		...is('more than 1,000 entries', entries.length > 1000),
		...is(
			'an instant with more entries than one answer gives',
			together.some((count) => count > cap),
		),
		...is('an instant of just as many entries as one answer gives', together.includes(cap)),
		...is('everything in one instant', together.length === 1),
		...is('no entries', entries.length === 0),
		...is('a filter is ignored', nature.ignoresFrom || nature.ignoresStatus),
		...is('the limit is ignored', nature.ignoresLimit),
		...is('times with another offset', nature.isZoned),
		...is('messages are sent while the logs are read', sentMeanwhile.length > 0),
		...is(
			'messages are delivered while the logs are read',
			deliveredAfterMs !== undefined && entries.some(({ group }) => group === 'PENDING'),
		),
		...is('a range of time', questions[0]!.sinceAgo !== undefined || questions[0]!.untilAgo !== undefined),
		...is(
			'other filters',
			questions.some(
				({ from, bulkId, generalStatus }) => from !== undefined || bulkId !== undefined || generalStatus !== undefined,
			),
		),
		...is('several items', questions.length > 1),
		...is('a summary', output !== 'entries'),
		...is('without Return All', !returnAll),
		...is('Retry On Fail', tries > 1),
		...is('Stop', end.kind === 'stop'),
		...execution.exchanges.flatMap(({ fault, ended }) =>
			fault === undefined
				? []
				: [
						`a call ends with ${ended ?? 'nothing'}`.replace(/\d\d$/, 'xx'),
						...is('an answer trickles', fault.answer.kind === 'trickle'),
					],
		),
		`the execution ends with ${execution.ended}`,
		...is(
			'error items beside entries',
			items.some(({ json }) => json.error !== undefined) && items.some(({ json }) => json.error === undefined),
		),
		...is('a hint', outcome !== undefined && 'hints' in outcome && outcome.hints.length > 0),
	];
}
