import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(__dirname, '../../../docs/quality/scale.md');

/** Prints a table, and with UPDATE_DOCS=1 puts it into docs/quality/scale.md, between the marks of that name. */
export function keepTable(name: string, head: string[], rows: string[][]): void {
	const [heading, ...body] = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
	const lines = [heading, `|${'---|'.repeat(head.length)}`, ...body];
	process.stdout.write(`\n${lines.join('\n')}\n`);
	if (process.env.UPDATE_DOCS !== '1') return;
	const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const page = readFileSync(PAGE, 'utf8');
	const [before, rest = ''] = page.split(start);
	const after = rest.slice(rest.indexOf(end));
	writeFileSync(PAGE, `${before}${start}\n\n${lines.join('\n')}\n\n${after}`);
}

export const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
