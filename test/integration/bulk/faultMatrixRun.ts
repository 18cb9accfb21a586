import type { INode } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { startFaultProxy } from '../../support/faults/faultProxy';
import { CONTINUE, credentialFor, ERROR_OUTPUT, runSms, SMS, STOP } from '../smsNode';
import { brokenRules, errorData, fatesOf } from './accounting';
import { isBad, type FaultCase } from './faultCases';
import { hexOf, numberOf, SEND_BINARY, SEND_TEXT, textOf, type Row, targetsOf } from './messages';

export type SizeName = '1 item' | '1 request' | 'several requests';
type ModeName = 'Stop' | 'Continue' | 'error output';

const SIZES: SizeName[] = ['1 item', '1 request', 'several requests'];
const MODES: Record<ModeName, Partial<INode>> = { Stop: STOP, Continue: CONTINUE, 'error output': ERROR_OUTPUT };

/** One field of the matrix. */
interface MatrixCase {
	fault: FaultCase;
	size: SizeName;
	mode: ModeName;
	retryOnFail: boolean;
	duplicateIds: 'reject' | 'accept';
	operation: 'sendText' | 'sendBinary';
	/** Makes its texts and its execution differ from all others. */
	number: number;
	/** Of the interface. */
	apiVersion: '1' | '3';
}

export interface MatrixResult extends MatrixCase {
	targets: number;
	accepted: number;
	/** Most acceptances of one message. */
	mostAccepted: number;
	errorItems: number;
	/** Destinations that the error which stopped the node names as not accepted. */
	inError: number;
	sendRequests: number;
	lookUps: number;
	/** Violations. */
	broken: string[];
}

/** Each fault with every size in every mode; the other settings take turns, so that it meets both of each. */
export function matrixOf(faults: FaultCase[]): MatrixCase[] {
	let number = 0;
	return faults.flatMap((fault) =>
		SIZES.flatMap((size, row) =>
			(Object.keys(MODES) as ModeName[]).map((mode, column): MatrixCase => {
				const isEven = (turn: number) => turn % 2 === 0;
				return {
					fault,
					size,
					mode,
					retryOnFail: isEven(row + column),
					duplicateIds: isEven(row) ? 'reject' : 'accept',
					operation: isEven(column) ? 'sendText' : 'sendBinary',
					number: ++number,
					apiVersion: isEven(number) ? '3' : '1',
				};
			}),
		),
	);
}

/** 12 items in 4 requests; item 2 has two destinations, and item 8 sends something else to the number of item 1. */
function rowsFor(size: SizeName, { badNumber }: FaultCase, content: (index: number) => string): Row[] {
	const count = { '1 item': 1, '1 request': 5, 'several requests': 12 }[size];
	const bad = { '1 item': 0, '1 request': 3, 'several requests': 7 }[size];
	return Array.from({ length: count }, (_, index) => {
		const row = { to: numberOf(index), content: content(index) };
		if (index === bad && badNumber !== undefined) return { ...row, to: badNumber };
		if (index === 2) return { ...row, to: `${row.to}, ${numberOf(100)}` };
		return index === 8 ? { ...row, to: numberOf(1) } : row;
	});
}

async function runCase(matrixCase: MatrixCase, sandbox: Sandbox): Promise<MatrixResult> {
	const { fault, size, mode, retryOnFail, operation, number, apiVersion } = matrixCase;
	const { patience = 8, lookUpTime = 0.4 } = fault;
	const seen = { sends: 0, lookUps: 0 };
	// One request passes before the fault strikes, where there are several
	const first = size === 'several requests' ? 1 : 0;
	const proxy = await startFaultProxy(sandbox, (request) =>
		fault.script?.(request, request.isSend ? seen.sends++ : seen.lookUps++, first),
	);
	try {
		const contentOf = operation === 'sendText' ? textOf : hexOf;
		const items = rowsFor(size, fault, (index) => contentOf(number * 100 + index));
		const targets = targetsOf(items);
		fault.prepare?.(proxy);
		const result = await runSms({
			parameters: {
				...(operation === 'sendText' ? SEND_TEXT : SEND_BINARY),
				options: {
					messagesPerRequest: size === 'several requests' ? 3 : 100,
					patience,
					lookUpTime,
					messageIds: 'node',
				},
			},
			items,
			credential: { ...credentialFor(proxy), apiVersion },
			settings: { ...MODES[mode], ...(retryOnFail && { retryOnFail, maxTries: 3, waitBetweenTries: 1 }) },
			start: { additionalData: { executionId: String(number) } },
		});
		const fates = fatesOf(targets, result, sandbox);
		const broken = brokenRules(targets, result, sandbox);
		for (const target of fates) {
			const allowed = isBad(target, fault) ? fault.badStates! : fault.states;
			const state = target.cameOut[0]?.state;
			if (state !== undefined && !allowed.includes(state))
				broken.push(`item ${target.itemIndex} to ${target.to}: ended as ${state}`);
		}
		const inError = (errorData(result)?.destinations ?? []).filter(({ state }) => state !== 'accepted').length;
		const errorItems = [...result.output(SMS), ...result.failed].filter(({ json }) => json.error !== undefined).length;
		if (mode !== 'Stop' && result.error !== undefined) broken.push(`stopped with: ${result.error.message}`);
		if (mode === 'Stop' && result.error !== undefined && inError === 0)
			broken.push(`stopped without a destination that failed: ${result.error.message}`);
		if (mode === 'Stop' && errorItems > 0) broken.push(`${errorItems} error items with Stop`);
		if (mode === 'error output' && result.json.some(({ error }) => error !== undefined))
			broken.push('error items in the first output');
		return {
			...matrixCase,
			targets: targets.length,
			accepted: fates.filter(({ accepted }) => accepted > 0).length,
			mostAccepted: Math.max(...fates.map(({ accepted }) => accepted)),
			errorItems,
			inError,
			sendRequests: proxy.records.filter(({ request }) => request.isSend).length,
			lookUps: proxy.records.filter(({ request }) => !request.isSend).length,
			broken,
		};
	} finally {
		await proxy.stop();
	}
}

/** Runs the cases, some faults at a time: most of each is waiting. */
export async function runCases(cases: MatrixCase[], atOnce: number): Promise<MatrixResult[]> {
	const results: MatrixResult[][] = [];
	const queue = [...Map.groupBy(cases, ({ fault }) => fault).values()].entries();
	const workThrough = async () => {
		for (const [index, ofFault] of queue) results[index] = await runFault(ofFault);
	};
	await Promise.all(Array.from({ length: atOnce }, workThrough));
	return results.flat();
}

/** In sandboxes of its own: where their logs hold thousands of other messages, none can be proven absent. */
async function runFault(cases: MatrixCase[]): Promise<MatrixResult[]> {
	const start = async (duplicateIds: MatrixCase['duplicateIds']) =>
		await startSandbox({ duplicateIds, logsPerMinute: 1_000_000, sendVersions: ['1', '3'] });
	const sandboxes = { reject: await start('reject'), accept: await start('accept') };
	const results: MatrixResult[] = [];
	try {
		for (const matrixCase of cases) results.push(await runCase(matrixCase, sandboxes[matrixCase.duplicateIds]));
	} finally {
		for (const sandbox of Object.values(sandboxes)) await sandbox.stop();
	}
	return results;
}

export function nameOf({ fault, size, mode, retryOnFail, duplicateIds, operation }: MatrixCase): string {
	return `${fault.name} × ${size} × ${mode} × Retry On Fail ${retryOnFail ? 'on' : 'off'} × duplicate ids: ${duplicateIds} (${operation})`;
}
