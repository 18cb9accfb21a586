import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRISM, replay, type Call, type Violation } from '../../contract/replay';
import { environmentForNpm, runCommand } from '../../local-n8n/runCommand';

/**
 * The calls of the sandbox's tests, and the answers to them, against its OpenAPI document: Prism, a proxy made for this, looks at each.
 * UPDATE_DOCS=1 writes the results.
 */

const ROOT = join(__dirname, '../..');
const CONTRACT = join(ROOT, 'contract');
const DOCUMENT = join(ROOT, 'docs/sandbox-openapi.json');
const PAGE = join(ROOT, 'docs/quality/contract.md');
/** Prism takes up to 10 MB; a few large ones are about limits. */
const LARGEST_BODY = 1_000_000;

const folder = mkdtempSync(join(tmpdir(), 'contract-'));
let seen: number;
let calls: Call[];

beforeAll(async () => {
	if (!existsSync(PRISM)) await runCommand('npm', ['ci'], { cwd: CONTRACT, env: environmentForNpm() });
	const file = join(folder, 'calls.jsonl');
	const jest = [require.resolve('jest/bin/jest'), '--selectProjects', 'sandbox', '--testTimeout=60000'];
	// What faults answer is what a test asked for
	await runCommand(process.execPath, [...jest, '--testPathIgnorePatterns', 'sandbox/faults.test'], {
		cwd: ROOT,
		env: { ...process.env, CONTRACT_CALLS: file, NODE_OPTIONS: `--require ${join(CONTRACT, 'record.cjs')}` },
	});
	const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { paths: object };
	const described = Object.keys(paths).map((path) => new RegExp(`^${path.replace(/{\w+}/g, '[^/]+')}(\\?|$)`));
	const all = readFileSync(file, 'utf8').trim().split('\n');
	const ofPaths = all
		.map((line) => JSON.parse(line) as Call)
		.filter(({ method, path }) => method !== 'HEAD' && described.some((pattern) => pattern.test(path)));
	seen = ofPaths.length;
	calls = ofPaths.filter(isReadByPrism);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Prism reads bodies that are JSON in UTF-8, not compressed. */
function isReadByPrism({ headers, body }: Call): boolean {
	if (body === undefined) return true;
	if (headers['content-encoding'] !== undefined || body.length > LARGEST_BODY) return false;
	return jsonOf(body) !== undefined;
}

function jsonOf(body: string): unknown {
	try {
		return JSON.parse(Buffer.from(body, 'base64').toString());
	} catch {
		return undefined;
	}
}

/** Why the sandbox accepts what the document does not name (sandbox/README.md); undefined if it should not. */
function leniency({ call, location, code, message }: Violation): string | undefined {
	const value = location
		.slice(2)
		.reduce<unknown>((part, step) => (part as Record<string, unknown> | undefined)?.[step], jsonOf(call.body!));
	if (value === null) return 'null for a field that is not given';
	if (code === 'type' && typeof value !== 'object') return 'a number for a text, or the other way round';
	if (code === 'required' && message.includes("'destinations'")) return '`to` without destinations';
	return undefined;
}

const isOfAnswer = ({ location }: Violation) => location[0] === 'response';

test('answers are what the document says, and so are accepted requests, but for what the sandbox is known to put up with', async () => {
	const violations = await replay(DOCUMENT, calls);
	const accepted = violations.filter((found) => !isOfAnswer(found) && found.call.answer.status < 300);
	const refused = violations.filter((found) => !isOfAnswer(found) && found.call.answer.status >= 300);
	expect(violations.filter(isOfAnswer).map(told)).toEqual([]);
	expect(accepted.filter((found) => leniency(found) === undefined).map(told)).toEqual([]);
	const broken = await replay(brokenDocument(), calls);
	const noticed = broken.filter(isOfAnswer);
	for (const [what, pattern] of BREAKS)
		expect([what, noticed.filter(({ message }) => pattern.test(message)).length > 0]).toEqual([what, true]);
	if (process.env.UPDATE_DOCS === '1') {
		const rows = [
			['calls of the tests to paths of the document', seen],
			['sent through Prism', calls.length],
			['answers that break the document', 0],
			['accepted requests that break it', new Set(accepted.map(({ call }) => call)).size],
			...[...new Set(accepted.map(leniency))].map(
				(why) => [`– with ${why}`, countOf(accepted.filter((found) => leniency(found) === why))] as const,
			),
			['refused requests that break it', countOf(refused)],
			...BREAKS.map(
				([what, pattern]) =>
					[
						`answers that break it when ${what}`,
						countOf(noticed.filter(({ message }) => pattern.test(message))),
					] as const,
			),
		];
		writeFileSync(
			PAGE,
			`${INTRODUCTION}\n| | |\n|---|---|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`,
		);
	}
}, 300_000);

const countOf = (violations: Violation[]) => new Set(violations.map(({ call }) => call)).size;

const told = ({ call: { method, path, answer }, location, message }: Violation) =>
	`${method} ${path} ${answer.status} ${location.join('.')}: ${message}`;

/** What is said wrongly in the document on purpose, and how Prism tells about it. */
const BREAKS: ReadonlyArray<readonly [what: string, told: RegExp]> = [
	['smsCount is a text there', /smsCount must be string/],
	['messages have a field more there', /required property 'never'/],
	['it leaves out the status 400', /Unable to match the returned status code/],
];

function brokenDocument(): string {
	const document = JSON.parse(readFileSync(DOCUMENT, 'utf8'), (name, value) =>
		name === 'smsCount' ? { type: 'string' } : name === '400' ? undefined : value,
	) as { components: { schemas: { Message: { required: string[] } } } };
	document.components.schemas.Message.required.push('never');
	const file = join(folder, 'broken.json');
	writeFileSync(file, JSON.stringify(document));
	return file;
}

const { devDependencies } = jest.requireActual<{ devDependencies: Record<string, string> }>(
	'../../contract/package.json',
);
const INTRODUCTION = `# The sandbox and its OpenAPI document

Written by \`UPDATE_DOCS=1 npm run test:long -- contract\`. The calls of the sandbox's own tests (without those that ask for faults) and the
answers to them are recorded, and sent through the proxy of Prism ${devDependencies['@stoplight/prism-cli']}, which compares both with
[the document](../sandbox-openapi.json). What Prism cannot read is left out: compressed bodies, other charsets, JSON cut short, more than
a megabyte. A request may break the document if the sandbox refuses it, or if it puts up with what older clients send.
`;
