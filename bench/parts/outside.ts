import { filled, type Field } from '../outside/fills';
import { READERS, type Reader } from '../outside/readers';
import { stretchOf, type Stretch } from '../outside/stretch';
import type { Bars } from '../measuring/bars';
import type { PartResult, Ratio, WayResult } from '../measuring/result';
import { spreadOf } from '../measuring/statistics';
import type { Part, PartOptions } from './part';

/** With what stands around the field, the largest answer that is read: 16 MiB. */
const LARGEST = 16 * 1024 * 1024 - 4096;
const SMALLEST = 1024;
const STEP = 16;
/** Small fields are read as often as it takes to have something to measure. */
const LEAST_MS = 30;
/** A hundred where time grows with the square. */
const MOST_GROWTH = 4;
const LONGEST_STRETCH_MS = 1000;
const IN_CHART = 8;

/** External input, with 1 KB to 16 MB (pushes: 4 MB) in each field: time per byte, and how long the event loop is blocked. */
export const outside: Part = {
	name: 'outside',
	runs: 3,
	summary: 'whatever comes from outside, in each field, from 1 KB to 16 MB (pushes: 4 MB): time per byte',
	measure,
	bars,
};

/** One field with one filling. */
interface Grown {
	name: string;
	/** Bytes, and nanoseconds per byte, of each size. */
	sizes: Array<{ bytes: number; perByte: number }>;
	/** Runs at the largest size. */
	largest: Stretch[];
}

async function measure({ items: most = LARGEST, runs, report }: PartOptions): Promise<PartResult> {
	const ways: WayResult[] = [];
	const ratios: Ratio[] = [];
	for (const reader of READERS) {
		const sizes = sizesUpTo(Math.min(most, reader.largest ?? LARGEST));
		const all: Grown[] = [];
		for (const fill of reader.fills) all.push(await grow(reader, fill, sizes, runs));
		const slowest = all.reduce((a, b) => (growthOf(b) > growthOf(a) ? b : a));
		const longest = all.reduce((a, b) => (stretchIn(b) > stretchIn(a) ? b : a));
		report(`  ${lineOf(slowest)}`);
		const ms = longest.largest.map((one) => one.ms);
		ways.push({ key: reader.name, name: longest.name, ms, time: spreadOf(ms) });
		ratios.push(
			{ name: `${slowest.name}: time per byte, growth`, value: growthOf(slowest), target: { atMost: MOST_GROWTH } },
			{ name: `${longest.name}: ms at a stretch`, value: stretchIn(longest), target: { atMost: LONGEST_STRETCH_MS } },
		);
	}
	return {
		part: 'outside',
		title: 'What comes from outside, with one field as large as can be',
		ways,
		ratios: ratios.sort((a, b) => shareOf(b) - shareOf(a)),
		notes: [
			`Of each field the filling is shown that takes longest. Growth: time per byte at the largest size over that at ${referenceOf(sizesUpTo(most)).toLocaleString('en')} bytes.`,
		],
	};
}

function sizesUpTo(largest: number): number[] {
	const sizes: number[] = [];
	for (let bytes = SMALLEST; bytes < largest; bytes *= STEP) sizes.push(bytes);
	return [...sizes, largest];
}

async function grow(reader: Reader, fill: Field, sizes: number[], runs: number): Promise<Grown> {
	const grown: Grown = { name: `${reader.name}, ${fill.name}`, sizes: [], largest: [] };
	for (const bytes of sizes) {
		const run = reader.prepare(filled(fill, bytes));
		if (bytes === sizes.at(-1)) for (let time = 0; time < runs; time++) grown.largest.push(await stretchOf(run));
		// Other work on the machine only adds
		const ms = grown.largest.length > 0 ? Math.min(...grown.largest.map((one) => one.ms)) : await msOfSmall(run);
		grown.sizes.push({ bytes, perByte: (ms * 1e6) / bytes });
	}
	return grown;
}

/** The time of one run, from as many as it takes to have something to measure. */
async function msOfSmall(run: () => unknown): Promise<number> {
	for (let times = 1; ; times *= 8) {
		const { ms } = await stretchOf(async () => {
			for (let time = 0; time < times; time++) await run();
		});
		if (ms >= LEAST_MS) return ms / times;
	}
}

/** Below it, what does not depend on the size counts most. */
const referenceOf = (sizes: number[]): number => sizes[Math.min(2, sizes.length - 1)]!;

function growthOf({ sizes }: Grown): number {
	const reference = referenceOf(sizes.map(({ bytes }) => bytes));
	return sizes.at(-1)!.perByte / sizes.find(({ bytes }) => bytes === reference)!.perByte;
}

const stretchIn = ({ largest }: Grown): number => Math.min(...largest.map(({ longestMs }) => longestMs));

const shareOf = ({ value, target }: Ratio): number => value / (target as { atMost: number }).atMost;

function lineOf({ name, sizes }: Grown): string {
	const reference = referenceOf(sizes.map(({ bytes }) => bytes));
	const unit = sizes.find(({ bytes }) => bytes === reference)!.perByte;
	const each = sizes.map(({ bytes, perByte }) => `${Math.round(bytes / 1024)} KB ${(perByte / unit).toFixed(2)}`);
	return `${name}: ${each.join(', ')}`;
}

function bars({ ways }: PartResult): Bars {
	const longest = ways.toSorted((a, b) => b.time.median - a.time.median).slice(0, IN_CHART);
	return {
		unit: 'Milliseconds for 16 MB (pushes: 4 MB) in one field; those that take longest',
		bars: longest.map(({ name, time: { median, min, max } }) => ({
			label: name,
			value: median,
			min,
			max,
			isOurs: true,
		})),
	};
}
