import type { INode, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { CONTINUE, credentialFor, ERROR_OUTPUT, runSms, STOP } from '../smsNode';

const RETRY: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await startSandbox()));
afterEach(async () => await sandbox.stop());

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
		for (const mode of [STOP, CONTINUE, ERROR_OUTPUT]) {
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
