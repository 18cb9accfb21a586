/*
 * Writes tables from libraries that the published package does not need: the 7-bit alphabets of 3GPP TS 23.038 from smpp (MIT), and the
 * countries of mobile networks from mcc-mnc-list (MIT).
 *
 * npx tsx tools/generate/tables.ts
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';

const root = join(__dirname, '../..');

interface Coder {
	chars: string;
	extChars?: string;
	extCharsDec?: string;
}

const { gsmCoder } = createRequire(__filename)('smpp/lib/defs') as { gsmCoder: Record<string, Coder> };

/** Each character once; without the escape to the extension, and without what the alphabet itself has. */
const charactersOf = (characters: string, without = ''): string =>
	[...new Set(characters)].filter((character) => !`\x1b${without}`.includes(character)).join('');

const DEFAULT_ALPHABET = charactersOf(gsmCoder.GSM!.chars);
const DEFAULT_EXTENSION = charactersOf(gsmCoder.GSM!.extChars!);

/** A blank is no character of a single shift table, though smpp's Portuguese one lists it. */
const singleOf = ({ extChars, extCharsDec }: Coder): string => charactersOf((extCharsDec ?? extChars)!, ' ');

const literal = (text: string): string =>
	`'${text
		.replace(/[\\']/g, '\\$&')
		.replace(/[\p{C}\p{Z}\p{M}]/gu, (character) =>
			character === ' '
				? character
				: Array.from(
						{ length: character.length },
						(_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
					).join(''),
		)}'`;

const alphabets = `
export const DEFAULT_ALPHABET = ${literal(DEFAULT_ALPHABET)};
export const DEFAULT_EXTENSION = ${literal(DEFAULT_EXTENSION)};

/** By languageCode. A locking table replaces the default alphabet, a single shift table its extension. */
export const NATIONAL_TABLES: Readonly<Record<string, { locking?: string; single: string }>> = {
	ES: { single: ${literal(singleOf(gsmCoder.GSM_ES!))} },
	PT: { locking: ${literal(charactersOf(gsmCoder.GSM_PT!.chars))}, single: ${literal(singleOf(gsmCoder.GSM_PT!))} },
	TR: { locking: ${literal(charactersOf(gsmCoder.GSM_TR!.chars))}, single: ${literal(singleOf(gsmCoder.GSM_TR!))} },
};
`;

interface Network {
	mcc: string | null;
	type: string;
	countryCode: string | null;
}

/** Of codes that several countries share, the one that ITU-T E.212 names first. */
const SHARED: Readonly<Record<string, string>> = { 340: 'GP', 362: 'CW', 505: 'AU', 647: 'RE' };

const networks = (createRequire(__filename)('mcc-mnc-list') as { all(): Network[] })
	.all()
	.filter(({ mcc, type, countryCode }) => type === 'National' && mcc && countryCode);

/** The country that has most of a code's networks. */
function countryOf(code: string): string {
	const counts = new Map<string, number>();
	for (const { mcc, countryCode } of networks)
		if (mcc === code) counts.set(countryCode!, (counts.get(countryCode!) ?? 0) + 1);
	const [[most] = ['']] = [...counts].sort(([, one], [, other]) => other - one);
	return SHARED[code] ?? most.slice(0, 2);
}

const codes = [...new Set(networks.map(({ mcc }) => mcc!))].sort();
const countries = `
/** Mobile country codes (ITU-T E.212), each followed by its country (ISO 3166-1). */
export const COUNTRIES = '${codes.map((code) => `${code}${countryOf(code)}`).join(' ')}';
`;

function formatted(path: string, library: string, content: string): string {
	const source = `Generated from ${library} by tools/generate/tables.ts`;
	const input = `// ${source}. Its licence: tools/licences/${library}.txt; the build adds it\n${content}`;
	const biome = join(root, 'node_modules/.bin/biome');
	const { stdout, status, stderr } = spawnSync(biome, ['format', `--stdin-file-path=${basename(path)}`], {
		cwd: root,
		input,
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`biome could not format the tables: ${stderr}`);
	return stdout;
}

const files: Record<string, string> = {};
for (const [path, library, content] of [
	['nodes/SmsMessaging/segments/alphabetTables.ts', 'smpp', alphabets],
	['nodes/SmsMessaging/summary/countryTable.ts', 'mcc-mnc-list', countries],
] as const)
	files[path] = formatted(path, library, content);
if (process.argv.includes('--print')) process.stdout.write(JSON.stringify(files));
else for (const [path, content] of Object.entries(files)) writeFileSync(join(root, path), content);
