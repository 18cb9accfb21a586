import { createRequire } from 'node:module';
import { join } from 'node:path';

import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

const require = createRequire(import.meta.url);
const { unloadProject } = require('./project.js');
const { chosenRoom } = require('./rooms.js');
const { globSync, readFileSync, writeFileSync } = require('node:fs');
const circus = require('jest-circus');
const { jestExpect } = require('@jest/expect');
const { ModuleMocker } = require('jest-mock');

/** A test that takes longer than this never ends: none has to wait, since time is virtual. */
const TEST_TIMEOUT_MS = 10_000;
/** A mutant meets the quickest tests first, in parts that end after this time of tests; it does not meet those after the last. */
const PARTS_MS = [400, 1600, 6000];
/** Written by the dry run, which is in one process, and read in all. */
const TIMES_FILE = 'times-of-tests.json';
/** What virtual time takes the place of. */
const REAL = { setTimeout, setInterval, clearTimeout, clearInterval, now: Date.now };
const stryker = (globalThis.__stryker__ ??= {});

/**
 * Runs a room's unit and integration tests in this process, with jest's own describe, test, expect and spies: n8n's engine is loaded once
 * for all mutants, and a mutant meets only the tests that execute it, up to the first that fails.
 */
class TestRunner {
	capabilities() {
		return { reloadEnvironment: true };
	}

	async init() {
		// Stryker's copy of the project, which is the working directory only now
		this.root = process.cwd();
		require('tsx/cjs/api').register();
		// SmsMessaging.node is a .ts file, and a .json file beside it
		for (const extension of ['.json', '.node']) {
			const load = require.extensions[extension];
			delete require.extensions[extension];
			require.extensions[extension] = load;
		}
		const { describe, test, it, beforeAll, beforeEach, afterAll, afterEach } = circus;
		const mocker = new ModuleMocker(globalThis);
		const jest = {
			fn: mocker.fn.bind(mocker),
			spyOn: mocker.spyOn.bind(mocker),
			restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
			mocked: (source) => source,
			setTimeout: () => undefined,
		};
		Object.assign(globalThis, {
			describe,
			test,
			it,
			beforeAll,
			beforeEach,
			afterAll,
			afterEach,
			expect: jestExpect,
			jest,
		});
		for (const event of ['unhandledRejection', 'uncaughtException'])
			process.on(event, (error) => (this.strayError ??= String(error)));
		circus.addEventHandler((event) => this.follow(event));
	}

	async dryRun() {
		this.load();
		const failed = await this.run(this.tests, true);
		const times = Object.fromEntries(this.tests.map(({ id, timeSpentMs }) => [id, timeSpentMs]));
		writeFileSync(join(this.root, TIMES_FILE), JSON.stringify(times));
		const { perTest, static: loading } = stryker.mutantCoverage;
		// What is executed before all tests of a block may matter to each of them
		for (const [id, counts] of Object.entries(perTest).filter(([name]) => name.startsWith('block ')))
			for (const { id: test } of this.testsIn(this.blocks[Number(id.slice(6))])) add(counts, (perTest[test] ??= {}));
		return {
			status: 'complete',
			tests: this.tests.map(({ id, timeSpentMs }) => ({
				id,
				name: id,
				timeSpentMs,
				...(failed?.id === id ? { status: 1, failureMessage: failed.message } : { status: 0 }),
			})),
			mutantCoverage: {
				static: loading,
				perTest: Object.fromEntries(this.tests.map(({ id }) => [id, perTest[id] ?? {}])),
			},
		};
	}

