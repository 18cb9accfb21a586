import { is } from '../features';
import type { LivedLife } from './life';
import { isLetIn } from './proofs';

/** Anything unusual about a life, whether drawn or encountered. */
export function featuresOf({ life, tries, runs, killedAt, away }: LivedLife): string[] {
	const { triggers, pushes, skews } = life;
	const handled = tries.flatMap(({ handling }) => (handling === undefined ? [] : [handling]));
	return [
		...is('two triggers', triggers.length > 1),
		...is(
			'a report several times in a push',
			pushes.some(({ notification: { reports } }) => new Set(reports).size < reports.length),
		),
		...is(
			'the service repeats a push',
			tries.some(({ n }) => n > 0),
		),
		...is(
			'a report of other pushes too',
			pushes.some(({ notification: { reports } }, place) =>
				pushes.some(
					(other, index) => index < place && other.notification.reports.some((report) => reports.includes(report)),
				),
			),
		),
		...is(
			'a repeat comes after n8n answered 200',
			tries.some(({ push, n, at }) =>
				tries.some(
					(other) =>
						other.push === push &&
						other.n < n &&
						other.handling?.answered?.status === 200 &&
						other.handling.answered.at <= at,
				),
			),
		),
		...is(
			'pushes at the same time',
			tries.some((one) =>
				tries.some(
					(other) => other !== one && other.at <= one.at && one.at < (other.handling?.answered?.at ?? Infinity),
				),
			),
		),
		...is(
			'XML',
			pushes.some(({ notification: { form } }) => form.endsWith('Response')),
		),
		...pushes.map(({ notification: { oddity } }) => `a body: ${oddity}`),
		...is(
			'a connection breaks before all has come',
			tries.some(({ isBodyWhole, handling }) => !isBodyWhole && handling?.answered?.isSenderThere === false),
		),
		...is(
			'the sender leaves before it is answered',
			handled.some(({ answered }) => answered?.isSenderThere === false),
		),
		...is(
			'who may not push',
			pushes.some(({ trigger, proof, address }) => !isLetIn(triggers[trigger]!, proof, address)),
		),
		...is('n8n is killed', killedAt.length > 0),
		...is(
			'a run is stored, and n8n killed before its answer',
			runs.some(({ handling }) => handling.answered === undefined),
		),
		...is(
			'nothing listens',
			tries.some(({ handling }) => handling === undefined),
		),
		...is(
			'a workflow is updated or unpublished',
			away.some((absences) => absences.length > 0),
		),
		...is('the system clock is set', skews.length > 0),
		...handled.map(({ answered }) =>
			answered === undefined ? 'a push without an answer' : `a push is answered ${answered.status}`,
		),
		...is('a run starts', runs.length > 0),
	];
}
