import fastify, {
	type FastifyInstance,
	type FastifyPluginAsync,
	type FastifyRequest,
	type RawRequestDefaultExpression,
} from 'fastify';
import type { Acceptance } from './acceptance';
import type { Account } from './account';
import { requireAuthorization } from './authorization';
import type { Certificate } from './certificate';
import { controlRoutes } from './control';
import type { ControlParts } from './control/parts';
import { failByRules } from './faultHooks';
import { requireOwnHost } from './hosts';
import { BODY_LIMIT_BYTES, textOfBody } from './jsonBody';
import { isLoopback } from './loopback';
import { describeRoutes } from './openapi';
import { readQuery } from './query';
import { CONTROL_PATH, Recorder, type RecordedRequest } from './recording';
import { errorAnswerer, refuseUnknownPath } from './requestErrors';
import { accountRoute } from './routes/account';
import { bulksRoutes } from './routes/bulks';
import { inboxRoute } from './routes/inbox';
import { logsRoutes } from './routes/logs';
import { pageRoutes } from './routes/page';
import { reportsRoutes } from './routes/reports';
import { sendingRoutes } from './routes/sending';
import { FORMATS } from './schemas';

/** Timeout for receiving a request. */
const REQUEST_TIMEOUT_MS = 60_000;

/** The parts of a sandbox that its HTTP server uses. */
export interface Parts extends ControlParts {
	acceptance: Acceptance;
	account: Account;
	requests: RecordedRequest[];
	certificate?: Certificate;
}

/** Compiled schemas, shared by all sandboxes of a process: compiling them takes longer than the rest of the start. */
let validatorCompiler: FastifyInstance['validatorCompiler'];

/** Builds the HTTP server with the endpoints of the service; it does not listen yet. */
export function buildServer(parts: Parts): FastifyInstance {
	const { settings, time, store, acceptance, bulks, account, faults, requests, certificate } = parts;
	const answerError = errorAnswerer(settings.logger);
	const server = fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		requestTimeout: REQUEST_TIMEOUT_MS,
		frameworkErrors: answerError,
		rewriteUrl: originForm,
		// A HEAD request must not use up reports.
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { querystringParser: readQuery },
		ajv: {
			customOptions: { allErrors: true, coerceTypes: true, removeAdditional: false, formats: FORMATS },
		},
		...(certificate && { https: { key: certificate.key, cert: certificate.cert } }),
	}) as FastifyInstance;

	// Answers are not validated: their schemas are for the OpenAPI document
	server.setSerializerCompiler(() => JSON.stringify);
	server.setErrorHandler(answerError);
	const recorder = new Recorder(requests, { records: settings.recordsKept, characters: settings.recordedCharacters });
	recorder.record(server, () => time.now());
	if (isLoopback(settings.host)) server.addHook('onRequest', requireOwnHost(settings.allowedHosts));
	server.addHook('onRequest', refuseUnknownPath(settings.sendVersions));
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('*', { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, body: Buffer) =>
		textOfBody(body, headers),
	);

	describeRoutes(server);
	if (validatorCompiler !== undefined) server.setValidatorCompiler(validatorCompiler);
	const endpoints: FastifyPluginAsync = async (routes) => {
		routes.addHook('onRequest', requireAuthorization(settings.authorizations));
		recorder.recordBodies(routes);
		failByRules(routes, faults);
		sendingRoutes(routes, acceptance, settings);
		logsRoutes(routes, store, time, settings);
		reportsRoutes(routes, store, time, settings);
		inboxRoute(routes, store, time, settings);
		bulksRoutes(routes, bulks);
		accountRoute(routes, account);
		routes.addHook('onReady', async () => void (validatorCompiler ??= routes.validatorCompiler));
	};
	server.register(named('endpoints', endpoints));
	server.register(named('page', async (routes) => pageRoutes(routes, settings)));
	server.register(
		named('control', async (routes) => controlRoutes(routes, parts)),
		{ prefix: CONTROL_PATH },
	);
	return server;
}

/** A request target may be a whole URL, which then also replaces Host (RFC 9112). */
function originForm({ url = '/', headers }: RawRequestDefaultExpression): string {
	const [, authority, rest] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
	if (authority === undefined) return url;
	headers.host = authority;
	return rest!.startsWith('/') ? rest! : `/${rest}`;
}

/** Without a name, Fastify searches all loaded modules for one. */
const named = (name: string, plugin: FastifyPluginAsync): FastifyPluginAsync =>
	Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name });
