import { serviceWithout } from '../reports/without';
import type { Happening, Life } from './life';

/** Things that a service, n8n or a user may do, each with a function that removes it from a life. */
export const WITHOUT: Record<string, (life: Life) => Life> = {
	...Object.fromEntries(
		Object.entries(serviceWithout).map(([name, without]) => [name, (life: Life) => ({ ...life, ...without(life) })]),
	),
	'publishing anew': withoutHappening('published'),
	unpublishing: withoutHappening('unpublished'),
	'a restart of n8n': withoutHappening('restarted'),
	'a clock that is set': withoutHappening('clock is set'),
	'activation by n8n itself': (life) => ({ ...life, activation: 'activate' }),
	'little time for a poll': ({ budgetMs: _, ...life }) => life,
};

function withoutHappening(kind: Happening['kind']): (life: Life) => Life {
	return (life) => ({ ...life, happenings: life.happenings.filter((happening) => happening.kind !== kind) });
}
