import type { Sandbox, SMSResponse } from '../../sandbox';
import { operationOf, wrongIn } from './documented';

/** A client that speaks plain HTTP to a sandbox. */
export interface Answer {
	status: number;
	headers: Headers;
	body: any;
}

/** Calls a sandbox. Throws if the answer is not as the document says; faults give others that it does not name. */
export async function ask(
	method: string,
	sandbox: Sandbox,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<Answer> {
	const response = await fetch(`${sandbox.url}${path}`, {
		method,
		headers: {
			authorization: sandbox.authorization,
			...(body !== undefined && { 'content-type': 'application/json' }),
			...headers,
		},
		body: typeof body === 'string' ? body : Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
	});
	const text = await response.text();
	const [{ status }, answer] = [response, text === '' ? undefined : JSON.parse(text)];
	const wrong = wrongIn(operationOf(method, path), status, answer);
	if (wrong) throw new Error(`${method} ${path} answered ${status} ${text}, wrong in ${JSON.stringify(wrong)}`);
	return { status, headers: response.headers, body: answer };
}

export const get = async (sandbox: Sandbox, path: string, authorization = sandbox.authorization): Promise<Answer> =>
	await ask('GET', sandbox, path, undefined, { authorization });

export const post = async (sandbox: Sandbox, path: string, body: unknown): Promise<Answer> =>
	await ask('POST', sandbox, path, body);

export const put = async (sandbox: Sandbox, path: string, body: unknown): Promise<Answer> =>
	await ask('PUT', sandbox, path, body);

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
