/** The unit and integration tests of a room, for mutants that survive the worlds. */
module.exports = {
	rootDir: '..',
	testMatch: ['<rootDir>/mutation/tests.ts'],
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.dev.json' }] },
};
