import { executionFeatures, is } from '../features';
import type { LivedLife } from './life';
import type { Exchange } from '../sending/network';

/** Anything unusual about a life, whether drawn or encountered. */
export function featuresOf({ life, service, executions }: LivedLife): string[] {
	const { question, nature, rounds, retries, skews } = life;
	return [
		...serviceFeatures(nature),
		...exchangeFeatures(executions.flatMap(({ exchanges }) => exchanges)),
		...is('Return All', question.returnAll),
		...is('message IDs', question.filters.includes('messageId')),
		...is('Message IDs Without a Report come out as items', question.missingReports === 'items'),
		...is('bulk IDs', question.filters.includes('bulkId')),
		...is(
			'a faulty item',
			question.filters.includes('messageId') && rounds.flat().some(({ messageId }) => messageId === ''),
		),
		...is('runs in a loop', rounds.length > 1),
		...is('Retry On Fail', life.tries > 1),
		...is('the system clock is set', skews.length > 0),
		...executionFeatures(executions),
		...is(
			'Retry with another question',
			executions.length > 1 &&
				retries.slice(0, executions.length - 1).some(({ question: other }) => other !== undefined),
		),
		...is('reports of one message that differ', differ(service.handedOut.map(({ waiting }) => waiting))),
	];
}

export function serviceFeatures({ waiting, cap, knowsBulkIds }: LivedLife['life']['nature']): string[] {
	return [
		...is('the service gives few reports an answer', cap < 1000),
		...is('the service ignores bulk IDs', !knowsBulkIds),
		...is(
			'reports are handed out twice',
			waiting.some(({ times }) => times > 1),
		),
		...is(
			'entries that are no reports',
			waiting.some(({ odd }) => odd !== undefined),
		),
		...is('no report at all', waiting.length === 0),
	];
}

export function exchangeFeatures(exchanges: Exchange[]): string[] {
	return exchanges.flatMap(({ ended, fault }) => [
		...(ended === undefined
			? []
			: [
					/^\d/.test(ended)
						? `a call is answered ${ended === '200' ? 'with 200' : `with another ${ended[0]}xx`}`
						: `a call ends with ${ended}`,
				]),
		...(fault?.answer.kind === 'trickle' ? ['an answer trickles'] : []),
		...(fault?.answer.kind === 'status' &&
		fault.answer.status >= 200 &&
		fault.answer.status < 300 &&
		fault.answer.body !== 'right'
			? [`a success with another body (${fault.answer.body})`]
			: []),
	]);
}

export function differ(waiting: LivedLife['life']['nature']['waiting']): boolean {
	return (
		new Set(waiting.map(({ messageId, status }) => `${messageId} ${status}`)).size <
		new Set(waiting.map((entry) => JSON.stringify({ ...entry, afterMs: 0, times: 0 }))).size
	);
}
