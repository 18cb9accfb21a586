import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startScriptedService, type ScriptedAnswer } from '../scriptedService';
import { CONTINUE, credentialFor, runSms, STOP, type SmsResult } from '../smsNode';

/** Get Reports with a service that answers otherwise than the sandbox, which keeps to the interface. */

const DELIVERED = {
	groupId: 3,
	groupName: 'DELIVERED',
	id: 5,
	name: 'DELIVERED_TO_HANDSET',
	description: 'Message delivered to handset',
};
const NO_ERROR = { groupId: 0, groupName: 'Ok', id: 0, name: 'NO_ERROR', description: 'No Error', permanent: false };
const report = (messageId: string | number, more: object = {}) => ({
	messageId,
	to: '436601234567',
	sentAt: '2030-01-31T08:30:00.000+0000',
	smsCount: 1,
	status: DELIVERED,
	error: NO_ERROR,
	...more,
});

/** @param answers what the service gives for a message ID ('' without), by how often it was asked before */
async function ask(
	parameters: INodeParameters,
	ids: unknown[],
	answers: (messageId: string, asked: number) => object[] | ScriptedAnswer,
	settings = STOP,
): Promise<SmsResult & { asked: string[] }> {
	const asked: string[] = [];
	const service = await startScriptedService(({ url }) => {
		const messageId = new URL(url, 'http://service').searchParams.get('messageId') ?? '';
		const answer = answers(messageId, asked.filter((other) => other === messageId).length);
		asked.push(messageId);
		return Array.isArray(answer) ? { body: { results: answer } } : answer;
	});
	try {
		const items = ids.map((id) => ({ id }) as IDataObject);
		return {
			...(await runSms({
				parameters: { operation: 'getReports', ...parameters },
				items,
				credential: credentialFor(service),
				settings,
			})),
			asked,
		};
	} finally {
		await service.stop();
	}
}

test.each([
	['a list', '[{"messageId":"a","to":"436601234567"}]'],
	['a single report', '{"messageId":"a","to":"436601234567"}'],
	['half an answer', '{"results":[{"messageId":"a","to":"4366'],
])('%s instead of reports is in the error unchanged, since it cannot be fetched again', async (_name, body) => {
	for (const settings of [STOP, CONTINUE]) {
		const service = await startScriptedService(() => ({ body }));
		const { error, json } = await runSms({
			parameters: { operation: 'getReports' },
			credential: credentialFor(service),
			settings,
		});
		await service.stop();
		const details =
			settings === STOP ? (error as { context?: { data?: object } } | undefined)?.context?.data : json[0]!.details;
		expect(details).toMatchObject({ answer: body, httpStatus: 200 });
	}
});

test('an answer in another charset is decoded', async () => {
	const body = Buffer.from(JSON.stringify({ results: [report('a', { callbackData: 'Müller' })] }), 'latin1');
	const headers = { 'Content-Type': 'application/json;charset=ISO-8859-1' };
	expect((await ask({}, [''], () => ({ body, headers }))).json).toMatchObject([
		{ messageId: 'a', callbackData: 'Müller' },
	]);
});
