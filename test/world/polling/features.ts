import { is } from '../features';
import { differ, exchangeFeatures, serviceFeatures } from '../reports/features';
import type { LivedLife } from './life';

/** Anything unusual about a life, whether drawn or encountered. */
export function featuresOf({ life, service, n8n, exchanges }: LivedLife): string[] {
	const { choice, happenings, nature } = life;
	const isUnderWay = (at: number) => n8n.polls.some((poll) => poll.at < at && (poll.endedAt ?? Infinity) >= at);
	return [
		...serviceFeatures(nature),
		...exchangeFeatures(exchanges),
		...is('reports of one message that differ', differ(service.handedOut.map(({ waiting }) => waiting))),
		...is('not all statuses start a run', choice.startOn !== 'all'),
		...is('a choice of senders or callback data', choice.from !== undefined || choice.callbackData !== undefined),
		...is('one item for all reports', choice.output === 'notification'),
		...is('n8n activates the workflow by itself', life.activation !== 'activate'),
		...is('n8n gives a poll little time', life.budgetMs !== undefined),
		...happenings.flatMap(({ kind, afterMs }) => [
			`the workflow or n8n: ${kind}`,
			...is(`the workflow or n8n: ${kind} during a poll`, kind !== 'clock is set' && isUnderWay(afterMs)),
		]),
		...n8n.polls.map(
			({ ended }) => `a poll ${ended === 'failed' ? 'fails' : ended === 'started' ? 'starts a run' : 'starts nothing'}`,
		),
		...is(
			'a poll begins while another is under way',
			n8n.polls.some(({ at }) => isUnderWay(at)),
		),
		...is(
			'a poll is thrown away',
			n8n.polls.some(({ isDiscarded, ended }) => isDiscarded && ended !== 'gave nothing'),
		),
	];
}
