import type { IWebhookDescription } from 'n8n-workflow';

/** The last part of the URL. It must differ from that of the trigger's URL, to which Send nodes add a token. */
export const RESUME_PATH = 'delivery';

/** Receives reports for a waiting execution; n8n knows which node is waiting. */
export const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		path: RESUME_PATH,
		responseMode: 'onReceived',
		// If omitted, n8n would answer with the literal text 'firstEntryJson'; empty, it sends what webhook() returns
		responseData: '',
		restartWebhook: true,
		isFullPath: true,
	},
];
