/*
 * Writes nodes/SmsMessaging/segments/alphabetTables.ts: the 7-bit alphabets of 3GPP TS 23.038 from smpp (MIT), so that the published package
 * does not need it.
 *
 * npx tsx tools/generate/segmentTables.ts
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

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

function formatted(content: string): string {
	const licence = readFileSync(join(root, 'node_modules/smpp/LICENSE'), 'utf8').trim();
	const comment = `Generated from smpp by tools/generate/segmentTables.ts\n\n${licence}`;
	const input = `/*\n${comment.replace(/^/gm, ' * ').replace(/ +$/gm, '')}\n */\n${content}`;
	const biome = join(root, 'node_modules/.bin/biome');
	const { stdout, status, stderr } = spawnSync(biome, ['format', '--stdin-file-path=alphabetTables.ts'], {
		cwd: root,
		input,
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`biome could not format the tables: ${stderr}`);
	return stdout;
}

const path = 'nodes/SmsMessaging/segments/alphabetTables.ts';
const file = formatted(alphabets);
if (process.argv.includes('--print')) process.stdout.write(JSON.stringify({ [path]: file }));
else writeFileSync(join(root, path), file);
