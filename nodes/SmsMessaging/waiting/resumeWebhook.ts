import type { IWebhookDescription } from 'n8n-workflow';

/** The last part of the URL. It must differ from that of the trigger's URL, to which Send nodes add a token. */
export const RESUME_PATH = 'delivery';

const resumeWebhook = {
	responseMode: 'onReceived',
	// If omitted, n8n would answer with the literal text 'firstEntryJson'; empty, it sends what webhook() returns
	responseData: '',
	restartWebhook: true,
	isFullPath: true,
} as const;

/** The name of the webhooks for answers. */
export const ANSWERS = 'setup';

/** Receive reports and answers for a waiting execution; n8n knows which node is waiting, and signs links with this path. */
export const resumeWebhooks: IWebhookDescription[] = [
	{ ...resumeWebhook, name: 'default', httpMethod: 'POST', path: RESUME_PATH },
	{ ...resumeWebhook, name: ANSWERS, httpMethod: 'GET', path: '={{ $nodeId }}' },
	{ ...resumeWebhook, name: ANSWERS, httpMethod: 'POST', path: '={{ $nodeId }}' },
];
