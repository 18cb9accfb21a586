/** Prints, as JSON, all rules of both plugins and the rules that eslint.config.mjs turns on for the files given: node reportLintRules.mjs FILE… */
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { ESLint } from 'eslint';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';

const eslint = new ESLint();

/** Those that report: as errors, or as warnings, which `npm run lint` does not let pass either. */
async function rulesOn(file) {
	const { rules } = await eslint.calculateConfigForFile(file);
	return Object.keys(rules).filter((name) => rules[name][0] > 0);
}

/** A deprecated rule has another in its place. */
const communityRules = Object.entries(n8nCommunityNodesPlugin.rules).filter(([, { meta }]) => !meta.deprecated);

const files = {};
for (const file of process.argv.slice(2)) files[file] = await rulesOn(file);

console.log(
	JSON.stringify({
		communityNodes: communityRules.map(([name]) => `@n8n/community-nodes/${name}`),
		nodesBase: Object.fromEntries(
			Object.entries(n8nNodesBase.configs).map(([name, { rules }]) => [name, Object.keys(rules)]),
		),
		nodesBaseRules: Object.keys(n8nNodesBase.rules).map((name) => `n8n-nodes-base/${name}`),
		files,
	}),
);
