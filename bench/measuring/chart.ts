import type { Bars } from './bars';
import { isReached, type PartResult } from './result';
import { formatRatio, targetText } from './tables';

/** A part as the chart shows it. */
interface Panel {
	result: PartResult;
	bars: Bars;
}

const WIDTH = 900;
const MARGIN = 24;
const LABEL_WIDTH = 350;
const VALUE_WIDTH = 80;
const ROW = 24;
const BAR = 14;
const LINE = 18;
const COLOURS = {
	ours: '#0f766e',
	others: '#94a3b8',
	spread: '#334155',
	text: '#0f172a',
	quiet: '#475569',
	paper: '#ffffff',
	edge: '#cbd5e1',
};

/** The last results as an SVG: a panel for each part, its bars on a scale of its own, its ratios below. */
export function chartOf(panels: Panel[], caption: string): string {
	let y = MARGIN;
	const pieces: string[] = [];
	for (const { result, bars } of panels) {
		pieces.push(
			text(MARGIN, (y += 16), result.title, { weight: 600, size: 15 }),
			text(MARGIN, (y += LINE), bars.unit, { fill: COLOURS.quiet }),
		);
		y += 8;
		for (const bar of bars.bars) {
			pieces.push(barRow(bar, y, Math.max(...bars.bars.map(({ max }) => max))));
			y += ROW;
		}
		y += 4;
		for (const ratio of result.ratios) {
			const target =
				ratio.target === undefined ? '' : ` (target: ${targetText(ratio)}${isReached(ratio) ? '' : ', not reached'})`;
			pieces.push(
				text(MARGIN, (y += LINE), `${ratio.name}: ${formatRatio(ratio.value)}${target}`, {
					size: 12,
					fill: COLOURS.quiet,
				}),
			);
		}
		y += MARGIN + 8;
	}
	pieces.push(text(MARGIN, y, caption, { size: 12, fill: COLOURS.quiet }));
	const height = y + MARGIN;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif">`,
		`<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8" fill="${COLOURS.paper}" stroke="${COLOURS.edge}"/>`,
		...pieces,
		'</svg>\n',
	].join('\n');
}

function barRow({ label, value, min, max, isOurs }: Bars['bars'][number], y: number, longest: number): string {
	const start = MARGIN + LABEL_WIDTH;
	const scale = (WIDTH - start - MARGIN - VALUE_WIDTH) / longest;
	const x = (of: number) => (start + of * scale).toFixed(1);
	const middle = y + BAR / 2;
	return [
		text(start - 10, y + 11, label, { anchor: 'end', weight: isOurs ? 600 : 400 }),
		`<rect x="${start}" y="${y}" width="${Math.max(1, value * scale).toFixed(1)}" height="${BAR}" rx="2" fill="${isOurs ? COLOURS.ours : COLOURS.others}"/>`,
		`<path d="M${x(min)} ${middle}H${x(max)}M${x(min)} ${middle - 4}v8M${x(max)} ${middle - 4}v8" stroke="${COLOURS.spread}" fill="none"/>`,
		text(start + Math.max(max, value) * scale + 8, y + 11, numberOf(value), { weight: isOurs ? 600 : 400 }),
	].join('\n');
}

function numberOf(value: number): string {
	return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}

interface TextStyle {
	size?: number;
	weight?: number;
	fill?: string;
	anchor?: 'start' | 'end';
}

function text(
	x: number,
	y: number,
	content: string,
	{ size = 13, weight = 400, fill = COLOURS.text, anchor = 'start' }: TextStyle = {},
): string {
	const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	return `<text x="${x.toFixed(1)}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escaped}</text>`;
}
