import type { ILoadOptionsFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** Of the recipient's country. */
export const RECIPIENT = 'recipient';

const timeZones = (): INodePropertyOptions[] =>
	Intl.supportedValuesOf('timeZone').map((name) => ({ name, value: name }));

/** The lists of time zones in the editor, which it loads when they are opened. */
export const loadTimeZones = {
	async getTimeZones(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return timeZones();
	},
	async getTimeZonesOfQuietHours(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		return [{ name: 'Of the Recipient', value: RECIPIENT }, ...timeZones()];
	},
};

/** How a field gets one. */
export const listOfTimeZones = (method: keyof typeof loadTimeZones): INodeProperties['typeOptions'] => ({
	loadOptionsMethod: method,
});
