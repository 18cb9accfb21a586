import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { N8N_PACKAGE, ROOT } from '../../tools/n8n/places';
import type { Part } from '../parts/part';
import { chartOf } from './chart';
import type { PartResult } from './result';

/** Where results and the chart are kept. */
export interface ResultPlace {
	folder: string;
	chart: string;
}

export const COMMITTED: ResultPlace = {
	folder: join(ROOT, 'bench', 'results'),
	chart: join(ROOT, 'docs', 'bench.svg'),
};

interface KeptResult extends PartResult {
	/** Day of the run. */
	measuredOn: string;
	machine: { processor: string; cores: number; node: string; n8n: string };
}

/** Writes what a part measured, replacing what was there. */
export async function keepResult(result: PartResult, { folder }: ResultPlace): Promise<void> {
	const { version } = JSON.parse(await readFile(join(N8N_PACKAGE, 'node_modules', 'n8n', 'package.json'), 'utf8')) as {
		version: string;
	};
	const kept: KeptResult = {
		...result,
		measuredOn: new Date().toISOString().slice(0, 10),
		machine: { processor: cpus()[0]?.model.trim() ?? '', cores: cpus().length, node: process.version, n8n: version },
	};
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, `${result.part}.json`), `${JSON.stringify(kept, rounded, '\t')}\n`);
}

function rounded(_key: string, value: unknown): unknown {
	return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
}

/** Redraws the chart from the last result of each part. */
export async function drawChart(parts: readonly Part[], { folder, chart }: ResultPlace): Promise<void> {
	const results = await Promise.all(parts.map(async (part) => ({ part, result: await lastResult(part.name, folder) })));
	const panels = results.flatMap(({ part, result }) =>
		result === undefined ? [] : [{ result, bars: part.bars(result) }],
	);
	await writeFile(chart, chartOf(panels, captionOf(panels.map(({ result }) => result))));
}

async function lastResult(part: string, folder: string): Promise<KeptResult | undefined> {
	const text = await readFile(join(folder, `${part}.json`), 'utf8').catch(() => undefined);
	return text === undefined ? undefined : (JSON.parse(text) as KeptResult);
}

function captionOf(results: KeptResult[]): string {
	const machines = new Set(
		results.map(
			({ machine: { n8n, node, cores, processor } }) => `n8n ${n8n}, Node ${node}, ${cores} cores (${processor})`,
		),
	);
	const days = [...new Set(results.map(({ measuredOn }) => measuredOn))].sort();
	return `Medians; the line from the least to the most of all runs. ${[...machines].join('; ')}; ${days.join(', ')}. See bench/README.md.`;
}
