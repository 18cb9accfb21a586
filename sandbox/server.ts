import fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import type { Acceptance } from './acceptance';
import { requireAuthorization } from './authorization';
import type { Certificate } from './certificate';
import { controlRoutes } from './control';
import { requireOwnHost } from './hosts';
import type { Lifecycle } from './lifecycle';
import type { Notifications } from './notifications';
import { describeRoutes } from './openapi';
import type { Settings } from './options';
import { readQuery } from './query';
import { CONTROL_PATH, recordRequests, type RecordedRequest } from './recording';
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
	lifecycle: Lifecycle;
	notifications: Notifications;
	requests: RecordedRequest[];
	certificate?: Certificate;
}

/** Compiled schemas, shared by all sandboxes of a process: to compile them takes longer than all else about the start. */
let validatorCompiler: FastifyInstance['validatorCompiler'];

/** Builds the HTTP server with the four endpoints; it does not listen yet. */
export function buildServer(parts: Parts): FastifyInstance {
	const { settings, time, store, acceptance, requests, certificate } = parts;
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

	// Answers are objects of our own: their schemas are for the OpenAPI document
	server.setSerializerCompiler(() => JSON.stringify);
	answerErrors(server, settings.logger);
	server.addHook('onRequest', requireOwnHost(settings.allowedHosts));
	recordRequests(server, requests, settings.recordsKept, () => time.now());
	// Bodies stay text until the request is recorded and authorized.
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

	describeRoutes(server);
	if (validatorCompiler !== undefined) server.setValidatorCompiler(validatorCompiler);
	const endpoints: FastifyPluginAsync = async (routes) => {
		routes.addHook('preValidation', requireAuthorization(settings.authorizations));
		sendingRoutes(routes, acceptance);
		logsRoute(routes, store, time, settings);
		reportsRoute(routes, store, time, settings);
		routes.addHook('onReady', async () => void (validatorCompiler ??= routes.validatorCompiler));
	};
	server.register(named('endpoints', endpoints));
	server.register(
		named('control', async (routes) => controlRoutes(routes, parts)),
		{ prefix: CONTROL_PATH },
	);
	return server;
}

/** Without a name, Fastify looks for one among all modules that were ever loaded. */
const named = (name: string, plugin: FastifyPluginAsync): FastifyPluginAsync =>
	Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });
