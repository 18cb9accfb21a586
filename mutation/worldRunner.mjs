import { createRequire } from 'node:module';
import { join } from 'node:path';

import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

const require = createRequire(import.meta.url);
const { chosenRoom } = require('./rooms.js');
const LIVES = Number(process.env.LIVES_PER_MUTANT);
const SEED = 20_261_122;

/**
 * Runs lives of the simulated worlds in this process, each world as one test. The code is loaded once for all mutants, except for those
 * in code that runs while it is loaded.
 */
class WorldRunner {
	capabilities() {
		return { reloadEnvironment: true };
	}

	async init() {
		// Stryker's copy of the project, which is the working directory only now
		this.root = process.cwd();
		require('tsx/cjs/api').register();
	}

	async dryRun() {
		const stryker = (globalThis.__stryker__ ??= {});
		const tests = [];
		for (const name of chosenRoom().worlds) {
			const run = this.brokenLife(name);
			stryker.currentTestId = name;
			const began = Date.now();
			const story = await run();
			tests.push({
				id: name,
				name,
				timeSpentMs: Date.now() - began,
				...(story === undefined ? { status: 0 } : { status: 1, failureMessage: story }),
			});
		}
		stryker.currentTestId = undefined;
		return { status: 'complete', tests, mutantCoverage: stryker.mutantCoverage };
	}

	async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, reloadEnvironment }) {
		const stryker = (globalThis.__stryker__ ??= {});
		if (reloadEnvironment)
			for (const path of Object.keys(require.cache))
				if (path.startsWith(this.root) && !path.includes('node_modules')) delete require.cache[path];
		const worlds = testFilter ?? chosenRoom().worlds;
		stryker.hitCount = hitLimit === undefined ? undefined : 0;
		stryker.hitLimit = hitLimit;
		if (mutantActivation === 'static') stryker.activeMutant = activeMutant.id;
		try {
			for (const name of worlds) {
				const run = this.brokenLife(name);
				stryker.activeMutant = activeMutant.id;
				const story = await run();
				if (stryker.hitCount > hitLimit) return { status: 'timeout', reason: 'an endless loop' };
				if (story !== undefined)
					return { status: 'killed', killedBy: [name], failureMessage: story, nrOfTests: worlds.length };
			}
		} catch (error) {
			return { status: 'killed', killedBy: [worlds[0]], failureMessage: String(error), nrOfTests: worlds.length };
		} finally {
			stryker.activeMutant = undefined;
		}
		return { status: 'survived', nrOfTests: worlds.length };
	}

	/** Loads a world, and with it the node. @returns runs its lives; the story of one that breaks a rule, if any */
	brokenLife(name) {
		const { worldNamed } = require(join(this.root, 'test/world/worlds.ts'));
		const { brokenLife } = require(join(this.root, 'test/world/brokenLife.ts'));
		const world = worldNamed(name);
		return async () => await brokenLife(world, LIVES, SEED, '', true);
	}
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'worlds', WorldRunner)];
