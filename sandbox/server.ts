import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
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

/** Compiled schemas, shared by all sandboxes of a process: to compile them takes longer than all else about the start. */
let validatorCompiler: FastifyInstance['validatorCompiler'];

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

	if (validatorCompiler !== undefined) server.setValidatorCompiler(validatorCompiler);
	const endpoints: FastifyPluginAsync = async (routes) => {
		routes.addHook('preValidation', requireAuthorization(settings.authorizations));
		sendingRoutes(routes, acceptance, settings.sendVersions);
		logsRoute(routes, store, time, settings);
		reportsRoute(routes, store, time, settings);
		routes.addHook('onReady', async () => void (validatorCompiler ??= routes.validatorCompiler));
	};
	// Without a name, Fastify looks for one among all modules that were ever loaded
	server.register(Object.assign(endpoints, { [Symbol.for('fastify.display-name')]: 'endpoints' }));
	return server;
}
