import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { resumeUrlOf } from '../n8n/execution';
import { RESUME_PATH } from './resumeWebhook';

/**
 * The URL at which this execution receives reports once it waits: n8n's resume URL, which contains the execution's token,
 * followed by the path of resumeWebhooks.
 * @throws NodeOperationError if n8n provides none, as for its own agents
 */
export function notifyUrlOf(context: IExecuteFunctions): string {
	const url = resumeUrlOf(context);
	if (url?.searchParams.has('signature') !== true) {
		throw new NodeOperationError(context.getNode(), 'n8n provides no address for delivery reports to this execution', {
			description:
				'Nothing was sent. This happens in n8n before 2.14, and where n8n stores no execution, as for its own agents. Use Send Text, with an SMS Messaging Trigger or Get Reports.',
		});
	}
	url.pathname += `/${RESUME_PATH}`;
	return url.href;
}

/** Why the service may be unable to reach the address; undefined if there is no reason for doubt. */
export function doubtAboutReach(notifyUrl: string): string | undefined {
	const { protocol, hostname } = new URL(notifyUrl);
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
