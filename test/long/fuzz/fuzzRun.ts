import { createConnection } from 'node:net';

import type { N8nInstance } from '../../../local-n8n/instance';
import { Dice, FuzzedPushes, NO_REPORT_ID, reportIdsIn, type FuzzedPush } from './fuzzBodies';
import { publishTrigger, push, withDatabase, type Answer, type LiveTrigger } from '../../end-to-end/trigger/triggerN8n';

const AT_ONCE = 8;
/** Examples are enough where something is wrong. */
const LISTED_AT_MOST = 10;
const TOKEN = 'fuzz-token';

/** What must hold, whatever was pushed: all numbers and lists but `pushes`, `answers`, `reports` and `executions` are 0 or empty. */
export interface FuzzResult {
	pushes: number;
	/** How often each status was answered, by kind of push. */
	answers: Record<string, Record<string, number>>;
	/** Reports that had to start a run. */
	reports: number;
	executions: number;
	/** Pushes without an answer within a minute. */
	hanging: string[];
	/** Answers that the trigger should not give. */
	odd: string[];
	/** IDs of reports that were in no execution. */
	lost: string[];
	/** IDs of reports that were in more than one execution. */
	twice: string[];
	/** What came out though it was no report, or though its sender had shown no token. */
	uninvited: string[];
	/** Executions beside those that the answers count. */
	unannouncedExecutions: number;
	failedExecutions: number;
	/** Whether n8n ended, or answers no more. */
	crashes: number;
}

/** Pushes generated bodies at two triggers in a real n8n, one of them with a token, several at a time; then looks into all executions. */
export async function runFuzz(n8n: N8nInstance, seed: number, count: number): Promise<FuzzResult> {
	const pid = n8n.pid;
	const open = await publishTrigger(n8n, { startOn: 'all' });
	const locked = await publishTrigger(n8n, { startOn: 'all', authentication: 'token', token: TOKEN });
	const pushes = new FuzzedPushes(seed);
	const dice = new Dice(seed + 1);
	const result: FuzzResult = {
		pushes: 0,
		answers: {},
		reports: 0,
		executions: 0,
		hanging: [],
		odd: [],
		lost: [],
		twice: [],
		uninvited: [],
		unannouncedExecutions: 0,
		failedExecutions: 0,
		crashes: 0,
	};
	const expected = new Set<string>();
	let runsAnnounced = 0;

	const one = async (): Promise<void> => {
		const fuzzed = pushes.next();
		const { url, isLetIn } = addressFor(dice, open, locked);
		const ids = isLetIn ? fuzzed.reportIds : [];
		const isRepeated = dice.chance(0.1);
		if (fuzzed.breaksOffAfter !== undefined) return await breakOff(url, fuzzed);
		for (let time = 0; time < (isRepeated ? 2 : 1); time++) {
			const answer = await push(url, fuzzed.body, fuzzed.headers).catch((error: unknown) => String(error));
			result.pushes += 1;
			if (typeof answer === 'string') {
				result.hanging.push(`${fuzzed.kind}: ${answer}`);
				continue;
			}
			const kind = isLetIn ? fuzzed.kind : 'without the token';
			const byStatus = (result.answers[kind] ??= {});
			byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1;
			const fault = faultOf(answer, fuzzed, isLetIn, time);
			if (fault !== undefined) result.odd.push(`${fault}: ${describe(fuzzed, answer)}`);
			if (Number(answer.json?.started ?? 0) > 0) runsAnnounced += 1;
		}
		for (const id of ids ?? []) expected.add(id);
	};
	let left = count;
	await Promise.all(
		Array.from({ length: AT_ONCE }, async () => {
			while (left > 0) {
				left -= 1;
				await one();
			}
		}),
	);

	await untilAllHaveEnded(n8n);
	result.crashes = (await isAlive(n8n)) && n8n.pid === pid ? 0 : 1;
	result.reports = expected.size;
	look(n8n, [open, locked], expected, runsAnnounced, result);
	for (const list of [result.hanging, result.odd, result.lost, result.twice, result.uninvited])
		list.splice(LISTED_AT_MOST);
	return result;
}

