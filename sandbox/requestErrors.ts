import type { FastifyInstance, FastifySchemaValidationError } from 'fastify';

/** Reasons by the path of what they are about, such as `messages[0].destinations`. */
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

/** Answers every failure with the interface's error body; the client's own data is never part of an unexpected error's text. */
export function answerErrors(server: FastifyInstance, logger: (line: string) => void): void {
	server.setNotFoundHandler(() => {
		throw new RequestError(404, 'NOT_FOUND', 'Requested resource not found');
	});
	server.setErrorHandler(
		(error: Error & { statusCode?: number; validation?: FastifySchemaValidationError[] }, request, reply) => {
			let known: RequestError;
			if (error instanceof RequestError) known = error;
			else if (error.validation) known = badRequest(validationErrorsOf(error.validation));
			else if (error.statusCode && error.statusCode < 500) known = new RequestError(400, 'BAD_REQUEST', error.message);
			else {
				logger(`error: ${error.stack}`);
				known = new RequestError(500, 'GENERAL_ERROR', 'Something went wrong. Please contact support.');
			}
			const { statusCode, messageId, message: text, validationErrors } = known;
			logger(
				`${request.method} ${request.url.split('?')[0]}: ${statusCode} ${messageId} ${JSON.stringify(validationErrors ?? text)}`,
			);
			return reply.code(statusCode).send({ requestError: { serviceException: { messageId, text, validationErrors } } });
		},
	);
}
