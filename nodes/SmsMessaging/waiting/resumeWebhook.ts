import type { IWebhookDescription } from 'n8n-workflow';

/** The last part of the address. It must not be that of the trigger's URL, to which Send nodes add a token. */
export const RESUME_PATH = 'delivery';

/** Takes reports for an execution that waits; n8n knows which node it is that waits. */
export const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		path: RESUME_PATH,
		responseMode: 'onReceived',
		// Left out, n8n would answer with the literal text 'firstEntryJson'; empty, it sends what webhook() returns
		responseData: '',
		restartWebhook: true,
		isFullPath: true,
	},
];
