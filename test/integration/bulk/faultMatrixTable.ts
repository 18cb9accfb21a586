import type { MatrixResult, ModeName, SizeName } from './faultMatrixRun';

const SIZE_TITLES: Array<[SizeName, string]> = [
	['1 item', '1 item'],
	['1 request', '1 request of 6'],
	['several requests', '4 requests of 13'],
];
const MODES: ModeName[] = ['Stop', 'Continue', 'error output'];

/** Lines of a Markdown table: a row for each fault, its cases counted together; columns for the sizes and modes that were run. */
export function matrixTable(results: MatrixResult[]): string {
	const sizes = SIZE_TITLES.filter(([name]) => results.some(({ size }) => size === name));
	const modes = MODES.filter((name) => results.some(({ mode }) => mode === name));
	const faults = [...new Set(results.map(({ fault }) => fault.name))];
	const header = [
		'Fault',
		'Cases',
		'Accepted twice',
		...sizes.map(([, title]) => `Accepted of ${title}`),
		...modes.map((mode) => `Not accepted, ${mode}`),
		'Requests',
		'Look-ups',
		'Rules broken',
	];
	const rows = faults.map((name) => {
		const own = results.filter(({ fault }) => fault.name === name);
		const several = own.filter(({ size }) => size === 'several requests');
		return [
			name,
			own.length,
			own.filter(({ mostAccepted }) => mostAccepted > 1).length,
			...sizes.map(([size]) =>
				range(own.filter((result) => result.size === size).map(({ accepted, targets }) => `${accepted}/${targets}`)),
			),
			...modes.map((mode) => range(several.filter((result) => result.mode === mode).map(placeOfFailures))),
			range(several.map(({ sendRequests }) => sendRequests)),
			range(several.map(({ lookUps }) => lookUps)),
			own.filter(({ broken }) => broken.length > 0).length,
		];
	});
	return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function placeOfFailures({ mode, stopped, inError, errorItems }: MatrixResult): string {
	if (mode !== 'Stop') return errorItems === 0 ? '0' : `${errorItems} error item${errorItems === 1 ? '' : 's'}`;
	return stopped ? `${inError} in the error` : '0';
}

/** All different values; a span where they are many numbers. */
function range(values: Array<string | number>): string {
	const different = [...new Set(values)];
	const numbers = different.filter((value): value is number => typeof value === 'number');
	if (different.length > 2 && numbers.length === different.length)
		return `${Math.min(...numbers)}–${Math.max(...numbers)}`;
	return different.join(', ');
}
