import type { IWebhookFunctions } from 'n8n-workflow';

import type { Caller } from './authenticate';

/** A request as it came in. */
export interface NotificationRequest extends Caller {
	/** The body, uncompressed. Rejects where it is longer than n8n accepts, or not compressed as it says. */
	readBody: () => Promise<Uint8Array>;
	contentType?: string;
	contentEncoding?: string;
}

/** The parts of n8n's request that are used here. */
interface WebhookRequest {
	rawHeaders: string[];
	ip?: string;
	/** The body's bytes once they were read, by n8n itself or by the function below. n8n's parsed body has lost the digits of long ids. */
	rawBody?: Uint8Array;
	readRawBody(): Promise<void>;
}

export function readRequest(context: IWebhookFunctions): NotificationRequest {
	const request = context.getRequestObject() as unknown as WebhookRequest;
	const headers = context.getHeaderData();
	return {
		query: context.getQueryData() as Record<string, unknown>,
		rawHeaders: request.rawHeaders,
		address: request.ip,
		readBody: async () => {
			if (request.rawBody === undefined) await request.readRawBody();
			return request.rawBody ?? new Uint8Array();
		},
		contentType: headers['content-type'],
		contentEncoding: headers['content-encoding'],
	};
}
