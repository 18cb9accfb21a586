import { describePlan } from '../sending/story';
import type { LivedLife } from './life';

/** A readable account of a life: anything unusual that was drawn, and what happened. */
export function storyOf({ life, service, n8n, exchanges, endedAt }: LivedLife): string {
	const { nature, choice, faults, activation, intervalMs, budgetMs, happenings } = life;
	const shown = [
		...n8n.polls.map((poll): [number, string] => [
			poll.at,
			`a poll ${poll.ended}${poll.isDiscarded ? ', and is thrown away' : ''}${poll.endedAt === undefined ? '' : ` at ${Math.round(poll.endedAt)} ms`}: ${JSON.stringify(poll.error ?? poll.started ?? null)}`,
		]),
		...exchanges.map(({ at, what, ended, endedAt: until }): [number, string] => [
			at,
			`  ${what} -> ${ended ?? 'no end'}${until === undefined ? '' : ` at ${Math.round(until)} ms`}`,
		]),
		...n8n.logged.map((line): [number, string] => [Number.parseInt(line, 10), `  n8n's log: ${line}`]),
		...service.handedOut.map(({ entry, at }): [number, string] => [at, `  handed out: ${JSON.stringify(entry)}`]),
		...happenings.map((happening): [number, string] => [happening.afterMs, JSON.stringify(happening)]),
	];
	return [
		`The service: ${JSON.stringify(nature)}`,
		`The trigger: ${JSON.stringify(choice)}, activated by '${activation}', polls every ${intervalMs} ms${budgetMs === undefined ? '' : `, of which each has ${budgetMs} ms`}`,
		...describePlan('Call', faults),
		`What happened in ${Math.round(endedAt)} ms:`,
		...shown
			.sort(([a], [b]) => a - b)
			.slice(0, 80)
			.map(([at, what]) => `  ${Math.round(at)} ms ${what}`.slice(0, 1500)),
	].join('\n');
}
