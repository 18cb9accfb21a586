import { delimiter, dirname, join } from 'node:path';
import { CACHE, N8N_NODE } from './places';

/** Settings of n8n in the surrounding environment, which would change this instance. */
const OF_N8N =
	/^(N8N_|DB_|QUEUE_|EXECUTIONS_|WEBHOOK_|CREDENTIALS_|GENERIC_TIMEZONE|NODES_|EXTERNAL_|npm_|INIT_CWD|NODE_OPTIONS|NODE_PATH|NODE_ENV|JEST_)/;

/** Keeps n8n from calling anything outside this machine, and from asking a person questions. */
const QUIET_AND_OFFLINE = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,chat-hub,insights',
	EXTERNAL_FRONTEND_HOOKS_URLS: '',
};

/** The environment of an n8n process with its own user folder and ports, reachable from this machine alone. */
export function n8nEnvironment(options: {
	userFolder: string;
	port: number;
	brokerPort: number;
	/** Comes last, so it can change any setting. */
	extra?: Record<string, string>;
}): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(([name]) => !OF_N8N.test(name));
	return {
		...Object.fromEntries(inherited),
		PATH: [dirname(N8N_NODE), process.env.PATH].join(delimiter),
		...QUIET_AND_OFFLINE,
		N8N_USER_FOLDER: options.userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(options.port),
		N8N_RUNNERS_BROKER_PORT: String(options.brokerPort),
		// Without these, links and webhook URLs shown by n8n would name localhost, where it does not listen
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${options.port}`,
		N8N_WEBHOOK_URL: `http://127.0.0.1:${options.port}/`,
		// The sign-in cookie would be refused over plain http
		N8N_SECURE_COOKIE: 'false',
		N8N_LOG_LEVEL: 'info',
		// The second start takes a third less
		NODE_COMPILE_CACHE: join(CACHE, 'compiled'),
		GENERIC_TIMEZONE: 'Etc/UTC',
		...options.extra,
	};
}
