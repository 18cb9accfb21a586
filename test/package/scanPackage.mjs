/**
 * Runs the package scanner's analysis on a source folder and an unpacked tarball, as the scanner does after it has
 * downloaded both, and prints the two results as JSON: node scanPackage.mjs SOURCE PACKAGE
 */
import { analyzePackage, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';

const PUBLISHED_FILE_PATTERNS = ['**/*.js', 'package.json'];

const [source, published] = process.argv.slice(2);
console.log(
	JSON.stringify({
		source: await analyzePackage(source, SOURCE_FILE_PATTERNS),
		published: await analyzePackage(published, PUBLISHED_FILE_PATTERNS),
	}),
);
