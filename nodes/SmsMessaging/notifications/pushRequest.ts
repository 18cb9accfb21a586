import type { IWebhookFunctions } from 'n8n-workflow';

import type { Caller } from './authenticate';
import { receiveBody, type BodyRefusal, type BodyRequest } from './receiveBody';

/** A request as received. */
export interface NotificationRequest extends Caller {
	/** The decompressed body, or why it was not read. */
	readBody: () => Promise<Uint8Array | BodyRefusal>;
	contentType?: string;
}

/** n8n's request. */
interface WebhookRequest extends BodyRequest {
	rawHeaders: string[];
	ip?: string;
}

export function readRequest(context: IWebhookFunctions): NotificationRequest {
	const request = context.getRequestObject() as unknown as WebhookRequest;
	const headers = context.getHeaderData();
	return {
		query: context.getQueryData() as Record<string, unknown>,
		rawHeaders: request.rawHeaders,
		address: request.ip,
		readBody: async () =>
			await receiveBody(
				request,
				headers['content-encoding'],
				(act) => void context.getResponseObject().once('finish', act),
			),
		contentType: headers['content-type'],
	};
}
