import { MINUTE_MS } from '../text/dateTime';
import { isJsonObject, mergedUnder, withoutUndefined, type JsonObject } from '../text/json';
import type { Content, Dialect, Query, QueryParameters, Request } from './message';

export const LOGS_PATH = '/sms/1/logs';

interface Version1Settings {
	/** In version 2 the send paths have more fields, and everything else stays as in version 1. */
	version: '1' | '2';
	/** interface: validityPeriod; public documents contradict each other about its unit. */
	validityUnit: 'minutes' | 'milliseconds';
}

/** interface: Endpoints */
export function version1({ version, validityUnit }: Version1Settings): Dialect {
	const unit = validityUnit === 'milliseconds' ? MINUTE_MS : 1;
	return {
		version,
		logsPath: LOGS_PATH,
		reportsPath: '/sms/1/reports',
		sendPath: (content) => `/sms/${version}/${'text' in content ? 'text' : 'binary'}/advanced`,
		hasOneSendAt: false,
		lacking: () => undefined,
		body: ({ settings: { tracking, extraFields }, bulkId, messages }) =>
			mergedUnder(
				withoutUndefined<JsonObject>({
					bulkId,
					tracking,
					// documents: without it, version 2 does not count segments
					includeSmsCountInResponse: (version === '2' && isOfTexts(messages)) || undefined,
					messages: messages.map((one) => messageBody(one, unit)),
				}),
				extraFields,
			),
		languageOf: ({ content, extraFields }) => {
			const { language } = mergedUnder(contentFields(content), extraFields);
			return isJsonObject(language) ? language : undefined;
		},
		query: (query) => queryParameters(query, { from: 'from', to: 'to' }),
	};
}

/** All messages of a request have the same kind of content. */
export const isOfTexts = ([first]: Request['messages']): boolean =>
	first !== undefined && 'text' in first.message.content;

/** interface: TextMessage, BinaryMessage */
function messageBody({ message, sendAt, destinations }: Request['messages'][number], unit: number): JsonObject {
	const { sender, content, flash, validityMinutes, deliveryTimeWindow, callbackData, report, extraFields } = message;
	const { text, language, transliteration, binary } = contentFields(content);
	// Without a spread, which is slow here
	const fields: JsonObject = {
		destinations: destinations as unknown as JsonObject[],
		from: sender,
		text,
		language,
		transliteration,
		binary,
		flash,
		callbackData,
		intermediateReport: report?.isIntermediate,
		notifyUrl: report?.url,
		notifyContentType: report?.contentType,
		validityPeriod: validityMinutes === undefined ? undefined : validityMinutes * unit,
		sendAt: sendAt === undefined ? undefined : dateTime(sendAt),
		deliveryTimeWindow: deliveryTimeWindow as JsonObject | undefined,
	};
	return mergedUnder(fields, extraFields);
}

function contentFields(content: Content): JsonObject {
	if ('hex' in content) return { binary: { ...content } };
	const { text, languageCode, transliteration } = content;
	return { text, language: languageCode === undefined ? undefined : { languageCode }, transliteration };
}

/**
 * interface: Sent-message logs, Delivery reports; the rest of the names from public documents
 * @param names of the parameters that versions name differently
 */
export function queryParameters(
	{ bulkIds, messageIds, from, to, statusGroup, since, until, mcc, mnc, limit, extra = [] }: Query,
	names: { from: string; to: string },
): QueryParameters {
	const named = {
		bulkId: bulkIds?.join(','),
		messageId: messageIds?.join(','),
		[names.from]: from,
		[names.to]: to,
		generalStatus: statusGroup,
		sentSince: since && dateTime(since),
		sentUntil: until && dateTime(until),
		mcc,
		mnc,
	};
	const given = Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined);
	return [...given, ...extra, ...(limit === undefined ? [] : [['limit', String(limit)] as [string, string]])];
}

/** An ISO date-time in the interface's form yyyy-MM-dd'T'HH:mm:ss.SSSZ. */
export const dateTime = (iso: string): string => iso.replace(/Z$/, '+0000').replace(/:(\d\d)$/, '$1');
