const project = (name, options = {}) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	// Nothing else is looked through: n8n alone has 200,000 files
	roots: ['<rootDir>/test'],
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.json' }] },
	// These hold packages of the same names
	modulePathIgnorePatterns: [
		'dist',
		'sandbox/dist',
		'tools/n8n/node_modules',
		'tools/registry/node_modules',
		'.demo',
		'test-results',
	].map((folder) => `<rootDir>/${folder}/`),
	...options,
});

/** A real n8n for each worker of jest, which its files share. */
const withN8n = {
	globalSetup: '<rootDir>/test/support/n8n/globalSetup.ts',
	globalTeardown: '<rootDir>/test/support/n8n/globalTeardown.ts',
};

/**
 * `npm test` runs unit, sandbox, integration, package and world in process, then essentials in a real n8n; `npm run test:n8n` more in a
 * real n8n and a browser; `npm run test:long` the full size of what has a short form in these, and what takes a minute each.
 */
module.exports = {
	projects: [
		project('unit'),
		project('sandbox'),
		project('integration', { setupFilesAfterEnv: ['<rootDir>/test/integration/setUp.ts'] }),
		project('package'),
		project('world'),
		project('essentials', withN8n),
		project('end-to-end', withN8n),
		project('browser', withN8n),
		project('long'),
	],
};
