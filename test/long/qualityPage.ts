import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Prints a table, and with UPDATE_DOCS=1 puts it in place of the one with this head in a page of docs/quality. */
export function keepTable(page: string, head: string[], rows: string[][]): void {
	const [heading = '', ...body] = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
	const table = [heading, `|${'---|'.repeat(head.length)}`, ...body, ''].join('\n');
	process.stdout.write(`\n${table}`);
	if (process.env.UPDATE_DOCS !== '1') return;
	const path = join(__dirname, '../../docs/quality', `${page}.md`);
	const text = readFileSync(path, 'utf8');
	const start = text.indexOf(`${heading}\n`);
	if (start === -1) throw new Error(`${path} has no table with the head ${heading}`);
	const [former] = /^(\|.*\n)+/.exec(text.slice(start))!;
	writeFileSync(path, text.slice(0, start) + table + text.slice(start + former.length));
}
