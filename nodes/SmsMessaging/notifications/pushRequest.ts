import type { IWebhookFunctions } from 'n8n-workflow';

import type { Caller } from './authenticate';
import { receiveBody, type BodyRefusal } from './receiveBody';

/** A request as received. */
export interface NotificationRequest extends Caller {
	/** The decompressed body, or why it was not read. */
	readBody: () => Promise<Uint8Array | BodyRefusal>;
	contentType?: string;
}

export function readRequest(context: IWebhookFunctions): NotificationRequest {
	const { rawHeaders, ip } = context.getRequestObject();
	return {
		query: context.getQueryData() as Record<string, unknown>,
		rawHeaders,
		address: ip,
		readBody: async () => await receiveBody(context),
		contentType: context.getHeaderData()['content-type'],
	};
}
