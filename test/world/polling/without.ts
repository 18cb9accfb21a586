import { serviceWithout } from '../reports/without';
import type { Happening, Life } from './life';

/** What a service, n8n or a user may do, and the life without it. */
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
