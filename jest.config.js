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
 * Unit, sandbox and integration tests run side by side; what starts a real n8n runs one file at a time (npm test).
 * What takes long at full size has a short form among these, and its full size in `long` (npm run test:long).
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
