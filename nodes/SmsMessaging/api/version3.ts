import { isJsonObject, mergedUnder, type JsonObject } from '../text/json';
import type { Content, Dialect, Request, RequestSettings } from './message';
import { isOfTexts, dateTime, queryParameters } from './version1';

/** documents: version 3. Texts and bytes have one path. `sendAt` is a property of the whole request. */
export const VERSION_3: Dialect = {
	version: '3',
	logsPath: '/sms/3/logs',
	reportsPath: '/sms/3/reports',
	sendPath: () => '/sms/3/messages',
	hasOneSendAt: true,
	lacking: ({ tracking }) => {
		if (tracking === undefined) return undefined;
		const { track, type } = tracking;
		if (track === 'URL' && type !== undefined)
			return { field: 'tracking.type', reason: 'is not for URLs in API Version 3; remove it' };
		return track === 'SMS' || track === 'URL'
			? undefined
			: { field: 'tracking.track', reason: 'must be SMS or URL in API Version 3' };
	},
	body: ({ settings, bulkId, messages }) =>
		mergedUnder(
			{
				messages: messages.map(messageBody),
				options: filled({
					schedule: filled({ bulkId, sendAt: sendAtOf(messages) }),
					...trackingFields(settings),
					// Without it, the answer does not say how many segments there are
					includeSmsCountInResponse: isOfTexts(messages) || undefined,
				}),
			},
			settings.extraFields,
		),
	languageOf: ({ content, extraFields }) => {
		const { content: written } = mergedUnder({ content: contentFields(content) }, extraFields);
		return isJsonObject(written) && isJsonObject(written.language) ? written.language : undefined;
	},
	query: (query) => queryParameters(query, { from: 'sender', to: 'destination' }),
};

const sendAtOf = ([first]: Request['messages']): string | undefined =>
	first?.sendAt === undefined ? undefined : dateTime(first.sendAt);

function messageBody({ message, destinations }: Request['messages'][number]): JsonObject {
	const { sender, content, flash, validityMinutes, deliveryTimeWindow, callbackData, report, extraFields } = message;
	const fields: JsonObject = {
		sender,
		destinations: destinations as unknown as JsonObject[],
		content: contentFields(content),
		options: filled({
			validityPeriod: validityMinutes === undefined ? undefined : { amount: validityMinutes, timeUnit: 'MINUTES' },
			deliveryTimeWindow: deliveryTimeWindow as JsonObject | undefined,
			flash,
		}),
		webhooks: filled({
			delivery: filled({ url: report?.url, intermediateReport: report?.isIntermediate }),
			contentType: report?.contentType,
			callbackData,
		}),
	};
	return mergedUnder(fields, extraFields);
}

function contentFields(content: Content): JsonObject {
	if ('hex' in content) return { ...content };
	const { text, languageCode, transliteration } = content;
	return { text, transliteration, language: languageCode === undefined ? undefined : { languageCode } };
}

/** What the nodes call tracking is two things in version 3: conversions of messages, and clicks on their URLs. */
function trackingFields({ tracking }: RequestSettings): JsonObject {
	if (tracking === undefined) return {};
	const { track, type } = tracking;
	if (track === 'URL') return { tracking: { shortenUrl: true, trackClicks: true } };
	return { conversionTracking: { useConversionTracking: true, conversionTrackingName: type } };
}

/** An object that has any value; JSON leaves out fields without one. */
function filled(fields: JsonObject): JsonObject | undefined {
	for (const name in fields) if (fields[name] !== undefined) return fields;
	return undefined;
}
