import { createRequire } from 'node:module';

const { chosenRoom } = createRequire(import.meta.url)('./rooms.js');
const results = `test-results/mutation/${process.env.MUTATION_ROOM}`;

/** Started by run.ts, which sets the room. */
export default {
	mutate: [chosenRoom().mutate],
	ignorePatterns: ['/bench', '/dist', '/docs', '/test-results', '/workflows'],
	testRunner: 'jest',
	jest: { projectType: 'custom', configFile: 'mutation/jest.config.js', enableFindRelatedTests: false },
	plugins: [import.meta.resolve('@stryker-mutator/jest-runner')],
	coverageAnalysis: 'perTest',
	// More than a busy machine needs; what goes on and on is mostly ended by the world itself
	timeoutMS: 60_000,
	concurrency: 2,
	// What was killed is not run again with more tests
	incremental: true,
	incrementalFile: `${results}.incremental.json`,
	tempDirName: `${results}.copy`,
	reporters: ['json', 'clear-text', 'progress-append-only'],
	clearTextReporter: { allowColor: false, logTests: false },
	jsonReporter: { fileName: `${results}.json` },
	allowConsoleColors: false,
};
