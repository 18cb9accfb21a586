const { chosenRoom } = require('./rooms');

const tests = [...chosenRoom().quick, ...(process.env.MUTATION_TESTS === 'all' ? ['mutation/integration.ts'] : [])];

module.exports = {
	rootDir: '..',
	testMatch: tests.map((path) => `<rootDir>/${path}`),
	testEnvironment: 'node',
	transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.dev.json' }] },
};
