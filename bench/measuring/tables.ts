import Table from 'cli-table3';
import { isReached, type MemoryResult, type PartResult, type Ratio, type WayResult } from './result';

const PLAIN = { head: [], border: [] };

/** The result of a part for a terminal: the ways, the ratios, the notes. */
export function tablesOf({ title, ways, memory = [], ratios, notes }: PartResult): string {
	const columns = COLUMNS.filter(({ of }) => ways.some((way) => of(way) !== ''));
	const wayTable = new Table({
		head: columns.map(({ head }) => head),
		colAligns: columns.map(({ align }) => align ?? 'right'),
		style: PLAIN,
	});
	wayTable.push(...ways.map((way) => columns.map(({ of }) => of(way))));
	const ratioTable = new Table({
		head: ['Ratio', 'Measured', 'Target', ''],
		colAligns: ['left', 'right', 'left', 'left'],
		style: PLAIN,
	});
	ratioTable.push(
		...ratios.map((ratio) => [ratio.name, formatRatio(ratio.value), targetText(ratio), verdictOf(ratio)]),
	);
	const memoryTable = new Table({
		head: ['Memory', 'Median MB', 'Min–max', 'Runs'],
		colAligns: ['left', 'right', 'right', 'right'],
		style: PLAIN,
	});
	memoryTable.push(...memory.map(memoryRow));
	return [
		`\n${title}`,
		wayTable.toString(),
		...(memory.length === 0 ? [] : [memoryTable.toString()]),
		ratioTable.toString(),
		...notes,
	].join('\n');
}

function memoryRow({ name, added, spread: { median, min, max } }: MemoryResult): string[] {
	return [name, megabytes(median), `${megabytes(min)}–${megabytes(max)}`, String(added.length)];
}

export function targetText({ target }: Ratio): string {
	if (target === undefined) return '';
	return 'atMost' in target ? `at most ${target.atMost}` : `at least ${target.atLeast}`;
}

export function formatRatio(value: number): string {
	return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function verdictOf(ratio: Ratio): string {
	if (ratio.target === undefined) return '';
	return isReached(ratio) ? 'reached' : 'not reached';
}

interface Column {
	head: string;
	align?: 'left';
	/** Empty if a way has no such value. */
	of(way: WayResult): string;
}

const number = (value: number | undefined, digits = 0) =>
	value === undefined
		? ''
		: value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const megabytes = (bytes: number | undefined) => number(bytes === undefined ? undefined : bytes / 1e6, 1);
const ms = (value: number | undefined) => number(value, value !== undefined && value < 100 ? 1 : 0);

const COLUMNS: Column[] = [
	{ head: 'Way', align: 'left', of: ({ name }) => name },
	{ head: 'Median ms', of: ({ time }) => ms(time.median) },
	{ head: 'Min–max', of: ({ time }) => `${ms(time.min)}–${ms(time.max)}` },
	{ head: 'Runs', of: ({ ms: runs }) => String(runs.length) },
	{ head: 'Requests', of: ({ requests }) => number(requests) },
	{ head: 'At once', of: ({ mostAtOnce }) => number(mostAtOnce) },
	{ head: 'Execution ms', of: ({ wholeMs }) => number(wholeMs) },
	{ head: 'Stored MB', of: ({ storedBytes }) => megabytes(storedBytes) },
	{ head: 'Per second', of: ({ count, time }) => (count === undefined ? '' : number((count / time.median) * 1000, 1)) },
];
