import type { FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify';
import type { SendVersion } from './options';

/** Reasons by path, such as `messages[0].destinations`. */
export type ValidationErrors = Record<string, string[]>;

/** A request that is answered with the error body (interface: Errors). */
export class RequestError extends Error {
	constructor(
		readonly statusCode: number,
		/** The serviceException's code, such as BAD_REQUEST. */
		readonly messageId: string,
		message: string,
		readonly validationErrors?: ValidationErrors,
	) {
		super(message);
	}
}

/** 400 with its reasons. */
export function badRequest(validationErrors: ValidationErrors): RequestError {
	return new RequestError(400, 'BAD_REQUEST', 'Bad Request', validationErrors);
}

/** `/messages/0/destinations` → `messages[0].destinations`. */
function pathOf({ instancePath, keyword, params }: FastifySchemaValidationError): string {
	const steps = instancePath.split('/').slice(1);
	if (keyword === 'required') steps.push(String(params.missingProperty));
	return steps.map((step, i) => (/^\d+$/.test(step) ? `[${step}]` : (i > 0 ? '.' : '') + step)).join('') || 'body';
}

const FORMATS: Record<string, string> = {
	'offset-date-time': "must be a date-time with an offset, yyyy-MM-dd'T'HH:mm:ss.SSSZ (a + in a URL is written %2B)",
	'callback-url': 'must be an http or https URL',
	'notification-type': 'must be application/json or application/xml',
	'duration-with-unit': 'must be a length of time such as 500ms, 10s, 1.5m, 48h or 7d',
	'hex-bytes': 'must be hexadecimal byte pairs separated by spaces',
};

function reasonOf({ keyword, params, message }: FastifySchemaValidationError): string {
	switch (keyword) {
		case 'required':
			return 'must not be null';
		case 'minItems':
			return 'must not be empty';
		case 'enum':
			return `must be one of ${(params.allowedValues as unknown[]).filter((value) => value !== null && value !== '').join(', ')}`;
		case 'format':
			return FORMATS[String(params.format)] ?? message ?? 'is malformed';
		default:
			return message ?? 'is not valid';
	}
}

function validationErrorsOf(errors: FastifySchemaValidationError[]): ValidationErrors {
	const reasons: ValidationErrors = {};
	for (const error of errors) (reasons[pathOf(error)] ??= []).push(reasonOf(error));
	return reasons;
}

/** An error for the client. The text of an unexpected error never contains the client's data. */
function knownError(
	error: Error & { statusCode?: number; validation?: FastifySchemaValidationError[] },
	logger: (line: string) => void,
): RequestError {
	if (error instanceof RequestError) return error;
	if (error.validation) return badRequest(validationErrorsOf(error.validation));
	if (error.statusCode && error.statusCode < 500) return new RequestError(400, 'BAD_REQUEST', error.message);
	for (const line of `error: ${error.stack}`.split('\n')) logger(line);
	return new RequestError(500, 'GENERAL_ERROR', 'Something went wrong. Please contact support.');
}

/** Answers a request with the interface's error body. */
export function errorAnswerer(
	logger: (line: string) => void,
): (error: Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply {
	return (error, request, reply) => {
		const { statusCode, messageId, message: text, validationErrors } = knownError(error, logger);
		const path = request.url.split('?')[0];
		logger(`${request.method} ${path}: ${statusCode} ${messageId} ${JSON.stringify(validationErrors ?? text)}`);
		return reply
			.code(statusCode)
			.header('Content-Type', 'application/json; charset=utf-8')
			.send({ requestError: { serviceException: { messageId, text, validationErrors } } });
	};
}

/** Answers requests to unknown paths, before reading their body. */
export function refuseUnknownPath(sendVersions: readonly SendVersion[]) {
	const sending = sendVersions.flatMap((version) => [
		`/sms/${version}/text/advanced`,
		`/sms/${version}/binary/advanced`,
	]);
	const message = `Requested resource not found. The sandbox serves ${[...sending, '/sms/1/logs', '/sms/1/reports'].join(', ')} and /sms/1/inbox/reports`;
	return async ({ is404 }: FastifyRequest): Promise<void> => {
		if (is404) throw new RequestError(404, 'NOT_FOUND', message);
	};
}
