const { dest, src } = require('gulp');

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

exports['build:assets'] = copyAssets;
exports.default = copyAssets;
