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

const RESOURCES = 'https://www.infobip.com/docs/essentials/';

/** Documents: what the errors of version 3 say, what to do, and what to read about it. */
const DESCRIBED: Readonly<Record<number, [description: string, action: string, name?: string, path?: string]>> = {
	400: ['Request cannot be processed.', 'Check the syntax, violations and adjust the request.'],
	401: [
		'The request lacks valid authentication credentials for the requested resource.',
		'Check the resources and adjust authentication credentials.',
		'API Authentication',
		'api-authentication',
	],
	403: [
		'Insufficient permissions to access the requested resource.',
		'Repeat the request with new or different credentials.',
		'API Scopes',
		'api-essentials/api-authorization#api-scopes',
	],
	429: [
		'Too many requests sent.',
		'Check request rate limit specified in the API endpoint documentation resource.',
		'Throttling handling errors',
		'integration-best-practices#throttling-handling-errors',
	],
	500: ['Something went wrong.', 'Contact the support.'],
};

/** Whether errors at a path have the body of version 3. */
export const isVersion3 = (path: string): boolean => path.startsWith('/sms/3/');

/** The body of an error (interface: Errors; documents: errors of version 3). Of a path that is not served it is that of version 1. */
export function errorBody({ url }: Pick<FastifyRequest, 'url'>, error: RequestError): object {
	const { statusCode, messageId, message: text, validationErrors } = error;
	if (!isVersion3(url) || statusCode === 404)
		return { requestError: { serviceException: { messageId, text, validationErrors } } };
	const [description, action, name, path] = DESCRIBED[statusCode] ?? [
		text,
		DESCRIBED[statusCode < 500 ? 400 : 500]![1],
	];
	const resources = name ? [{ name, url: `${RESOURCES}${path}` }] : [];
	const reasons = Object.entries(validationErrors ?? (statusCode === 400 ? { body: [text] } : {}));
	const violations = reasons.flatMap(([property, said]) => said.map((violation) => ({ property, violation })));
	return { errorCode: `E${statusCode}`, description, action, violations, resources };
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
		const known = knownError(error, logger);
		const { statusCode, messageId, message: text, validationErrors } = known;
		const path = request.url.split('?')[0];
		logger(`${request.method} ${path}: ${statusCode} ${messageId} ${JSON.stringify(validationErrors ?? text)}`);
		return reply
			.code(statusCode)
			.header('Content-Type', 'application/json; charset=utf-8')
			.send(errorBody(request, known));
	};
}

/** Answers requests to unknown paths, before reading their body. */
export function refuseUnknownPath(sendVersions: readonly SendVersion[]) {
	const versions = sendVersions.length === 1 ? `version ${sendVersions[0]}` : `versions ${sendVersions.join(', ')}`;
	const message = `Requested resource not found. The sandbox serves ${versions} of the send paths (--send-version N adds others); /openapi.json names all paths`;
	return async ({ is404 }: FastifyRequest): Promise<void> => {
		if (is404) throw new RequestError(404, 'NOT_FOUND', message);
	};
}
