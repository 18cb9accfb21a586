import type { INode, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { CONTINUE, credentialFor, ERROR_OUTPUT, runSms, STOP } from '../smsNode';

const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const MODES: Array<[string, Partial<INode>]> = [
	['Stop', STOP],
	['Continue', CONTINUE],
	['error output', ERROR_OUTPUT],
];
const OPERATIONS: INodeParameters[] = [
	{ operation: 'sendText', to: '={{ $json.to }}', text: 'Hello' },
	{ operation: 'sendBinary', to: '={{ $json.to }}', hex: '48 65' },
	{ operation: 'getLogs' },
	{ operation: 'getReports' },
];

/** With a message that failed, so that logs and reports hold the interface's own `error`. */
let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ delays: { enrouteMs: 0, finalMs: 0 } });
	const parameters = { operation: 'sendText', to: '19990200010, 436601234567', text: 'Hello' };
	await runSms({ parameters, credential: credentialFor(sandbox) });
	await sandbox.advance(1000);
	sandbox.requests.length = 0;
});
afterEach(async () => await sandbox.stop());

describe.each(OPERATIONS)('$operation with Retry On Fail', (parameters) => {
	const isSending = parameters.to !== undefined;

	test.each(MODES)('%s: the service is called once, and all its reports are output', async (_, mode) => {
		for (const simplify of [true, false]) {
			sandbox.requests.length = 0;
			const { error, json, failed } = await runSms({
				parameters: { ...parameters, simplify },
				items: [{ to: '436607654321' }],
				credential: credentialFor(sandbox),
				settings: { ...RETRY, ...mode },
			});
			expect(error).toBeUndefined();
			expect(failed).toEqual([]);
			expect(sandbox.requests.map(({ status }) => status)).toEqual([200]);
			const { messages, results } = sandbox.requests[0]!.responseBody;
			expect(json.map(({ messageId }) => messageId)).toEqual(
				(messages ?? results).map(({ messageId }: any) => messageId),
			);
			for (const item of json) expect(item).not.toHaveProperty('error');
			// The second round gets no reports: they are handed out once
			if (simplify) expect(json.length).toBeGreaterThan(0);
			if (simplify && !isSending) expect(json.map(({ errorName }) => errorName)).toContain('EC_UNKNOWN_SUBSCRIBER');
		}
	});
});

/** Expressions that give another value each time: a time, a one-time code, another sender. */
const VARYING: INodeParameters[] = [
	{ operation: 'sendText', text: '=Alarm at {{ $now.toISO() }}' },
	{ operation: 'sendText', text: '=Your code is {{ Math.floor(1e9 * Math.random()) }}' },
	{ operation: 'sendText', text: 'Hello', from: '={{ "Shop" + Math.floor(1e5 * Math.random()) }}' },
	{ operation: 'sendBinary', hex: '={{ Math.floor(1e9 * Math.random()).toString().padStart(10, "0") }}' },
];

test.each(VARYING)(
	'a text that is another one in each try is sent once, and comes out as it was sent: %j',
	async (parameters) => {
		for (const [, mode] of MODES) {
			const before = sandbox.messages.length;
			const { json, error } = await runSms({
				parameters: { ...parameters, to: '={{ $json.to }}' },
				// n8n tries again if the first item is an error
				items: ['19990100812', '436601234500', '436601234501', '436601234501'].map((to) => ({ to })),
				credential: credentialFor(sandbox),
				settings: { ...RETRY, ...mode },
			});
			const accepted = sandbox.messages.slice(before).filter(({ to }) => to.startsWith('43'));
			expect(accepted.map(({ to }) => to)).toEqual(['436601234500', '436601234501', '436601234501']);
			if (mode === STOP) expect(error).toBeDefined();
			else if (parameters.operation === 'sendText')
				expect(json.filter(({ to }) => String(to).startsWith('43')).map(({ text }) => text)).toEqual(
					accepted.map(({ text }) => text),
				);
		}
	},
);
