import type { IWebhookFunctions } from 'n8n-workflow';

import type { Caller } from './authenticate';

/** A request as received. */
export interface NotificationRequest extends Caller {
	/** The decompressed body. Rejects if it is longer than n8n accepts, not compressed as declared, or cut off. */
	readBody: () => Promise<Uint8Array>;
	contentType?: string;
	contentEncoding?: string;
}

/** The parts of n8n's request that are used here. */
interface WebhookRequest {
	rawHeaders: string[];
	ip?: string;
	/** The body's bytes once read, by n8n itself or by the function below. n8n's parsed body has lost digits of long ids. */
	rawBody?: Uint8Array;
	readRawBody(): Promise<void>;
	/** Whether the complete request has arrived. */
	complete: boolean;
	destroyed: boolean;
	once(event: 'close', listener: () => void): unknown;
}

export function readRequest(context: IWebhookFunctions): NotificationRequest {
	const request = context.getRequestObject() as unknown as WebhookRequest;
	const headers = context.getHeaderData();
	return {
		query: context.getQueryData() as Record<string, unknown>,
		rawHeaders: request.rawHeaders,
		address: request.ip,
		readBody: async () => {
			if (request.rawBody === undefined) await Promise.race([request.readRawBody(), breakingOff(request)]);
			return request.rawBody ?? new Uint8Array();
		},
		contentType: headers['content-type'],
		contentEncoding: headers['content-encoding'],
	};
}

/** Rejects if the sender leaves too early: n8n would wait for the rest of a compressed body forever. Otherwise stays pending. */
async function breakingOff(request: WebhookRequest): Promise<never> {
	return await new Promise((_resolve, reject) => {
		const rejectIfCut = (): void => {
			if (!request.complete) reject(new Error('The sender has closed the connection'));
		};
		if (request.destroyed) rejectIfCut();
		else request.once('close', rejectIfCut);
	});
}
