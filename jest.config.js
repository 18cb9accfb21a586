const project = (name, options = {}) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.dev.json' }] },
	// These hold packages of the same names
	modulePathIgnorePatterns: ['dist', 'n8n/node_modules', '.demo', 'test-results'].map((folder) => `<rootDir>/${folder}/`),
	...options,
});

/** A real n8n for each worker of jest, which its files share. */
const withN8n = { globalSetup: '<rootDir>/test/n8n/globalSetup.ts', globalTeardown: '<rootDir>/test/n8n/globalTeardown.ts' };

/**
 * `essentials` shows in the real n8n what only it can show, each thing once (npm test); `end-to-end` and `browser` are all the rest
 * there (npm run test:n8n), and `long` what takes long (npm run test:long).
 */
module.exports = {
	projects: [
		project('unit'),
		project('sandbox'),
		project('integration'),
		project('package'),
		project('essentials', withN8n),
		project('end-to-end', withN8n),
		project('browser', withN8n),
		project('long'),
	],
};
