import { createRequire } from 'node:module';
import { join } from 'node:path';

import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';

const require = createRequire(import.meta.url);
const { unloadProject } = require('./project.js');
const { chosenRoom } = require('./rooms.js');
const LIVES = 5000;
const MOST_LIVES_PER_MUTANT = 300;
const SEED = 20_261_122;
const stryker = (globalThis.__stryker__ ??= {});
// Made by the first mutant that is executed; there may be none
stryker.mutantCoverage ??= { static: {}, perTest: {} };

/**
 * Runs lives of the simulated worlds in this process. All lives run once without a mutant, to see which of them execute which mutant; a
 * mutant then only meets lives that execute it. So code that few lives reach still meets all of them. The code is loaded once for all
 * mutants, except for those in code that runs while it is loaded.
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
		const began = Date.now();
		const { brokenBy, counts } = await this.explore();
		const test = { id: 'lives', name: 'lives', timeSpentMs: Date.now() - began };
		return {
			status: 'complete',
			tests: [brokenBy === undefined ? { ...test, status: 0 } : { ...test, status: 1, failureMessage: brokenBy }],
			mutantCoverage: { static: stryker.mutantCoverage.static, perTest: { lives: counts } },
		};
	}

	async mutantRun({ activeMutant: { id }, hitLimit, mutantActivation, reloadEnvironment }) {
		if (this.lives === undefined) await this.explore();
		stryker.hitCount = hitLimit === undefined ? undefined : 0;
		stryker.hitLimit = hitLimit;
		try {
			stryker.activeMutant = id;
			if (reloadEnvironment) unloadProject(this.root);
			const worlds = this.worlds();
			const chosen = mutantActivation === 'static' ? undefined : this.executedBy.get(id);
			for (const place of chosen ?? this.lives.slice(0, MOST_LIVES_PER_MUTANT).keys()) {
				const rules = await this.rulesBrokenBy(worlds, place);
				if (stryker.hitCount > hitLimit) return { status: 'timeout', reason: 'an endless loop' };
				if (rules !== undefined) return { status: 'killed', killedBy: ['lives'], failureMessage: rules, nrOfTests: 1 };
			}
		} catch (error) {
			return { status: 'killed', killedBy: ['lives'], failureMessage: String(error), nrOfTests: 1 };
		} finally {
			stryker.activeMutant = undefined;
			if (reloadEnvironment) unloadProject(this.root);
		}
		return { status: 'survived', nrOfTests: 1 };
	}

	/** Runs all lives without a mutant. */
	async explore() {
		const worlds = this.worlds();
		const names = chosenRoom().worlds;
		const fc = require('fast-check');
		const drawn = names.map((name) =>
			fc.sample(worlds[name].lives(), { numRuns: Math.ceil(LIVES / names.length), seed: SEED }),
		);
		// In turn, so that a mutant meets all worlds early
		this.lives = drawn[0].flatMap((_, index) => names.map((name, place) => ({ name, life: drawn[place][index] })));
		this.executedBy = new Map();
		const counts = {};
		let brokenBy;
		stryker.currentTestId = 'lives';
		for (const place of this.lives.keys()) {
			brokenBy ??= await this.rulesBrokenBy(worlds, place);
			const executed = Object.entries(stryker.mutantCoverage.perTest.lives ?? {});
			delete stryker.mutantCoverage.perTest.lives;
			for (const [id, count] of executed) {
				counts[id] = (counts[id] ?? 0) + count;
				const places = this.executedBy.get(id) ?? [];
				if (places.length < MOST_LIVES_PER_MUTANT) places.push(place);
				this.executedBy.set(id, places);
			}
		}
		stryker.currentTestId = undefined;
		return { brokenBy, counts };
	}

	async rulesBrokenBy(worlds, place) {
		const { name, life } = this.lives[place];
		const violations = worlds[name].violationsOf(await worlds[name].live(life));
		return violations.length === 0
			? undefined
			: `${name} ${place}: ${violations.map(({ rule, kind }) => `${rule}: ${kind}`).join('; ')}`;
	}

	/** Loads the worlds, and with them the node. */
	worlds() {
		return require(join(this.root, 'test/world/worlds.ts')).WORLDS;
	}
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'worlds', WorldRunner)];
