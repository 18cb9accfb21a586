import type { Answer, Message, SendBody } from './sending/service';

/** How version 3 of the interface writes what the services of the worlds say in version 1 (documents: version 3). */

interface Body3 {
	messages: Array<{
		sender?: string;
		destinations: Message['destinations'];
		content: { text?: string; hex?: string };
		webhooks?: { delivery?: { url?: string } };
	}>;
	options?: { schedule?: { bulkId?: string; sendAt?: string } };
}

export const isVersion3 = (url: string) => new URL(url).pathname.startsWith('/sms/3/');

/** A send request as version 1 writes it. */
export function sendBodyOf(body: object): SendBody {
	const { messages, options: { schedule: { bulkId, sendAt } = {} } = {} } = body as Body3;
	return {
		bulkId: bulkId!,
		messages: messages.map(({ sender, destinations, content: { text, hex }, webhooks }) => ({
			...(sender !== undefined && { from: sender }),
			...(text !== undefined && { text }),
			...(hex !== undefined && { binary: { hex } }),
			...(sendAt !== undefined && { sendAt }),
			notifyUrl: webhooks?.delivery?.url,
			destinations,
		})),
	};
}

export function queryOf(query: URLSearchParams): URLSearchParams {
	const names: Record<string, string> = { sender: 'from', destination: 'to' };
	return new URLSearchParams([...query].map(([name, value]) => [names[name] ?? name, value]));
}

interface ServiceException {
	text: string;
	validationErrors?: Record<string, string[]>;
}

interface Answer1 {
	bulkId?: string;
	messages?: Array<{ to: string; smsCount?: number }>;
	results?: object[];
	requestError?: { serviceException: ServiceException };
}

/** An answer of version 1 to a send request or a request for the logs. */
export function answerIn3(answer: Answer): Answer {
	const { messages, results, requestError, ...rest } = answer.body as Answer1;
	const body = requestError
		? errorIn3(requestError.serviceException)
		: {
				...rest,
				...(messages && {
					messages: messages.map(({ to, smsCount, ...message }) => ({
						...message,
						destination: to,
						...(smsCount !== undefined && { details: { messageCount: smsCount } }),
					})),
				}),
				...(results && { results: results.map((entry) => entryIn3(entry, 'destination')) }),
			};
	return { ...answer, body };
}

/** @param number the name of the destination: reports and logs differ */
export function entryIn3(entry: object, number: 'to' | 'destination'): object {
	const { to, from, text, smsCount, ...rest } = entry as Record<string, unknown>;
	return {
		...rest,
		[number]: to,
		sender: from,
		...(text !== undefined && { content: { text } }),
		messageCount: smsCount,
	};
}

function errorIn3({ text, validationErrors = {} }: ServiceException): object {
	const violations = Object.entries(validationErrors).flatMap(([path, errors]) =>
		errors.map((violation) => ({ property: path.replace(/\.text$/, '.content.text'), violation })),
	);
	return { errorCode: 'E400', description: text, action: 'Check the syntax', violations, resources: [] };
}
