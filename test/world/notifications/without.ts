import type { Way } from '../http/sender';
import type { Life, Push, Trigger } from './life';

/** Things that a service, n8n or a user may do, each with a function that removes it from a life. */
export const WITHOUT: Record<string, (life: Life) => Life> = {
	'repeats of a push': withPushes((push) => ({ ...push, pausesMs: [] })),
	'answers that get lost': withWays((way) => ({ ...way, losesAnswer: false })),
	'senders that go': withWays(({ hangUpMs: _, ...way }) => way),
	'connections that break': withWays(({ cutAt: _, ...way }) => way),
	'slow bodies': withWays((way) => ({ ...way, bodyMs: 1 })),
	'odd bodies': withPushes((push) => ({ ...push, notification: { ...push.notification, oddity: 'none' } })),
	XML: withPushes((push) => ({ ...push, notification: { ...push.notification, form: 'json' } })),
	'runs whose storing goes wrong or takes long': (life) => ({ ...life, storings: [] }),
	'a killed n8n': (life) => ({
		...life,
		kills: [],
		storings: life.storings.map((storing) => storing && { ms: storing.ms, ends: storing.ends }),
	}),
	'workflows that are updated or unpublished': (life) => ({ ...life, absences: [] }),
	'a clock that is set': (life) => ({ ...life, skews: [] }),
	'a credential that takes time': withTriggers((trigger) => ({ ...trigger, credentialMs: 0 })),
	filters: withTriggers(({ pattern: _, from: __, ...trigger }) => ({ ...trigger, startOn: 'all' })),
	'allowed addresses': withTriggers(({ allowed: _, ...trigger }) => trigger),
};

function withPushes(change: (push: Push) => Push): (life: Life) => Life {
	return (life) => ({ ...life, pushes: life.pushes.map(change) });
}

function withWays(change: (way: Way) => Way): (life: Life) => Life {
	return withPushes((push) => ({ ...push, ways: push.ways.map(change) }));
}

function withTriggers(change: (trigger: Trigger) => Trigger): (life: Life) => Life {
	return (life) => ({ ...life, triggers: life.triggers.map(change) });
}
