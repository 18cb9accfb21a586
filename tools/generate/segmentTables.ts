/*
 * Writes the tables of nodes/SmsMessaging/segments, so that the published package needs none of the packages that they come from:
 *
 * - the 7-bit alphabets of 3GPP TS 23.038 from smpp (MIT),
 * - what a character outside of them may be replaced by from any-ascii (ISC), as far as it means the same.
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

/** First and last of the blocks with letters, punctuation and symbols that are in use; all of them older than any Node.js. */
const RANGES = [
	[0x0, 0x24f], // Latin
	[0x2b0, 0x2df], // Modifier letters, which serve as quotes and accents
	[0x300, 0x36f], // Accents that combine
	[0x1e00, 0x1eff], // Latin with several accents
	[0x2000, 0x22ff], // Punctuation, currencies, and symbols
	[0x3000, 0x303f], // Wide punctuation
	[0xfb00, 0xfb06], // Ligatures
	[0xfe00, 0xfe0f], // Variation selectors
	[0xfe50, 0xfe6f], // Small and wide forms
	[0xfeff, 0xff65],
	[0x1d400, 0x1d7ff], // Letters and digits as fonts
] as const;

const SYMBOLS = '±×÷−⁄≤≥≈∼≪≫←→⇐⇒∕∖∗∙∣∥√∞¦°№℗℠℡℀℁℅℆℃℉ℓ℮µªº`';
const MISLEADING = '¶⁋‰‱';
const OVERLAYS = /[\u0334-\u0338\u20d0-\u20f0]/; // what is struck out means something else without them

const is = (character: string, ...properties: string[]): boolean =>
	properties.some((property) => new RegExp(`\\p{${property}}`, 'u').test(character));

/** What a character is replaced by; undefined where nothing means the same, as for other scripts, emoji and most symbols. */
function replacementOf(character: string, plain: string): string | undefined {
	const code = character.codePointAt(0)!;
	if (`${DEFAULT_ALPHABET}${DEFAULT_EXTENSION}${MISLEADING}`.includes(character)) return undefined;
	if (is(character, 'Cc')) return /[\s\x85]/.test(character) ? ' ' : '';
	if (is(character, 'Zl', 'Zp')) return '\n';
	if (is(character, 'Cf', 'Mn')) return plain === '' && !OVERLAYS.test(character) ? '' : undefined;
	if (!/^[ -~]+$/.test(plain)) return undefined;
	if (is(character, 'Extended_Pictographic') && code > 0x2139) return undefined; // © ® ‼ ⁉ ™ ℹ are below
	if (SYMBOLS.includes(character)) return plain;
	if (is(character, 'Script=Latin')) return !is(character, 'Lo') && /^[A-Za-z']+$/.test(plain) ? plain : undefined;
	if (!is(character, 'Script=Common')) return undefined;
	if (is(character, 'No')) return digitsOf(character, plain);
	if (is(character, 'L')) return code < 0x2e0 || /^[A-Za-z]$/.test(character.normalize('NFKC')) ? plain : undefined;
	const isWide = code >= 0xfe50 && code <= 0xff65;
	return isWide || is(character, 'P', 'Sc', 'Sk', 'Zs', 'Nd', 'Extended_Pictographic') ? plain : undefined;
}

/** Digits begin with a separator, which is for when they follow a digit: neither 2½ nor 10² may become another number. */
function digitsOf(character: string, plain: string): string | undefined {
	if (plain.includes('/')) return ` ${plain}`;
	if (/[²³¹⁰⁴-⁹]/.test(character)) return `^${plain}`;
	return /[₀-₉]/.test(character) ? ` ${plain}` : undefined;
}

const charactersBetween = (first: number, last: number): string[] =>
	Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));

const PER_LINE = 80;

async function replacements(): Promise<string> {
	const { default: anyAscii } = await import('any-ascii');
	const sources = new Map<string, string[]>();
	for (const character of RANGES.flatMap(([first, last]) => charactersBetween(first, last))) {
		const replacement = replacementOf(character, anyAscii(character))?.replaceAll('`', "'");
		if (replacement === undefined) continue;
		sources.set(replacement, [...(sources.get(replacement) ?? []), character]);
	}
	const entries = [...sources].flatMap(([replacement, characters]) =>
		Array.from({ length: Math.ceil(characters.length / PER_LINE) }, (_, line) => {
			const part = characters.slice(line * PER_LINE, (line + 1) * PER_LINE).join('');
			return `[${literal(replacement)}, ${literal(part)}],`;
		}),
	);
	return `
/**
 * Replacements, each with the characters that it replaces. A blank or ^ before a digit is for when the character follows a digit:
 * 2½ becomes 2 1/2, and 10² 10^2.
 */
export const REPLACEMENTS: ReadonlyArray<readonly [string, string]> = [
${entries.join('\n')}
];
`;
}

function formatted(name: string, source: string, content: string): string {
	const licence = readFileSync(join(root, 'node_modules', source, 'LICENSE'), 'utf8').trim();
	const comment = `Generated from ${source} by tools/generate/segmentTables.ts\n\n${licence}`;
	const text = `/*\n${comment.replace(/^/gm, ' * ').replace(/ +$/gm, '')}\n */\n${content}`;
	const biome = join(root, 'node_modules/.bin/biome');
	const { stdout, status, stderr } = spawnSync(biome, ['format', `--stdin-file-path=${name}`], {
		cwd: root,
		input: text,
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`biome could not format ${name}: ${stderr}`);
	return stdout;
}

async function main(): Promise<void> {
	const files = {
		'nodes/SmsMessaging/segments/alphabetTables.ts': formatted('alphabetTables.ts', 'smpp', alphabets),
		'nodes/SmsMessaging/segments/replacementTable.ts': formatted(
			'replacementTable.ts',
			'any-ascii',
			await replacements(),
		),
	};
	if (process.argv.includes('--print')) process.stdout.write(JSON.stringify(files));
	else for (const [path, content] of Object.entries(files)) writeFileSync(join(root, path), content);
}

void main();
