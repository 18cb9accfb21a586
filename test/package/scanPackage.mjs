/**
 * Prints, as JSON, what the package scanner says of an unpacked tarball, and which of its rules for sources the configuration of
 * `npm run lint` has not: node scanPackage.mjs ROOT PACKAGE SOURCE…
 */
import { analyzePackage, buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';

const PUBLISHED_FILE_PATTERNS = ['**/*.js', 'package.json'];

const [root, published, ...sources] = process.argv.slice(2);
const linters = [{ overrideConfigFile: true, overrideConfig: await buildScanConfig() }, {}].map(
	(options) => new ESLint({ cwd: root, ...options }),
);

/** `no-console` means nothing in JSON. */
async function rulesNotInLint(file) {
	const [scanned, linted] = await Promise.all(linters.map((linter) => linter.calculateConfigForFile(file)));
	return Object.entries(scanned.rules)
		.filter(([name, [level]]) => level > 0 && !(name === 'no-console' && file.endsWith('.json')))
		.filter(([name, rule]) => JSON.stringify(rule) !== JSON.stringify(linted.rules[name]))
		.map(([name]) => `${file}: ${name}`);
}

console.log(
	JSON.stringify({
		notInLint: (await Promise.all(sources.map(rulesNotInLint))).flat(),
		published: await analyzePackage(published, PUBLISHED_FILE_PATTERNS),
	}),
);
