import { runAnswered, type ScriptedAnswer } from '../scriptedService';
import { CONTINUE, STOP } from '../smsNode';

/** Get Reports with a service that answers otherwise than the sandbox, which keeps to the interface. */
const fetchFrom = async (answer: ScriptedAnswer, settings = STOP) =>
	await runAnswered(answer, { parameters: { operation: 'getReports' }, settings });

test.each([
	['a list', '[{"messageId":"a","to":"436601234567"}]'],
	['a single report', '{"messageId":"a","to":"436601234567"}'],
	['half an answer', '{"results":[{"messageId":"a","to":"4366'],
])('%s instead of reports is in the error unchanged, since it cannot be fetched again', async (_name, body) => {
	for (const settings of [STOP, CONTINUE]) {
		const { error, json } = await fetchFrom({ body }, settings);
		const details =
			settings === STOP ? (error as { context?: { data?: object } } | undefined)?.context?.data : json[0]!.details;
		expect(details).toMatchObject({ answer: body, httpStatus: 200 });
	}
});

test('an answer in another charset is decoded', async () => {
	const report = { messageId: 'a', to: '436601234567', status: { groupId: 3 }, callbackData: 'Müller' };
	const body = Buffer.from(JSON.stringify({ results: [report] }), 'latin1');
	const headers = { 'Content-Type': 'application/json;charset=ISO-8859-1' };
	expect((await fetchFrom({ body, headers })).json).toMatchObject([{ messageId: 'a', callbackData: 'Müller' }]);
});
