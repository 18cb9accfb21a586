import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

export const RECIPIENT = 'recipient';

/** First that of the workflow, which may have an older or newer name than Node.js gives it. */
function timeZones(context: ILoadOptionsFunctions): INodePropertyOptions[] {
	const names = new Set([context.getTimezone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]);
	// People search for New York
	return [...names].map((name) => ({ name: name.replaceAll('_', ' '), value: name }));
}

/** The lists of time zones in the editor, which it loads when they are opened. */
export const loadTimeZones = {
	async getTimeZones(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return timeZones(this);
	},
	async getTimeZonesOfQuietHours(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return [{ name: 'Of the Recipient', value: RECIPIENT }, ...timeZones(this)];
	},
};

export const listOfTimeZones = (method: keyof typeof loadTimeZones): INodeProperties['typeOptions'] => ({
	loadOptionsMethod: method,
});
