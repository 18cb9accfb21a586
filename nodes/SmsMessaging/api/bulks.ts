import { call, type HttpRequest, type Result, type Service } from './client';
import { advised } from './failure';
import { dateTime } from './version1';

/** documents: the statuses that can be set */
export type NewStatus = 'PENDING' | 'PAUSED' | 'CANCELED';

/**
 * documents: the scheduled messages of a bulk ID, at the same paths in all versions. Asks for their time.
 * @param sendAt ISO 8601 with an offset: gives all of them this time
 */
export async function bulkTime(service: Service, bulkId: string, sendAt?: string): Promise<Result<string>> {
	const body = sendAt === undefined ? undefined : { sendAt: dateTime(sendAt) };
	return await ask(service, '/sms/1/bulks', bulkId, 'sendAt', body);
}

/** The same for their status. */
export async function bulkStatus(service: Service, bulkId: string, status?: NewStatus): Promise<Result<string>> {
	const body = status === undefined ? undefined : { status };
	return await ask(service, '/sms/1/bulks/status', bulkId, 'status', body);
}

const NO_BULK =
	'Check the Bulk ID: it is in the output of the node that sent the messages. A service may forget it some time after it has sent them.';
const ADVICE = {
	// documents: scopes
	403: 'Changing scheduled messages needs the scope sms:manage; reading them needs that or sms:message:send. Ask your provider to add it to the key.',
	404: 'Check the Base URL in the SMS Messaging API credential. If it is right, this service does not offer changes of scheduled messages.',
};

async function ask(
	service: Service,
	path: string,
	bulkId: string,
	field: 'sendAt' | 'status',
	body: HttpRequest['body'],
): Promise<Result<string>> {
	const method = body === undefined ? 'GET' : 'PUT';
	const request: HttpRequest = { method, path, query: [['bulkId', bulkId]], ...(body && { body }) };
	const result = await call(service, request, `a ${field}`, ({ [field]: value }) =>
		typeof value === 'string' ? value : undefined,
	);
	if (result.ok) return result;
	const failure = advised(result.failure, ADVICE);
	const { httpStatus, serviceText } = failure;
	// documents: what is said of an unknown bulk; an address without the service says something else, or nothing
	if (httpStatus !== 404 || serviceText === undefined) return { ok: false, failure };
	const message = `The service has no scheduled messages with this bulk ID (404): ${serviceText}`;
	return { ok: false, failure: { ...failure, kind: 'refused', message, description: NO_BULK } };
}
