import { type IExecuteFunctions, type IWebhookDescription, NodeOperationError } from 'n8n-workflow';

import type { OpenService } from '../api/transport';
import { resumeUrlOf } from '../n8n/execution';

/** The last part of the URL. It must differ from that of the trigger's URL, to which Send nodes add a token. */
const RESUME_PATH = 'delivery';

const resumeWebhook = {
	responseMode: 'onReceived',
	// If omitted, n8n would answer with the literal text 'firstEntryJson'; empty, it sends what webhook() returns
	responseData: '',
	restartWebhook: true,
	isFullPath: true,
} as const;

export const ANSWERS = 'setup';

/** Receive reports and answers for a waiting execution; n8n knows which node is waiting, and signs links with this path. */
export const resumeWebhooks: IWebhookDescription[] = [
	{ ...resumeWebhook, name: 'default', httpMethod: 'POST', path: RESUME_PATH },
	{ ...resumeWebhook, name: ANSWERS, httpMethod: 'GET', path: '={{ $nodeId }}' },
	{ ...resumeWebhook, name: ANSWERS, httpMethod: 'POST', path: '={{ $nodeId }}' },
];

/**
 * The URL at which this execution receives reports once it waits: n8n's resume URL, which contains the execution's token,
 * followed by the path of resumeWebhooks; and why the service may be unable to reach it.
 * @throws NodeOperationError if n8n provides none, as for its own agents
 */
export function resumeAddressOf(
	context: IExecuteFunctions,
	{ baseUrl }: Pick<OpenService, 'baseUrl'>,
): { notifyUrl: string; doubt: string | undefined } {
	const url = resumeUrlOf(context);
	if (url?.searchParams.has('signature') !== true) {
		throw new NodeOperationError(context.getNode(), 'n8n provides no address for delivery reports to this execution', {
			description:
				'Nothing was sent. This happens in n8n before 2.14, and where n8n stores no execution, as for its own agents. Use Send Text, with an SMS Messaging Trigger or Get Reports.',
		});
	}
	url.pathname += `/${RESUME_PATH}`;
	const isNear = URL.canParse(baseUrl) && isLocal(new URL(baseUrl).hostname) && isLocal(url.hostname);
	return { notifyUrl: url.href, doubt: isNear ? undefined : doubtAboutReach(url) };
}

/** Why the service may be unable to reach the address; undefined if there is no reason for doubt. */
export function doubtAboutReach({ protocol, hostname }: URL): string | undefined {
	const remedy = 'Set the environment variable WEBHOOK_URL of n8n to its public https address.';
	if (isLocal(hostname))
		return `Delivery reports will go to ${hostname}, which only a service on this machine or in this network can reach. ${remedy}`;
	if (protocol === 'http:')
		return `Delivery reports will go to an http address (${hostname}), so they are sent unencrypted. Some services refuse such addresses. ${remedy}`;
	return undefined;
}

function isLocal(hostname: string): boolean {
	if (/^(localhost|.*\.localhost|.*\.local|\[::1?\]|\[f[cd].*\]|\[fe80:.*\]|0\.0\.0\.0)$/i.test(hostname)) return true;
	return /^(127|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(hostname) || !/[.:]/.test(hostname);
}
