import { createRequire } from 'node:module';

const { chosenRoom } = createRequire(import.meta.url)('./rooms.js');
const step = process.env.MUTATION_STEP;
const results = `test-results/mutation/${process.env.MUTATION_ROOM}.${step}`;

/** Started by run.ts, which sets the room and the step. */
export default {
	mutate: chosenRoom().mutate,
	ignorePatterns: ['/bench', '/dist', '/test-results', '/workflows', '/tools/*/node_modules'],
	testRunner: step,
	plugins: [import.meta.resolve('./worldRunner.mjs'), import.meta.resolve('./testRunner.mjs')],
	coverageAnalysis: 'perTest',
	// More than a busy machine needs; what goes on and on is mostly ended by the world itself
	timeoutMS: 15_000,
	concurrency: 2,
	tempDirName: `${results}.copy`,
	reporters: ['json', 'progress-append-only'],
	jsonReporter: { fileName: `${results}.json` },
	allowConsoleColors: false,
};
