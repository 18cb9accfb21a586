import type { IWebhookFunctions } from 'n8n-workflow';

import type { Caller } from './authenticate';

/** A request as it came in. */
export interface NotificationRequest extends Caller {
	body: Uint8Array;
	contentType?: string;
}

export function readRequest(context: IWebhookFunctions): NotificationRequest {
	// n8n keeps the bytes here; its parsed body has lost the digits of long ids and the case of XML names
	const { rawBody } = context.getRequestObject() as { rawBody?: Uint8Array };
	return {
		query: context.getQueryData() as Record<string, unknown>,
		body: rawBody ?? new Uint8Array(),
		contentType: context.getHeaderData()['content-type'],
	};
}
