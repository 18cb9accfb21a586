import type { MatrixResult, SizeName } from './faultMatrixRun';

const SIZE_TITLES: Array<[SizeName, string]> = [
	['1 item', '1 item'],
	['1 request', '1 request of 6'],
	['several requests', '4 requests of 13'],
];

/** A sentence about all cases, then a Markdown table with a row for each fault, its cases counted together. */
export function matrixTable(results: MatrixResult[]): string {
	const faults = [...new Set(results.map(({ fault }) => fault.name))];
	const header = ['Fault', ...SIZE_TITLES.map(([, title]) => title), 'Not accepted', 'Requests', 'Look-ups'];
	const rows = faults.map((name) => {
		const own = results.filter(({ fault }) => fault.name === name);
		const several = own.filter(({ size }) => size === 'several requests');
		return [
			name,
			...SIZE_TITLES.map(([size]) =>
				range(own.filter((result) => result.size === size).map(({ accepted, targets }) => `${accepted}/${targets}`)),
			),
			range(several.map(({ errorItems, inError }) => errorItems + inError)),
			range(several.map(({ sendRequests }) => sendRequests)),
			range(several.map(({ lookUps }) => lookUps)),
		];
	});
	const lines = [header, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
	return [totals(results), '', lines[0], `|${'---|'.repeat(header.length)}`, ...lines.slice(1)].join('\n');
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
