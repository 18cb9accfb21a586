import type { IWebhookFunctions } from 'n8n-workflow';

import { MINUTE_MS } from '../text/dateTime';
import { host, remembered } from './host';

/** n8n's own path for this, unless N8N_ENDPOINT_HEALTH changes it. */
const READINESS_PATH = '/healthz/readiness';
const NOT_READY = 503;
/** As long as n8n itself says that it is starting: a large database takes long. */
const LONGEST_START_MS = 10 * MINUTE_MS;
/** If its server cannot be asked, as with a certificate of its own. A start rarely takes longer, and reports must not be refused forever. */
const LONGEST_DOUBT_MS = MINUTE_MS;
/** While many requests come in at once, n8n takes its time. */
const TIMEOUT_MS = 10_000;

interface Start {
	isOver: boolean;
	/** One question at a time, however many requests wait for its answer. */
	asked?: Promise<number | undefined>;
}

/**
 * Whether this n8n process is still starting. It takes requests before it has looked through the executions that a crash interrupted: it
 * would take one that a request resumes or starts in between for crashed, and overwrite its record.
 */
export async function isStarting(context: IWebhookFunctions): Promise<boolean> {
	const start = remembered('start', (): Start => ({ isOver: host.age() > LONGEST_START_MS }));
	if (start.isOver) return false;
	start.asked ??= readiness(context).finally(() => delete start.asked);
	const status = await start.asked;
	const longest = status === NOT_READY ? LONGEST_START_MS : LONGEST_DOUBT_MS;
	// 404 where the path is another one
	start.isOver ||= status === 200 || status === 404 || host.age() > longest;
	return !start.isOver;
}

/** What the server that has received the request answers at its own end of the connection: a proxy may stand before it. */
async function readiness(context: IWebhookFunctions): Promise<number | undefined> {
	const { localAddress, localPort, encrypted } = context.getRequestObject().socket as {
		localAddress?: string;
		localPort?: number;
		encrypted?: boolean;
	};
	if (localAddress === undefined) return undefined;
	const address = localAddress.includes(':') ? `[${localAddress}]` : localAddress;
	try {
		return await host.statusOf(
			`http${encrypted === true ? 's' : ''}://${address}:${localPort}${READINESS_PATH}`,
			TIMEOUT_MS,
		);
	} catch {
		return undefined;
	}
}