	async mutantRun({ activeMutant: { id }, hitLimit, testFilter, reloadEnvironment }) {
		stryker.hitCount = hitLimit === undefined ? undefined : 0;
		stryker.hitLimit = hitLimit;
		stryker.activeMutant = id;
		try {
			if (reloadEnvironment || this.tests === undefined) this.load();
			const chosen = this.tests.filter((test) => testFilter === undefined || testFilter.includes(test.id));
			let nrOfTests = 0;
			for (const part of this.quickestFirst(chosen)) {
				const failed = await this.run(part, false);
				nrOfTests += part.length;
				if (stryker.hitCount > hitLimit) return { status: 'timeout', reason: 'an endless loop' };
				if (failed !== undefined)
					return { status: 'killed', killedBy: [failed.id], failureMessage: failed.message, nrOfTests };
			}
			return { status: 'survived', nrOfTests };
		} catch (error) {
			return { status: 'killed', killedBy: [], failureMessage: String(error), nrOfTests: 0 };
		} finally {
			stryker.activeMutant = undefined;
			// A failed test may leave anything behind
			if (this.failed !== undefined || reloadEnvironment) this.tests = undefined;
		}
	}

	/** Loads the tests, and with them the node; packages stay as they are. */
	load() {
		unloadProject(this.root);
		circus.resetState();
		circus.getState().testTimeout = TEST_TIMEOUT_MS;
		this.virtualTime = require(join(this.root, 'test/support/virtualTime.ts')).virtualTime;
		try {
			require(join(this.root, 'test/integration/setUp.ts'));
			for (const file of globSync(chosenRoom().tests, { cwd: this.root }).sort())
				circus.describe(file, () => void require(join(this.root, file)));
		} finally {
			this.backToRealTime();
		}
		this.blocks = [];
		this.tests = this.testsIn(circus.getState().rootDescribeBlock);
		for (const [place, test] of this.tests.entries()) test.id = `${place} ${test.name}`;
		this.units = new Set(this.tests.filter((test) => fileOf(test).startsWith('test/unit/')).map(({ id }) => id));
	}

	testsIn(block) {
		this.blocks.push(block);
		return block.children.flatMap((child) => (child.type === 'test' ? [child] : this.testsIn(child)));
	}

	/** The tests in parts that take longer and longer, unit tests first; those that take too long in all are left out. */
	quickestFirst(chosen) {
		this.times ??= JSON.parse(readFileSync(join(this.root, TIMES_FILE), 'utf8'));
		const parts = PARTS_MS.map(() => []);
		let sum = 0;
		const rank = ({ id }) => this.times[id] - (this.units.has(id) ? 1e6 : 0);
		for (const test of chosen.toSorted((a, b) => rank(a) - rank(b))) {
			sum += this.times[test.id];
			parts[PARTS_MS.findIndex((most) => sum <= most)]?.push(test);
		}
		return parts.filter(({ length }) => length > 0);
	}

	/** @returns the first test that fails, which ends the run */
	async run(chosen, isExploring) {
		const isChosen = new Set(chosen);
		for (const test of this.tests)
			Object.assign(test, { mode: isChosen.has(test) ? undefined : 'skip', errors: [], timeout: undefined });
		Object.assign(this, { isExploring, failed: undefined, strayError: undefined });
		this.virtualTime.install();
		try {
			await circus.run();
		} finally {
			this.backToRealTime();
			stryker.currentTestId = undefined;
		}
		return this.failed;
	}

	follow({ name, test, describeBlock }) {
		if (name === 'run_describe_start') this.executing(`block ${this.blocks.indexOf(describeBlock)}`);
		if (name === 'test_start') {
			this.executing(test.id);
			test.began = performance.now();
		}
		if (name !== 'test_done') return;
		test.timeSpentMs = performance.now() - test.began;
		const error = test.errors.flat()[0] ?? this.strayError;
		if (error === undefined || this.failed !== undefined) return;
		this.failed = { id: test.id, message: String(error?.message ?? error).slice(0, 1000) };
		for (const left of this.tests) left.mode = 'skip';
	}

	executing(id) {
		if (this.isExploring) stryker.currentTestId = id;
	}

	backToRealTime() {
		const { now, ...timers } = REAL;
		Object.assign(globalThis, timers);
		Date.now = now;
		this.virtualTime.uninstall();
	}
}

function fileOf({ parent, name }) {
	return parent === undefined || parent.parent === undefined
		? name
		: parent.parent.parent === undefined
			? parent.name
			: fileOf(parent);
}

function add(counts, to) {
	for (const [id, count] of Object.entries(counts)) to[id] = (to[id] ?? 0) + count;
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'tests', TestRunner)];
