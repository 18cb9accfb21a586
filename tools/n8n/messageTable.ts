import Table from 'cli-table3';
import type { MessageRow } from './bulkSendRun';

const CONTENT_CHARACTERS = 26;

function start(content: string): string {
	const characters = [...content];
	return characters.length <= CONTENT_CHARACTERS ? content : `${characters.slice(0, CONTENT_CHARACTERS - 1).join('')}…`;
}

/** For example 09:30:05.120, in UTC. */
function time(date: Date | undefined): string {
	return date?.toISOString().slice(11, 23) ?? '';
}

/** The messages as a table for a terminal, two lines each so that it fits into 120 columns; times in UTC. */
export function messageTable(rows: MessageRow[]): string {
	const table = new Table({
		head: ['To\nFrom', 'Content\nSegments', 'Accepted as\nAt (UTC)', 'Final status\nError', 'Done at\nReported at'],
		style: { head: [], border: [] },
	});
	for (const row of rows) {
		table.push([
			`${row.to}\n${row.from ?? ''}`,
			`${start(row.content)}\n${row.segments ?? ''}`,
			`${row.acceptedStatus ?? '(not sent)'}\n${time(row.acceptedAt)}`,
			`${row.finalStatus ?? '(none)'}\n${row.error ?? ''}`,
			`${time(row.doneAt)}\n${time(row.reportedAt)}`,
		]);
	}
	return table.toString();
}

/** One sentence about the whole list. */
export function summary(rows: MessageRow[]): string {
	const final = rows.filter(({ finalStatus }) => finalStatus !== undefined);
	const delivered = final.filter(({ finalStatus }) => finalStatus?.startsWith('DELIVERED'));
	const segments = rows.reduce((sum, row) => sum + (row.segments ?? 0), 0);
	return (
		`${rows.length} messages in ${segments} segments: ${delivered.length} delivered, ` +
		`${final.length - delivered.length} not delivered, ${rows.length - final.length} without a final status.`
	);
}
