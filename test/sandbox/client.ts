import type { Sandbox, SMSResponse } from '../../sandbox';

/** A client that speaks plain HTTP to a sandbox. */
export interface Answer {
	status: number;
	headers: Headers;
	body: any;
}

async function answer(response: Response): Promise<Answer> {
	return { status: response.status, headers: response.headers, body: await response.json() };
}

export async function get(
	sandbox: Sandbox,
	path: string,
	authorization: string = sandbox.authorization,
): Promise<Answer> {
	return answer(await fetch(`${sandbox.url}${path}`, { headers: { authorization, accept: 'application/json' } }));
}

export const post = async (sandbox: Sandbox, path: string, body: unknown): Promise<Answer> =>
	await ask('POST', sandbox, path, body);

export const put = async (sandbox: Sandbox, path: string, body: unknown): Promise<Answer> =>
	await ask('PUT', sandbox, path, body);

async function ask(method: string, sandbox: Sandbox, path: string, body: unknown): Promise<Answer> {
	return answer(
		await fetch(`${sandbox.url}${path}`, {
			method,
			headers: { authorization: sandbox.authorization, 'content-type': 'application/json' },
			body: typeof body === 'string' ? body : JSON.stringify(body),
		}),
	);
}

export const TEXT = '/sms/1/text/advanced';
export const BINARY = '/sms/1/binary/advanced';
export const MESSAGES = '/sms/3/messages';

/** Sends one text message with these fields; `to` may be several addresses. */
export async function send(
	sandbox: Sandbox,
	to: string | string[],
	fields: object = {},
	top: object = {},
): Promise<SMSResponse> {
	const destinations = [to].flat().map((address) => ({ to: address }));
	const { status, body } = await post(sandbox, TEXT, {
		...top,
		messages: [{ from: 'Tests', text: 'Hello', destinations, ...fields }],
	});
	if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
	return body;
}
