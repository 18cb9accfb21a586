import type { IWebhookDescription } from 'n8n-workflow';

/** Takes reports for an execution that waits. n8n finds it by the last part of the address, which is the node's ID. */
export const resumeWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		path: '={{ $nodeId }}',
		responseMode: 'onReceived',
		// Left out, n8n would answer with the literal text 'firstEntryJson'; empty, it sends what webhook() returns
		responseData: '',
		restartWebhook: true,
		isFullPath: true,
	},
];
