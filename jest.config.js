const project = (name, options = {}) => ({
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.dev.json' }] },
	// dist and n8n/node_modules hold packages of the same names
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/n8n/node_modules/'],
	...options,
});

/** Unit, sandbox and integration tests run side by side; what starts a real n8n runs one file at a time (npm test). */
module.exports = {
	projects: [
		project('unit'),
		project('sandbox'),
		project('integration'),
		project('package'),
		project('end-to-end'),
		project('browser'),
	],
};
