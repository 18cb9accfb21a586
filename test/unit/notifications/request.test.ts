import { EventEmitter } from 'node:events';
import type { IWebhookFunctions } from 'n8n-workflow';

import { readRequest } from '../../../nodes/SmsMessaging/notifications/request';

test('a sender that has gone already, while n8n waits for the rest of a compressed body for ever: the body cannot be read', async () => {
	const request = Object.assign(new EventEmitter(), {
		rawHeaders: [],
		complete: false,
		destroyed: true,
		readRawBody: async () => await new Promise(() => {}),
	});
	const { readBody } = readRequest({
		getRequestObject: () => request,
		getHeaderData: () => ({}),
		getQueryData: () => ({}),
	} as unknown as IWebhookFunctions);
	await expect(readBody()).rejects.toThrow('closed the connection');
});
