import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startN8n, type N8nInstance } from '../../tools/n8n/instance';
import { packPackage } from '../../tools/n8n/packedPackage';
import { MEASURABLE, ProcessMemory } from '../../tools/n8n/processMemory';
import { itemsOf, type Item, type WorkflowFile } from '../../tools/n8n/restClient';
import { seedMessages, startSandbox, type Sandbox } from '../../sandbox';
import { START } from '../end-to-end/realN8n';
import { LOGS, saveLogsWorkflow } from './logsWorkflow';

/**
 * Memory that n8n needs for 100,000 log entries, compared with a Code node that emits the same items. The items are taken from Get
 * Logs once and lie in a file that the Code node reads in its task runner: n8n's own process, which alone is measured, gets
 * nothing but the finished items. (The Code node's HTTP helper works in n8n's process: fetching with it would cost memory there.)
 */

const COUNT = 100_000;
const HOUR_MS = 3_600_000;
const MEGABYTE = 1e6;
const RUNS = 3;
const MOST_TIMES_AS_MUCH = 1.3;
const CODE = 'Code';

type Kind = 'Get Logs' | 'Code node';

let sandbox: Sandbox;
let tarball: string;
const folder = mkdtempSync(join(tmpdir(), 'fetching-memory-'));
const itemsFile = join(folder, 'items.json');

beforeAll(async () => {
	tarball = await packPackage();
	sandbox = await startSandbox({ logsPerMinute: 1_000_000, recordsKept: 10 });
	const now = sandbox.now();
	seedMessages(sandbox.store, { count: COUNT, from: now - 40 * HOUR_MS, until: now, colliding: 0.3 });
}, 120_000);
afterAll(async () => {
	await sandbox?.stop();
	rmSync(folder, { recursive: true });
});

interface Measurement {
	kind: Kind;
	idleMb: number;
	peakMb: number;
}

async function inFreshN8n<T>(work: (n8n: N8nInstance) => Promise<T>): Promise<T> {
	const n8n = await startN8n({ tarball, env: { NODE_FUNCTION_ALLOW_BUILTIN: 'fs', ...MEASURABLE } });
	try {
		return await work(n8n);
	} finally {
		await n8n.stop();
	}
}

async function saveCodeWorkflow({ rest }: N8nInstance, jsCode: string): Promise<string> {
	const node = (name: string, type: string, typeVersion: number, parameters = {}) => ({
		id: name,
		name,
		type: `n8n-nodes-base.${type}`,
		typeVersion,
		position: [0, 0],
		parameters,
	});
	return await rest.saveWorkflow({
		name: 'Emit items',
		nodes: [node(START, 'manualTrigger', 1), node(CODE, 'code', 2, { jsCode })],
		connections: { [START]: { main: [[{ node: CODE, type: 'main', index: 0 }]] } },
	} as unknown as WorkflowFile);
}

/** Runs a workflow to its end without asking n8n for its data, which would cost memory there. */
async function runUnseen({ rest }: N8nInstance, workflowId: string): Promise<string> {
	const id = await rest.run(workflowId, START);
	for (;;) {
		const executions = await rest.executionsOf(workflowId);
		const status = executions.find((execution) => execution.id === id)?.status ?? 'running';
		if (status === 'success') return id;
		if (status !== 'running' && status !== 'new') throw new Error(`The execution ended with ${status}`);
		await pause(250);
	}
}

const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

async function measure(kind: Kind): Promise<Measurement> {
	return await inFreshN8n(async (n8n) => {
		const name = kind === 'Get Logs' ? LOGS : CODE;
		const save = async (isWarmUp: boolean): Promise<string> => {
			if (kind === 'Get Logs') return await saveLogsWorkflow(n8n, sandbox, isWarmUp ? { returnAll: false } : {});
			return await saveCodeWorkflow(
				n8n,
				`return JSON.parse(require('fs').readFileSync(${JSON.stringify(itemsFile)}, 'utf8'))${isWarmUp ? '.slice(0, 50)' : ''}.map((json) => ({ json }));`,
			);
		};
		// What n8n loads with the first execution is no part of the comparison
		await runUnseen(n8n, await save(true));
		const workflow = await save(false);
		const memory = await ProcessMemory.begin(n8n.pid!);
		const id = await runUnseen(n8n, workflow);
		const { idle, peak } = memory;
		const items = itemsOf(await n8n.rest.execution(id), name);
		expect(items).toHaveLength(COUNT);
		expect(items.map(({ json }) => json)).toEqual(expectedItems());
		return { kind, idleMb: idle / MEGABYTE, peakMb: peak / MEGABYTE };
	});
}

const expectedItems = () => JSON.parse(readFileSync(itemsFile, 'utf8')) as Array<Item['json']>;

test('100,000 log entries need at most 1.3 times the memory of a Code node that emits the same items', async () => {
	await inFreshN8n(async (n8n) => {
		const execution = await n8n.rest.runToEnd(await saveLogsWorkflow(n8n, sandbox), START, 120_000);
		writeFileSync(itemsFile, JSON.stringify(itemsOf(execution, LOGS).map(({ json }) => json)));
	});
	const measurements: Measurement[] = [];
	for (let run = 0; run < RUNS; run++) {
		for (const kind of ['Get Logs', 'Code node'] as const) measurements.push(await measure(kind));
	}
	const [logs, code] = (['Get Logs', 'Code node'] as const).map((kind) => medianIncreaseMb(measurements, kind));
	const times = logs! / code!;
	process.stdout.write(`\n${HEADER}\n${measurements.map(lineOf).join('\n')}\n\n${summary(logs!, code!)}\n`);
	expect(times).toBeLessThanOrEqual(MOST_TIMES_AS_MUCH);
}, 1_200_000);

const increaseMb = ({ idleMb, peakMb }: Measurement) => peakMb - idleMb;

function medianIncreaseMb(measurements: Measurement[], kind: Kind): number {
	const increases = measurements.filter((measurement) => measurement.kind === kind).map(increaseMb);
	return increases.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!;
}

const HEADER = '| Node | Idle, MB | Peak, MB | Increase, MB |\n|---|---|---|---|';

function lineOf(measurement: Measurement): string {
	const cells = [measurement.idleMb, measurement.peakMb, increaseMb(measurement)].map((mb) => mb.toFixed(0));
	return `| ${measurement.kind} | ${cells.join(' | ')} |`;
}

function summary(logs: number, code: number): string {
	return `Medians: Get Logs ${logs.toFixed(0)} MB, Code node ${code.toFixed(0)} MB: ${(logs / code).toFixed(2)} times as much.`;
}
