import type { FuzzResult } from './fuzzRun';

const INTRODUCTION = `# 10,000 generated pushes

Written by \`UPDATE_DOCS=1 npm run test:long\`. Generated bodies (seed 12) are pushed at two SMS Messaging Triggers in a real n8n, one
of them with a token: reports as JSON and XML with odd values, charsets and compressions, the same with bytes changed or cut off, things that are not
reports, and connections that break off.
`;

/** The page in docs/quality/ that shows a run: what went wrong, and how each kind of push was answered. */
export function fuzzPage(result: FuzzResult): string {
	const facts = [
		['Pushes', result.pushes],
		['Reports that had to start a run', result.reports],
		['Executions', result.executions],
		['Reports in no execution', result.lost.length],
		['Reports in more than one', result.twice.length],
		['Executions for things that are not reports', result.uninvited.length + result.unannouncedExecutions],
		['Failed executions', result.failedExecutions],
		['Requests without an answer', result.hanging.length],
		['Answers that the trigger should not give', result.odd.length],
		['Crashes of n8n', result.crashes],
	];
	const answers = Object.entries(result.answers).map(([kind, counts]) => [
		kind,
		Object.entries(counts)
			.map(([status, count]) => `${status}: ${count}`)
			.join(', '),
	]);
	return `${INTRODUCTION}\n${table(['', ''], facts)}\n\n${table(['Kind of push', 'How often each status was answered'], answers)}\n`;
}

function table(header: string[], rows: unknown[][]): string {
	return [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
