import fastify, { type FastifyInstance } from 'fastify';
import type { Acceptance } from './acceptance';
import { requireAuthorization } from './authorization';
import type { Certificate } from './certificate';
import type { Settings } from './options';
import { readQuery } from './query';
import { recordRequests, type RecordedRequest } from './recording';
import { answerErrors } from './requestErrors';
import { logsRoute } from './routes/logs';
import { reportsRoute } from './routes/reports';
import { sendingRoutes } from './routes/sending';
import { FORMATS } from './schemas';
import type { MessageStore } from './store';
import type { Time } from './time';

const BODY_LIMIT_BYTES = 64 * 1024 * 1024;

/** The parts of a sandbox that its HTTP server works with. */
export interface Parts {
	settings: Settings;
	time: Time;
	store: MessageStore;
	acceptance: Acceptance;
	requests: RecordedRequest[];
	certificate?: Certificate;
}

/** Builds the HTTP server with the four endpoints; it does not listen yet. */
export function buildServer({ settings, time, store, acceptance, requests, certificate }: Parts): FastifyInstance {
	const server = fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		// A HEAD request must not take reports away.
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { querystringParser: readQuery },
		ajv: {
			customOptions: { allErrors: true, coerceTypes: true, removeAdditional: false, formats: FORMATS },
		},
		...(certificate && { https: { key: certificate.key, cert: certificate.cert } }),
	}) as FastifyInstance;

	answerErrors(server, settings.logger);
	recordRequests(server, requests, settings.recordsKept, () => time.now());
	// Bodies stay text until the request is recorded and authorized.
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

	server.register(async (endpoints) => {
		endpoints.addHook('preValidation', requireAuthorization(settings.authorizations));
		sendingRoutes(endpoints, acceptance);
		logsRoute(endpoints, store, time, settings);
		reportsRoute(endpoints, store, time, settings);
	});
	return server;
}
