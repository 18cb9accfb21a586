import { Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';
import { presentEntry } from '../../nodes/SmsMessaging/output/presentEntry';
import { readSendResponse } from '../../nodes/SmsMessaging/sending/submit/answers';
import { failureOfStatus } from '../../nodes/SmsMessaging/sending/judge';
import { postMessages, requestLogs, requestOnce, type Transport } from '../../nodes/SmsMessaging/api/client';
import { REPORTS_PATH } from '../../nodes/SmsMessaging/api/paths';
import { failureDetails } from '../../nodes/SmsMessaging/api/failure';
import { TEXT_PATH } from '../../nodes/SmsMessaging/api/paths';
import { createTransport } from '../../nodes/SmsMessaging/api/transport';
import { LogSummary } from '../../nodes/SmsMessaging/summary/logSummary';

const CHUNK_BYTES = 65_536;
const TARGET = { itemIndex: 0, destination: { to: '436600000000', messageId: 'm-1' }, message: {} } as never;

/** A transport whose service gives this answer. */
function answering(status: number, body: string): Transport {
	const bytes = Buffer.from(body);
	const chunks = Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, index) =>
		bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
	);
	return createTransport({
		getMode: () => 'trigger',
		getCredentials: async () => ({ baseUrl: 'https://sms.example.com', apiKey: 'key-of-the-service' }),
		helpers: {
			httpRequestWithAuthentication: async () => ({ statusCode: status, headers: {}, body: Readable.from(chunks) }),
		},
	} as unknown as IExecuteFunctions);
}

export function readSendAnswer(status: number, body: string): () => Promise<void> {
	const transport = answering(status, body);
	return async () => {
		const result = await postMessages(transport, TEXT_PATH, {});
		if (!result.ok) return void failureDetails(result.failure);
		for (const { entry } of readSendResponse([TARGET], result.value.messages ?? []).said) {
			failureOfStatus(entry, '436600000000');
			presentEntry('response', entry, { simplify: false, unfoldCallbackData: true });
		}
	};
}

export function readLogAnswer(body: string): () => Promise<void> {
	const transport = answering(200, body);
	return async () => {
		const result = await requestLogs(transport, []);
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
	const transport = answering(200, body);
	return async () => {
		const result = await requestOnce(transport, REPORTS_PATH, []);
		if (!result.ok) return;
		for (const entry of result.value) presentEntry('report', entry, { simplify: false, unfoldCallbackData: true });
	};
}
