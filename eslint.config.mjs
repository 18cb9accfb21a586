import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import typescriptParser from '@typescript-eslint/parser';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import redos from 'eslint-plugin-redos';

// The five rules that n8n's package scanner turns off too; every other rule of both plugins is on.
const OFF_IN_CREDENTIALS = [
	'cred-class-field-documentation-url-miscased',
	'cred-class-field-type-options-password-missing',
];
const OFF_IN_NODES = [
	'node-class-description-inputs-wrong-regular-node',
	'node-class-description-outputs-wrong',
	'node-param-type-options-max-value-present',
];

const off = (rules) => Object.fromEntries(rules.map((rule) => [`n8n-nodes-base/${rule}`, 'off']));
const published = { languageOptions: { parser: typescriptParser }, plugins: { 'n8n-nodes-base': n8nNodesBase } };

/** Patterns take time in proportion to the text: each is checked, so each has to be written out. */
const linearPatterns = {
	languageOptions: { parser: typescriptParser },
	plugins: { redos },
	files: ['{nodes,credentials,sandbox}/**/*.{ts,tsx}'],
	rules: {
		// A pattern that cannot be checked in this time is no better than one that fails
		'redos/no-vulnerable': ['error', { ignoreErrors: false, timeout: 60_000, cache: false }],
		'no-restricted-syntax': [
			'error',
			{
				selector: ':matches(NewExpression, CallExpression)[callee.name="RegExp"]:not([arguments.0.type="Literal"])',
				message: 'A pattern made at run time cannot be checked. Write a literal, or search without a pattern.',
			},
		],
	},
};

export default [
	{
		ignores: [
			'**/*',
			'!package.json',
			...['nodes', 'credentials', 'sandbox'].flatMap((dir) => [`!${dir}/`, `!${dir}/**`]),
		],
	},
	{ ...n8nCommunityNodesPlugin.configs.recommended, files: ['package.json', '{nodes,credentials}/**/*.{ts,json}'] },
	linearPatterns,
	{ ...published, files: ['package.json'], rules: n8nNodesBase.configs.community.rules },
	{
		...published,
		files: ['credentials/**/*.ts'],
		rules: { ...n8nNodesBase.configs.credentials.rules, ...off(OFF_IN_CREDENTIALS), 'no-console': 'error' },
	},
	{
		...published,
		files: ['nodes/**/*.ts'],
		rules: { ...n8nNodesBase.configs.nodes.rules, ...off(OFF_IN_NODES), 'no-console': 'error' },
	},
	{ files: ['package.json', '{nodes,credentials}/**/*.json'], languageOptions: { parser: typescriptParser } },
];
