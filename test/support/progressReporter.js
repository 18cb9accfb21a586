const { relative } = require('node:path');

/**
 * Says in plain words how far a run has got: each test file as it ends, which of how many, and after how many seconds; failed tests with
 * their reasons, and once more at the end. The last line is 'N passed, N failed', with a file that did not run as one failed.
 */
module.exports = class ProgressReporter {
	constructor({ rootDir }) {
		this.rootDir = rootDir;
		this.failed = [];
	}

	onRunStart({ numTotalTestSuites }) {
		this.start = Date.now();
		this.files = numTotalTestSuites;
		this.ended = 0;
		say(`${this.files} test files`);
	}

	onTestResult({ path }, { numPassingTests, numFailingTests, testExecError, testResults, failureMessage, perfStats }) {
		this.ended += 1;
		const seconds = ((perfStats.end - perfStats.start) / 1000).toFixed(1);
		const file = relative(this.rootDir, path);
		const counts =
			testExecError === undefined || testExecError === null
				? `${numPassingTests} passed, ${numFailingTests} failed`
				: 'did not run';
		const since = Math.round((Date.now() - this.start) / 1000);
		say(`${this.ended} of ${this.files}, after ${since} s: ${file}: ${counts} in ${seconds} s`);
		if (!failureMessage) return;
		say(failureMessage);
		const names = testResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
		this.failed.push(...(names.length === 0 ? [file] : names.map((name) => `${file}: ${name}`)));
	}

	onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
		for (const name of this.failed) say(`failed: ${name}`);
		say(`${Math.round((Date.now() - this.start) / 1000)} s`);
		say(`${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`);
	}
};

function say(line) {
	process.stdout.write(`${line}\n`);
}
