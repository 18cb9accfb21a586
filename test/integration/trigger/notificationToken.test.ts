import { credentialFor, runSms } from '../smsNode';
import {
	startScriptedService,
	type ReceivedRequest,
	type ScriptedAnswer,
	type ScriptedService,
} from '../scriptedService';

const TOKEN = 'abc+123/XYZ';
const ENCODED = encodeURIComponent(TOKEN);
/** Of the n8n that the tests run in (see additionalDataOf in engine.ts). */
const NOTIFY_URL = 'http://127.0.0.1:5678/webhook/1/delivery-reports';
const ELSEWHERE = 'https://hooks.example.com/n8n/delivery-reports';

let service: ScriptedService;
const start = async (answer: ScriptedAnswer | ((request: ReceivedRequest) => ScriptedAnswer)) => {
	service = await startScriptedService(answer);
};
afterEach(async () => await service.stop());

const send = async (items: Array<{ notifyUrl?: string }>, notificationToken = TOKEN, notificationHosts = '') =>
	await runSms({
		parameters: {
			operation: 'sendText',
			to: '447700900123',
			text: 'Hello',
			messageOptions: { notifyUrl: '={{ $json.notifyUrl ?? "" }}' },
			simplify: false,
		},
		items,
		credential: { ...credentialFor(service), notificationToken, notificationHosts },
		settings: { onError: 'continueErrorOutput' },
	});
const accepted = ({ body }: ReceivedRequest): ScriptedAnswer => {
	const { messages } = JSON.parse(body) as { messages: Array<{ destinations: object[] }> };
	const status = { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED' };
	return {
		body: {
			messages: messages.map(({ destinations: [destination] }, index) => ({
				messageId: `m-${index}`,
				...destination,
				status,
			})),
		},
	};
};
const sentUrls = () =>
	service.requests
		.filter(({ method }) => method === 'POST')
		.flatMap(({ body }) =>
			(JSON.parse(body) as { messages: Array<{ notifyUrl?: string }> }).messages.map(({ notifyUrl }) => notifyUrl),
		);

test('the notify URL of a trigger gets the credential’s token; other URLs do not, and no item shows it', async () => {
	await start(accepted);
	const others = ['http://127.0.0.1:5678/webhook/reports', ELSEWHERE, `${NOTIFY_URL}?token=own`, undefined];
	const { json, error } = await send(
		[NOTIFY_URL, `${NOTIFY_URL}?shop=1#x`, ...others].map((notifyUrl) => ({ notifyUrl })),
	);
	expect(error).toBeUndefined();
	expect(sentUrls()).toEqual([`${NOTIFY_URL}?token=${ENCODED}`, `${NOTIFY_URL}?shop=1&token=${ENCODED}#x`, ...others]);
	expect(json).toHaveLength(6);
	expect(JSON.stringify(json)).not.toMatch(/abc/);
});

test.each([400, 401, 403, 404, 500])(
	'a service repeats the URL in its answer %i: the execution does not show the token',
	async (status) => {
		await start(({ body, method }) => {
			if (method === 'GET') return { body: { results: [] } };
			const { notifyUrl = '' } = (JSON.parse(body) as { messages: Array<{ notifyUrl?: string }> }).messages[0]!;
			const text = `${notifyUrl} or ${decodeURIComponent(notifyUrl)} is no good`;
			return {
				status,
				body: {
					requestError: {
						serviceException: { messageId: 'BAD_REQUEST', text, validationErrors: { notifyUrl: [text] } },
					},
				},
			};
		});
		const { run, json, failed } = await send([{ notifyUrl: NOTIFY_URL }]);
		expect(sentUrls()[0]).toContain(ENCODED);
		expect(json).toEqual([]);
		expect(failed).toHaveLength(1);
		expect(JSON.stringify(failed)).toContain('token=***');
		expect(JSON.stringify(run)).not.toContain('token=abc');
	},
);