/** Four fifths go to the open trigger; of the others half carry the token. */
function addressFor(dice: Dice, open: LiveTrigger, locked: LiveTrigger): { url: string; isLetIn: boolean } {
	if (dice.chance(0.8)) return { url: open.url, isLetIn: true };
	if (dice.chance(0.5)) return { url: `${locked.url}?token=${TOKEN}`, isLetIn: true };
	const query = dice.pick([
		'',
		'?token=',
		'?token=x',
		`?token=${TOKEN}&token=${TOKEN}`,
		`?token[]=${TOKEN}`,
		'?%',
		`?TOKEN=${TOKEN}`,
		`?token=${TOKEN}%00`,
		'?token[__proto__]=x',
	]);
	return { url: locked.url + query, isLetIn: false };
}

/** What is wrong with an answer; undefined where nothing is. */
function faultOf(
	{ status, json }: Answer,
	{ reportIds }: FuzzedPush,
	isLetIn: boolean,
	time: number,
): string | undefined {
	if (!isLetIn) return status === 401 ? undefined : 'not answered 401';
	const isRefused = status === 400 && typeof json?.message === 'string' && json.message !== '';
	if (reportIds === undefined) return isRefused || status === 200 ? undefined : 'neither taken nor refused';
	if (reportIds.length === 0 && isRefused) return undefined;
	if (status !== 200) return 'not answered as it should be';
	return json?.started === (time === 0 ? reportIds.length : 0)
		? undefined
		: `${String(json?.started)} of ${reportIds.length} reports started at try ${time + 1}`;
}

function describe({ kind, headers, body }: FuzzedPush, { status, json }: Answer): string {
	return `${kind} ${JSON.stringify(headers)} ${JSON.stringify(Buffer.from(body).toString('utf8').slice(0, 300))} → ${status} ${JSON.stringify(json)?.slice(0, 300)}`;
}

/** A sender that closes the connection in the middle of its body. */
async function breakOff(url: string, { body, headers, breaksOffAfter = 0 }: FuzzedPush): Promise<void> {
	const { hostname, port, pathname, search } = new URL(url);
	const lines = Object.entries({
		Host: `${hostname}:${port}`,
		'Content-Length': String(body.length + 1),
		...headers,
	}).map(([name, value]) => `${name}: ${value}\r\n`);
	await new Promise<void>((resolve, reject) => {
		const socket = createConnection(Number(port), hostname, () => {
			socket.write(`POST ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`);
			socket.write(body.subarray(0, breaksOffAfter), () => socket.destroy());
		});
		socket.on('close', () => resolve());
		socket.on('error', reject);
	});
}

/** n8n answers a push before its execution has ended. */
async function untilAllHaveEnded(n8n: N8nInstance): Promise<void> {
	const isOneUnderWay = () =>
		withDatabase(
			n8n,
			(database) =>
				database.prepare("SELECT 1 FROM execution_entity WHERE status IN ('new', 'running') LIMIT 1").get() !==
				undefined,
		);
	while (isOneUnderWay()) await new Promise((resolve) => setTimeout(resolve, 200));
}

async function isAlive({ baseUrl }: N8nInstance): Promise<boolean> {
	return await fetch(`${baseUrl}/healthz/readiness`).then(
		({ ok }) => ok,
		() => false,
	);
}

/** Compares what n8n has stored with what was pushed. */
function look(
	n8n: N8nInstance,
	triggers: LiveTrigger[],
	expected: ReadonlySet<string>,
	runsAnnounced: number,
	result: FuzzResult,
): void {
	const rows = withDatabase(n8n, (database) =>
		database
			.prepare(
				`SELECT e.status, d.data FROM execution_entity e JOIN execution_data d ON d.executionId = e.id WHERE e.workflowId IN (${triggers.map(() => '?').join(',')})`,
			)
			.all(...triggers.map(({ workflowId }) => workflowId)),
	) as Array<{ status: string; data: string }>;
	const seen = new Map<string, number>();
	for (const { status, data } of rows) {
		if (status !== 'success') result.failedExecutions += 1;
		if (NO_REPORT_ID.test(data)) result.uninvited.push(NO_REPORT_ID.exec(data)![0]);
		for (const id of reportIdsIn(data)) seen.set(id, (seen.get(id) ?? 0) + 1);
	}
	result.executions = rows.length;
	result.unannouncedExecutions = rows.length - runsAnnounced;
	result.lost = [...expected].filter((id) => !seen.has(id));
	result.twice = [...seen].filter(([, times]) => times > 1).map(([id]) => id);
}
