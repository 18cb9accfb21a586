import { EventEmitter } from 'node:events';
import type { IWebhookFunctions } from 'n8n-workflow';

import { readRequest } from '../../../nodes/SmsMessaging/notifications/request';

/** A request whose compressed body n8n reads until `end`; where that does not come, for ever. */
class Request extends EventEmitter {
	readonly rawHeaders: string[] = [];
	rawBody?: Buffer;
	complete = false;
	destroyed = false;
	end: () => void = () => {};

	async readRawBody(): Promise<void> {
		await new Promise<void>((resolve) => (this.end = resolve));
		this.rawBody = Buffer.from('body');
	}

	close(): void {
		this.destroyed = true;
		this.emit('close');
	}
}

const bodyOf = (request: Request) =>
	readRequest({ getRequestObject: () => request, getHeaderData: () => ({}), getQueryData: () => ({}) } as unknown as IWebhookFunctions).readBody();

test('a sender that goes before all has come: the body cannot be read', async () => {
	const request = new Request();
	const body = bodyOf(request);
	request.close();
	await expect(body).rejects.toThrow('closed the connection');
});

test('one that has gone already: the same', async () => {
	const request = new Request();
	request.close();
	await expect(bodyOf(request)).rejects.toThrow('closed the connection');
});

test('a request that has come in full is closed too, and what is still being uncompressed is waited for', async () => {
	const request = new Request();
	const body = bodyOf(request);
	request.complete = true;
	request.close();
	request.end();
	expect(String(await body)).toBe('body');
});
