import type { IWebhookDescription } from 'n8n-workflow';

/**
 * The URL that services push delivery reports to. Users have given URLs with this method and path to others: changing
 * anything here would break active workflows.
 */
export const notificationWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		path: 'delivery-reports',
		responseMode: 'onReceived',
		// If omitted, n8n would answer with the literal text 'firstEntryJson'; empty, it sends what webhook() returns
		responseData: '',
	},
];
