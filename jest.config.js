const project = (name, options = {}) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.dev.json' }] },
	// These hold packages of the same names
	modulePathIgnorePatterns: ['dist', 'n8n/node_modules', '.demo', 'test-results'].map((folder) => `<rootDir>/${folder}/`),
	...options,
});

/**
 * `npm test` runs unit, sandbox, integration and package in process, then essentials in a real n8n; `npm run test:n8n` the rest in a
 * real n8n and a browser; `npm run test:long` the full size of what has a short form in these.
 */
module.exports = {
	projects: [
		project('unit'),
		project('sandbox'),
		project('integration', { setupFilesAfterEnv: ['<rootDir>/test/integration/setUp.ts'] }),
		project('package'),
		project('end-to-end'),
		project('browser'),
		project('long'),
	],
};
