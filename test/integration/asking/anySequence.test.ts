import fc from 'fast-check';

import { AskedExecution, withSandbox, type Page } from './askedExecution';

/** Whatever comes in whatever order: what comes out is what was answered 200 to a person who pressed a button, once. */

const NUMBERS = ['43660000001', '43660000002', '43660000003'];
const LIMIT_MINUTES = 30;

type Step = { who: number; does: 'get' | 'head' | 'approve' | 'decline' | 'forge' | 'wake' | 'sleep'; during?: Step };

const step: fc.Arbitrary<Step> = fc.record(
	{
		who: fc.nat(NUMBERS.length - 1),
		does: fc.constantFrom('get', 'head', 'approve', 'decline', 'forge', 'wake', 'sleep'),
		// Meanwhile, before the body of the first has arrived
		during: fc.record({ who: fc.nat(NUMBERS.length - 1), does: fc.constantFrom('approve', 'decline', 'get', 'wake') }),
	},
	{ requiredKeys: ['who', 'does'] },
);

interface Done {
	step: Step;
	at: number;
	page: Page;
}

async function take(asked: AskedExecution, links: URL[], one: Step, done: Done[]): Promise<void> {
	const { who, does, during } = one;
	if (does === 'sleep') return await new Promise((resolve) => setTimeout(resolve, 400_000));
	if (does === 'wake') return asked.isWaiting ? await asked.wake() : undefined;
	const link = new URL(links[who]!);
	if (does === 'forge') {
		const code = link.searchParams.get('k')!;
		link.searchParams.set('k', (code.startsWith('A') ? 'B' : 'A') + code.slice(1));
	}
	const isPost = does !== 'get' && does !== 'head';
	const page = await asked.request(
		isPost ? 'POST' : does.toUpperCase(),
		link,
		`answer=${does === 'decline' ? 'declined' : 'approved'}`,
		during && (async () => await take(asked, links, during, done)),
	);
	done.push({ step: one, at: Date.now(), page });
}

test.each(['first', 'all'])('awaiting: %s', async (awaits) => {
	await withSandbox(async (sandbox) => {
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
				const asked = await AskedExecution.start(sandbox, {
					to: NUMBERS.join(),
					awaits,
					timeLimit: LIMIT_MINUTES,
					timeLimitUnit: 'minutes',
				});
				const deadline = Date.now() + LIMIT_MINUTES * 60_000;
				const links = NUMBERS.map((number) => asked.link(number));
				const done: Done[] = [];
				for (const one of steps) await take(asked, links, one, done);
				await asked.untilOver();
				const [answers, others] = asked.came;
				const taken = done.filter(
					({ step: { does }, page }) => ['approve', 'decline'].includes(does) && page.status === 200,
				);
				expect(answers.map(({ to, approved }) => [to, approved]).sort()).toEqual(
					taken.map(({ step: { who, does } }) => [NUMBERS[who], does === 'approve']).sort(),
				);
				expect(new Set(taken.map(({ step: { who } }) => who)).size).toBe(taken.length);
				expect(taken.every(({ at }) => at < deadline)).toBe(true);
				expect(answers.length + others.length).toBe(awaits === 'first' ? 1 : NUMBERS.length);
				for (const {
					step: { does },
					page,
				} of done)
					if (does === 'forge') expect([404, 409]).toContain(page.status);
				// A first press in time that nothing crossed was taken
				const [press] = done.filter(({ step: { does } }) => ['approve', 'decline'].includes(does));
				if (press !== undefined && press.step.during === undefined && press.at < deadline)
					expect(press.page.status).toBe(200);
			}),
			{ numRuns: 60 },
		);
	});
});
