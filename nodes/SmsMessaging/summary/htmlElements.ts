/**
 * Pieces of HTML that look alike in all e-mail programs: tables and inline styles, no style sheets, scripts or
 * pictures. Anything passed as text is escaped here; anything passed as Html is not.
 */

import { escapeHtml } from '../text/html';

/** Markup that is safe to insert into a page. */
export type Html = string & { readonly isHtml: unique symbol };

const INK = '#1d2733';
const PALE_INK = '#5b6875';
const LINE = '#e3e8ee';
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
const MAX_NAME_LENGTH = 60;

export const escaped = (text: string): Html => escapeHtml(text) as Html;

export const joined = (pieces: Html[], between = ''): Html => pieces.join(between) as Html;

/** A name from outside, truncated if too long. */
export function nameHtml(name: string): Html {
	// A letter takes up to two UTF-16 units; the name itself may have any length
	const letters = [...name.slice(0, 2 * (MAX_NAME_LENGTH + 1))];
	return escaped(letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH).join('')}…` : name);
}

export function page(content: Html[]): Html {
	return `<div lang="en" style="max-width:640px;margin:0 auto;background:#ffffff;color:${INK};${FONT};font-size:14px;line-height:1.4;text-align:left">
<table ${TABLE} width="100%" style="width:100%;max-width:640px;border:1px solid ${LINE};border-collapse:separate;background:#ffffff;color:${INK}">
<tr><td style="padding:20px 14px 16px;${FONT};font-size:14px;line-height:1.4;color:${INK}">
${joined(content, '\n')}
</td></tr></table></div>` as Html;
}

export function headline(title: string, subtitle: string): Html {
	return `<h1 style="margin:0;font-size:22px;line-height:1.25;font-weight:700;color:${INK}">${escaped(title)}</h1>
<p style="margin:2px 0 16px;color:${PALE_INK}">${escaped(subtitle)}</p>` as Html;
}

/** A sentence that must not be overlooked. */
export function warning(text: string): Html {
	return `<p style="margin:0 0 16px;padding:10px 12px;background:#fff4d6;border-left:4px solid #d99a00;color:#4a3600;overflow-wrap:anywhere"><strong>May be incomplete.</strong> ${escaped(text)}</p>` as Html;
}

export function notes(sentences: string[]): Html {
	return `<p style="margin:20px 0 0;padding-top:12px;border-top:1px solid ${LINE};font-size:12px;color:${PALE_INK}">${escaped(sentences.join(' '))}</p>` as Html;
}

export interface Figure {
	label: string;
	value: Html;
	note: string;
}

/** Large figures, two per table: the tables sit side by side if there is room, otherwise one below another. */
export function largeFigures(figures: Figure[]): Html {
	const cell = ({ label, value, note }: Figure) =>
		`<td width="50%" valign="top" style="width:50%;padding:0 8px 14px 0;vertical-align:top"><div style="font-size:12px;color:${PALE_INK}">${escaped(label)}</div><div style="font-size:20px;line-height:1.3;font-weight:700;color:${INK};overflow-wrap:anywhere">${value}</div><div style="font-size:12px;color:${PALE_INK}">${escaped(note)}</div></td>`;
	const pair = (pairOfFigures: Figure[]) =>
		`<table ${TABLE} align="left" width="288" style="width:288px;max-width:100%;border-collapse:collapse;table-layout:fixed"><tr>${pairOfFigures.map(cell).join('')}</tr></table>`;
	const pairs = figures
		.filter((_, index) => index % 2 === 0)
		.map((_, index) => pair(figures.slice(2 * index, 2 * index + 2)));
	return `${pairs.join('')}<div style="clear:both;font-size:0;line-height:0">&nbsp;</div>` as Html;
}

/** Shares of a whole in one line, each as wide as its percentage. */
export function strip(parts: Array<{ share: number; colour: string }>): Html {
	const cells = parts
		.filter(({ share }) => share > 0)
		.map(
			({ share, colour }) =>
				`<td width="${share}%" style="width:${share}%;height:14px;padding:0;background:${colour};font-size:0;line-height:0">&nbsp;</td>`,
		);
	return `<table ${TABLE} width="100%" style="width:100%;border-collapse:collapse;table-layout:fixed;margin:2px 0 0"><tr>${cells.join('')}</tr></table>` as Html;
}

/** A bar `share` percent wide. */
function bar(share: number, colour: string): Html {
	const part = (width: number, background: string) =>
		width <= 0
			? ''
			: `<td width="${width}%" style="width:${width}%;height:6px;padding:0;background:${background};font-size:0;line-height:0">&nbsp;</td>`;
	return `<table ${TABLE} width="100%" style="width:100%;border-collapse:collapse;table-layout:fixed;margin:4px 0 2px"><tr>${part(share, colour)}${part(Math.round(10 * (100 - share)) / 10, '#edf1f5')}</tr></table>` as Html;
}

export interface BarRow {
	name: Html;
	/** In percent. */
	share: number;
	colour: string;
	cells: Cell[];
}

export interface Cell {
	value: Html;
	note?: string;
}

/** A table whose first column contains names with a bar below each. */
export function barTable(title: string, nameHeading: string, columns: Html[], rows: BarRow[]): Html {
	const heading = (text: Html, align: 'left' | 'right') =>
		`<th scope="col" align="${align}" style="padding:4px 0 4px ${align === 'right' ? 11 : 0}px;border-bottom:1px solid ${LINE};font-size:12px;font-weight:400;color:${PALE_INK};text-align:${align};vertical-align:bottom${align === 'right' ? ';white-space:nowrap' : ''}">${text}</th>`;
	const cell = ({ value, note }: Cell) =>
		`<td align="right" valign="top" style="padding:4px 0 2px 11px;text-align:right;vertical-align:top;white-space:nowrap">${value}${note === undefined ? '' : `<div style="font-size:12px;color:${PALE_INK}">${escaped(note)}</div>`}</td>`;
	const row = ({ name, share, colour, cells }: BarRow) =>
		`<tr><td width="100%" valign="top" style="width:100%;padding:4px 0 2px;vertical-align:top"><div style="overflow-wrap:anywhere;word-break:break-word">${name}</div>${bar(share, colour)}</td>${cells.map(cell).join('')}</tr>`;
	return `${sectionTitle(title)}
<table cellpadding="0" cellspacing="0" border="0" width="100%" style="width:100%;border-collapse:collapse;font-size:13px;line-height:1.4;color:${INK}">
<tr>${heading(escaped(nameHeading), 'left')}${columns.map((column) => heading(column, 'right')).join('')}</tr>
${rows.map(row).join('\n')}
</table>` as Html;
}

/** A table with one row: labels on top, values below. */
export function valueTable(title: string, values: Array<{ label: string; value: string }>): Html {
	const width = Math.floor(100 / values.length);
	const cells = values.map(
		({ label, value }) =>
			`<td width="${width}%" valign="top" style="width:${width}%;padding:6px 6px 4px 0;vertical-align:top"><div style="font-size:12px;color:${PALE_INK}">${escaped(label)}</div><div style="font-weight:700">${escaped(value)}</div></td>`,
	);
	return `${sectionTitle(title)}
<table ${TABLE} width="100%" style="width:100%;border-collapse:collapse;table-layout:fixed;border-top:1px solid ${LINE};font-size:14px;line-height:1.4;color:${INK}"><tr>${cells.join('')}</tr></table>` as Html;
}

function sectionTitle(title: string): Html {
	return `<h2 style="margin:22px 0 4px;font-size:16px;line-height:1.3;font-weight:700;color:${INK}">${escaped(title)}</h2>` as Html;
}
