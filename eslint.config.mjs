import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import typescriptParser from '@typescript-eslint/parser';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';

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

export default [
	{ ignores: ['**/*', '!package.json', '!nodes/', '!nodes/**', '!credentials/', '!credentials/**'] },
	n8nCommunityNodesPlugin.configs.recommended,
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
	{ files: ['**/*.json'], languageOptions: { parser: typescriptParser } },
];
