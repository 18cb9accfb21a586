/*
 * Writes the table of nodes/SmsMessaging/numbers, so that the published package needs no libphonenumber-js (MIT), from which it comes.
 *
 * npx tsx tools/generate/countryTable.ts
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const path = 'nodes/SmsMessaging/numbers/countryTable.ts';

type Kind = [pattern: string, lengths?: number[]] | 0;

/** A numbering plan as libphonenumber-js stores it; what is not set is 0 or missing. */
interface Plan {
	0: string;
	/** All numbers behind the calling code. */
	2: string;
	3: number[];
	5?: string | 0;
	/** What is dropped within the country, if it is more than the trunk prefix. */
	7?: string | 0;
	8?: string | 0;
	11?: Kind[] | 0;
}

interface Metadata {
	countries: Record<string, Plan>;
	nonGeographic: Record<string, Plan>;
	country_calling_codes: Record<string, string[]>;
}

const metadata = createRequire(__filename)('libphonenumber-js/metadata.max.json') as Metadata;

/** Positions in the list of kinds. */
const FIXED = 0;
const MOBILE = 1;
const VOIP = 8;

function kindsOf(plan: Plan, ...positions: number[]): Array<{ pattern: RegExp; lengths: number[] }> {
	const kinds = plan[11] ? positions.map((position) => (plan[11] as Kind[])[position]) : [[plan[2]] as Kind];
	return kinds.flatMap((kind) =>
		kind ? { pattern: new RegExp(`^(?:${kind[0]})$`), lengths: kind[1] ?? plan[3] } : [],
	);
}

/** Patterns tell numbers apart by their first digits alone. */
const DIGITS_TOLD_APART = 4;

/** Numbers of a length, enough to try each branch of a pattern. */
function* numbersOf(length: number, beginning = ''): Generator<string> {
	const drawn = Math.min(DIGITS_TOLD_APART, length - beginning.length);
	for (let n = 0; drawn >= 0 && n < 10 ** drawn; n++) {
		const head = `${beginning}${drawn === 0 ? '' : String(n).padStart(drawn, '0')}`;
		for (const digit of '0259') yield head.padEnd(length, digit);
	}
}

function hasNumber(pattern: RegExp, beginning: string, length: number): boolean {
	for (const number of numbersOf(length, beginning)) if (pattern.test(number)) return true;
	return false;
}

/** Toll-free and special numbers, which are not reached from abroad, do not count. */
function hasLeadingZero(plan: Plan): boolean {
	return kindsOf(plan, FIXED, MOBILE, VOIP).some(({ pattern, lengths }) =>
		lengths.some((length) => hasNumber(pattern, '0', length)),
	);
}

/** Lengths of mobile numbers that could be taken for complete ones, since they begin with the digits of the calling code. */
function ambiguousLengths(plan: Plan): number[] {
	const callingCode = plan[0];
	return kindsOf(plan, MOBILE).flatMap(({ pattern, lengths }) =>
		lengths
			.filter((length) => plan[3].includes(length - callingCode.length))
			.filter((length) => hasNumber(pattern, callingCode, length)),
	);
}

/** Whether some numbers begin with what is otherwise the trunk prefix, so that only the pattern of all numbers tells when to drop it. */
function hasTrunkLikeNumbers(plan: Plan): boolean {
	const trunk = new RegExp(`^(?:${plan[7] || plan[5]})`);
	const [all] = kindsOf({ ...plan, 11: 0 });
	for (const length of plan[3]) {
		for (const number of numbersOf(length)) {
			const rest = number.replace(trunk, '');
			if (rest === number || !plan[3].includes(rest.length) || number.startsWith('00')) continue;
			if (all!.pattern.test(number) && !all!.pattern.test(rest)) return true;
		}
	}
	return false;
}

/** 4,5,6,9 as 4-6,9 */
function ranges(lengths: number[]): string {
	return lengths
		.filter((length) => !lengths.includes(length - 1))
		.map((first) => {
			let last = first;
			while (lengths.includes(last + 1)) last++;
			return first === last ? `${first}` : `${first}-${last}`;
		})
		.join();
}

/** What is dialled before a number within the country alone, where it is more than a few digits that are dropped. */
function trunkPatternOf(country: string, plan: Plan): string | undefined {
	const trunk = plan[7] || plan[5];
	if (!trunk) return undefined;
	const all = hasTrunkLikeNumbers(plan) ? `, all: /^(?:${plan[2]})$/` : '';
	if (/^\d+$/.test(trunk) && all === '') return undefined;
	return `${country}: { dropped: /^(?:${trunk})/${plan[8] ? `, replacement: '${plan[8]}'` : ''}${all} },`;
}

function row(country: string, plan: Plan): string {
	const trunk = plan[7] || plan[5];
	const ambiguous = plan[11] ? ambiguousLengths(plan) : [];
	return [
		country,
		plan[0],
		ranges(plan[3]),
		...(hasLeadingZero(plan) ? ['zero'] : []),
		...(trunk && /^\d+$/.test(trunk) ? [`trunk=${trunk}`] : []),
		...(ambiguous.length > 0 ? [`mobile=${ranges(ambiguous)}`] : []),
	].join(' ');
}

const licence = readFileSync(join(root, 'node_modules/libphonenumber-js/LICENSE'), 'utf8').trim();
const rows = [
	...Object.values(metadata.country_calling_codes).flatMap((countries) =>
		countries.map((country) => row(country, metadata.countries[country]!)),
	),
	...Object.values(metadata.nonGeographic).map((plan) => row('-', plan)),
];

const patterns = Object.entries(metadata.countries).flatMap(([country, plan]) => trunkPatternOf(country, plan) ?? []);

const content = formatted(`/*
${`Generated from libphonenumber-js by tools/generate/countryTable.ts\n\n${licence}`.replace(/^/gm, ' * ').replace(/ +$/gm, '')}
 */

/**
 * A line for each country: its ISO code, its calling code, and how many digits may follow. Numbers that name no country go by the first line of
 * their calling code.
 * - zero: a number may begin with 0 after the calling code
 * - trunk: what is dialled before a number within the country alone
 * - mobile: lengths of national mobile numbers that happen to begin with the digits of the calling code
 */
export const COUNTRY_TABLE = \`
${rows.join('\n')}
\`;

/** What is dialled before a number within the country alone. */
export interface TrunkPattern {
	dropped: RegExp;
	/** What stands in for it if its last group matched, as in String.replace. */
	replacement?: string;
	/** All numbers of the country, where some begin like what is dropped. */
	all?: RegExp;
}

/** By country, where it is not always the same digits. */
export const TRUNK_PATTERNS: Readonly<Record<string, TrunkPattern>> = {
${patterns.join('\n')}
};
`);

function formatted(text: string): string {
	const biome = join(root, 'node_modules/.bin/biome');
	const { stdout, status, stderr } = spawnSync(biome, ['format', '--stdin-file-path=countryTable.ts'], {
		cwd: root,
		input: text,
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`biome could not format it: ${stderr}`);
	return stdout;
}

if (process.argv.includes('--print')) process.stdout.write(JSON.stringify({ [path]: content }));
else writeFileSync(join(root, path), content);
