import { Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';
import { NO_ENTRY } from '../../nodes/SmsMessaging/api/entry';
import { presentEntry } from '../../nodes/SmsMessaging/entries/presentEntry';
import { readSendResponse } from '../../nodes/SmsMessaging/sending/submit/dispatcher';
import { failureOfStatus } from '../../nodes/SmsMessaging/sending/reasons';
import { requestLogs, requestHandouts, send, type Service } from '../../nodes/SmsMessaging/api/client';
import { failureDetails } from '../../nodes/SmsMessaging/api/failure';
import { openService } from '../../nodes/SmsMessaging/api/transport';
import { LogSummary } from '../../nodes/SmsMessaging/summary/logSummary';

const CHUNK_BYTES = 65_536;
const TARGET = { itemIndex: 0, destination: { to: '436600000000', messageId: 'm-1' }, message: {} } as never;
const REQUEST = {
	settings: {},
	bulkId: 'b',
	messages: [{ message: { content: { text: '' } }, destinations: [{ to: '436600000000', messageId: 'm-1' }] }],
};

/** A service that gives this answer. */
async function answering(status: number, body: string): Promise<Service> {
	const bytes = Buffer.from(body);
	const chunks = Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, index) =>
		bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
	);
	return await openService({
		getMode: () => 'trigger',
		getCredentials: async () => ({ baseUrl: 'https://sms.example.com', apiKey: 'key-of-the-service' }),
		helpers: {
			httpRequestWithAuthentication: async () => ({ statusCode: status, headers: {}, body: Readable.from(chunks) }),
		},
	} as unknown as IExecuteFunctions);
}

export function readSendAnswer(status: number, body: string): () => Promise<void> {
	const opened = answering(status, body);
	return async () => {
		const result = await send(await opened, REQUEST);
		if (!result.ok) return void failureDetails(result.failure);
		for (const outcome of readSendResponse([TARGET], result.value).said.values()) {
			if (outcome.state !== 'accepted' && outcome.state !== 'refused') continue;
			const { entry = NO_ENTRY } = outcome;
			failureOfStatus(entry, '436600000000');
			presentEntry('response', entry, { simplify: false, unfoldCallbackData: true });
		}
	};
}

export function readLogAnswer(body: string): () => Promise<void> {
	const opened = answering(200, body);
	return async () => {
		const result = await requestLogs(await opened, {});
		if (!result.ok) return;
		const summary = new LogSummary('perMessage', 'UTC');
		for (const entry of result.value) {
			summary.add(entry);
			presentEntry('log', entry, { simplify: false, unfoldCallbackData: true });
		}
		summary.items();
		summary.summaryItem();
	};
}

export function readReportAnswer(body: string): () => Promise<void> {
	const opened = answering(200, body);
	return async () => {
		const result = await requestHandouts(await opened, 'reports', {});
		if (!result.ok) return;
		for (const entry of result.value) presentEntry('report', entry, { simplify: false, unfoldCallbackData: true });
	};
}
