import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type SandboxOptions } from '../../../sandbox';
import { credentialFor, runSms } from '../smsNode';

const SENDS: INodeParameters[] = [
	{ operation: 'sendText', to: '436601234567', text: 'Hello' },
	{ operation: 'sendBinary', to: '436601234567', hex: '48 65' },
];

async function run(sendVersions: SandboxOptions['sendVersions'], sendVersion: string | undefined) {
	const sandbox = await startSandbox({ sendVersions, delays: { enrouteMs: 0, finalMs: 0 } });
	const credential = { ...credentialFor(sandbox), ...(sendVersion && { sendVersion }) };
	const results = [];
	for (const parameters of [...SENDS, { operation: 'getLogs' }, { operation: 'getReports' }])
		results.push(await runSms({ parameters, credential }));
	const calls = sandbox.requests.map(({ path, status }) => `${path} ${status}`);
	await sandbox.stop();
	return { calls, results };
}

test.each([
	[undefined, '1'],
	['1', '1'],
	['2', '2'],
] as const)(
	'version %s in the credential: sending uses version %s, all other calls version 1',
	async (sendVersion, version) => {
		const { calls, results } = await run([version], sendVersion);
		expect(results.map(({ error }) => error)).toEqual(Array(4).fill(undefined));
		expect(results.slice(0, 3).map(({ json }) => json.length)).toEqual([1, 1, 2]);
		expect(calls).toEqual([
			`/sms/${version}/text/advanced 200`,
			`/sms/${version}/binary/advanced 200`,
			'/sms/1/logs 200',
			'/sms/1/reports 200',
		]);
	},
);

test.each([
	['1', '2'],
	['2', '1'],
] as const)('a service that has only the other version (%s): the 404 names the setting', async (served, chosen) => {
	const { results } = await run([served], chosen);
	for (const { error } of results.slice(0, 2))
		expect(error).toMatchObject({
			message: expect.stringContaining('404'),
			description: expect.stringContaining("choose the other 'Version of the Send Paths'"),
		});
	expect(results.slice(2).map(({ error }) => error)).toEqual([undefined, undefined]);
});
