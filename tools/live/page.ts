import { version } from '../../package.json';
import { RESPONSE_TABLES } from '../../test/support/interface/responseTables';
import { compare, type Finding } from './compare';
import { listIn, ownIn, type Exchange, type Run } from './exchange';
import { maskedHost, maskedNumber, maskerOf } from './masking';
import type { LiveSettings } from './settings';

const LONGEST_VALUE = 80;
/** Numbers, or senders that may be one. */
const NUMBERS = /(^|\.)(to|from|destination|sender)$/;
const PRICES = /(^|\.)price\./;

/** The file to attach to an issue: the answers compared with the interface. */
export function pageOf(settings: LiveSettings, run: Run): string {
	const page = [
		'# What the service answered',
		`Written by \`npm run live\` of n8n-nodes-sms-messaging ${version} on ${new Date().toISOString().slice(0, 10)}. The key and all but two digits of numbers` +
			' are hidden; prices, and values of fields that the interface does not name, are left out. **Read it before you pass it on.**',
		`Service: ${maskedHost(settings.baseUrl)}, API version ${settings.apiVersion}. Names are compared with those of version 1.`,
		...section('The message', run.sent, answerTable(run.sent, 'SMSResponse')),
		...(run.log === undefined ? [] : section('Its log', run.log, entriesTable(run.log, run, 'LogsResponse'))),
		...(run.report === undefined
			? []
			: section('Its delivery report', run.report, entriesTable(run.report, run, 'ReportsResponse'))),
	].join('\n\n');
	return `${maskerOf(settings)(page)}\n`;
}

function section(title: string, exchange: Exchange, parts: string[]): string[] {
	const { method, path, status, failure, contentType, calls, afterMs } = exchange;
	const answer = failure ?? `HTTP ${status}, ${contentType ?? 'no content type'}`;
	const when = `${calls === 1 ? '1 call' : `${calls} calls`}, the last answered ${(afterMs / 1000).toFixed(1)} s after the start`;
	return [`## ${title}`, `\`${method} ${path}\`: ${answer} (${when}).`, ...parts];
}

function answerTable({ status, failure, body }: Exchange, success: string): string[] {
	if (failure !== undefined) return [];
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return ['The answer is not a JSON object.'];
	const table = status === 200 ? success : 'ErrorResponse';
	return [tableOf(compare(RESPONSE_TABLES, table, body as Record<string, unknown>))];
}

/** Entries of other messages are counted, and not shown. */
function entriesTable(exchange: Exchange, run: Run, success: string): string[] {
	const all = listIn(exchange, 'results');
	if (exchange.status !== 200 || all.length === 0) return answerTable(exchange, success);
	const own = ownIn(exchange, run);
	const others = all.length - own.length;
	const came = others === 1 ? '1 entry of another message' : `${others} entries of other messages`;
	const remark = others === 0 ? [] : [`**The request was for one message, but the answer has ${came}.**`];
	if (own.length === 0) return [...remark, 'No entry belongs to the message.'];
	return [...remark, ...answerTable({ ...exchange, body: { ...(exchange.body as object), results: own } }, success)];
}

function tableOf(findings: Finding[]): string {
	const rows = findings.map((found) => [
		codeOf(found.path),
		found.expected ?? 'not named',
		seenOf(found),
		noteOf(found),
	]);
	return [['Field', 'Interface', 'Service', ''], ['---', '---', '---', '---'], ...rows]
		.map((row) => `| ${row.join(' | ')} |`)
		.join('\n');
}

function seenOf({ path, seen, value }: Finding): string {
	if (seen === undefined) return '–';
	if (value === undefined || value === null || PRICES.test(path)) return seen;
	return `${seen}: ${codeOf(NUMBERS.test(path) ? maskedNumber(String(value)) : String(value))}`;
}

/** As code in a cell of a table. */
function codeOf(text: string): string {
	const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'");
	return `\`${line.length > LONGEST_VALUE ? `${line.slice(0, LONGEST_VALUE)}…` : line}\``;
}

function noteOf({ expected, seen, isOdd }: Finding): string {
	if (seen === undefined) return 'missing';
	if (expected === undefined) return '**unexpected**';
	return isOdd ? '**another type**' : '';
}
