import { is } from '../features';
import { featuresOf } from '../waiting/features';
import { storyOf } from '../waiting/story';
import { WITHOUT } from '../waiting/without';
import type { World } from '../world';
import { live, type AskingLife, type LivedAsking } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';

export const askingWorld = (): World<AskingLife, LivedAsking> => ({
	lives,
	live,
	violationsOf,
	storyOf: ({ life: { awaits, acts }, base, tries }) =>
		[
			storyOf(base),
			`Awaited: ${awaits}. What is done with the links: ${JSON.stringify(acts)}`,
			...tries.map(({ at, n, does, message: { to }, handling }) => {
				const { answered, resumed, execution, isOfN8n } = handling ?? {};
				const page = `${answered?.status}${isOfN8n ? ' by n8n' : ''}${resumed ? ', stored' : ''} at ${answered?.at} ms`;
				return `  ${Math.round(at)} ms ${does}${n === 0 ? '' : ` again (${n})`} on the link of ${to} to execution ${execution}: ${page}`;
			}),
		].join('\n'),
	featuresOf: ({ life, base, tries }) => [
		...featuresOf(base),
		`awaiting ${life.awaits}`,
		...tries.map(({ does, handling }) => `${does}: ${handling?.answered?.status ?? 'no answer'}`),
		...is(
			'an answer is stored, but the person does not learn of it',
			tries.some(({ handling, heard }) => handling?.resumed === true && heard === undefined),
		),
		...base.n8n.executions.flatMap(({ data: { resultData } }) =>
			resultData.came.map(({ item: { json } }) => `comes out: ${String(json.answer ?? json.reason ?? 'else')}`),
		),
	],
	countsOf: ({ base: { n8n, network }, tries }) => ({
		executions: n8n.executions.length,
		'requests to links': tries.length,
		requests: network.exchanges.length,
	}),
	without: (life) => ({
		...Object.fromEntries(
			Object.entries(WITHOUT).map(([what, without]) => [what, { ...life, base: without(life.base) }]),
		),
		...Object.fromEntries(
			['look', 'forge', 'approved', 'declined'].map((does) => [
				does,
				{ ...life, acts: life.acts.map((acts) => acts.filter((act) => act.does !== does)) },
			]),
		),
	}),
});
