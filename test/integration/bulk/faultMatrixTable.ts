import type { MatrixResult, SizeName } from './faultMatrixRun';

const SIZE_TITLES: Array<[SizeName, string]> = [
	['1 item', '1 item'],
	['1 request', '1 request of 6'],
	['several requests', '4 requests of 13'],
];

/** A sentence about all cases, then a Markdown table with a row for the faults that leave the same behind. */
export function matrixTable(results: MatrixResult[]): string {
	const header = [...SIZE_TITLES.map(([, title]) => title), 'Not accepted', 'Requests', 'Look-ups', 'Faults'];
	const faultsByFigures = new Map<string, string[]>();
	for (const fault of new Set(results.map((result) => result.fault.name))) {
		const figures = figuresOf(results.filter((result) => result.fault.name === fault)).join(' | ');
		faultsByFigures.set(figures, [...(faultsByFigures.get(figures) ?? []), fault]);
	}
	const rows = [...faultsByFigures].map(([figures, faults]) => `| ${figures} | ${faults.join('; ')} |`);
	return [totals(results), '', `| ${header.join(' | ')} |`, `|${'---|'.repeat(header.length)}`, ...rows].join('\n');
}

function figuresOf(results: MatrixResult[]): string[] {
	const several = results.filter(({ size }) => size === 'several requests');
	return [
		...SIZE_TITLES.map(([name]) =>
			range(results.filter(({ size }) => size === name).map(({ accepted, targets }) => `${accepted}/${targets}`)),
		),
		range(several.map(({ errorItems, inError }) => errorItems + inError)),
		range(several.map(({ sendRequests }) => sendRequests)),
		range(several.map(({ lookUps }) => lookUps)),
	];
}

function totals(results: MatrixResult[]): string {
	const twice = results.filter(({ mostAccepted }) => mostAccepted > 1).length;
	const broken = results.filter((result) => result.broken.length > 0).length;
	return `Of ${results.length} cases, ${twice} had a message accepted twice, and ${broken} broke a rule.`;
}

/** All different values; a span where they are many numbers. */
function range(values: Array<string | number>): string {
	const different = [...new Set(values)];
	const numbers = different.filter((value): value is number => typeof value === 'number');
	if (different.length > 2 && numbers.length === different.length)
		return `${Math.min(...numbers)}–${Math.max(...numbers)}`;
	return different.join(', ');
}
