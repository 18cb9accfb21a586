/*
 * What version 3 takes (documents: version 3), as liberal as schemas.ts. Texts longer than the documented maximum are refused: what the
 * service does with them is not known.
 */

import { TIME_UNITS } from './requests';
import {
	boolean,
	content,
	dateTime,
	deliveryTimeWindow,
	LOGS_QUERY,
	languageOf,
	messageListOf,
	string,
	transliterationOf,
	upTo,
	whole,
} from './schemas';

const text = (maxLength: number) => ({ type: 'string', maxLength });
const object = (properties: object, ...required: string[]) => ({ type: 'object', required, properties });
const oneOf = (values: readonly string[], byDefault?: string) => ({ type: 'string', enum: values, default: byDefault });
const amount = { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 };

const regional = object({
	indiaDlt: object(
		{ contentTemplateId: string, principalEntityId: string, telemarketerId: string },
		'principalEntityId',
	),
	turkeyIys: object({ brandCode: whole, recipientType: oneOf(['BIREYSEL', 'TACIR']) }, 'recipientType'),
	southKorea: object({ title: text(66), resellerCode: whole }),
});

const message = object(
	{
		sender: string,
		destinations: upTo(object({ to: text(64), messageId: text(200), networkId: whole }, 'to')),
		content: object({
			...{ text: string, ...content, language: languageOf('NONE'), transliteration: transliterationOf('NONE') },
		}),
		options: object({
			platform: object({ entityId: text(255), applicationId: text(255) }),
			validityPeriod: object({ amount, timeUnit: oneOf(TIME_UNITS, 'MINUTES') }, 'amount'),
			...{ deliveryTimeWindow, campaignReferenceId: text(255), regional, flash: boolean },
		}),
		webhooks: object({
			delivery: object({
				...{ url: { type: 'string', format: 'callback-url' }, intermediateReport: boolean, notify: boolean },
			}),
			contentType: { type: 'string', format: 'notification-type' },
			callbackData: text(4000),
		}),
	},
	'destinations',
	'content',
);

/** Body of POST /sms/3/messages. */
export const MESSAGES_REQUEST = messageListOf(message, {
	options: object({
		schedule: object({
			...{ bulkId: text(100), sendAt: dateTime },
			sendingSpeedLimit: object({ amount, timeUnit: oneOf(['MINUTE', 'HOUR', 'DAY'], 'MINUTE') }, 'amount'),
		}),
		tracking: object({
			...{ shortenUrl: boolean, trackClicks: boolean, trackingUrl: string, removeProtocol: boolean },
			customDomain: string,
		}),
		includeSmsCountInResponse: boolean,
		conversionTracking: object({ useConversionTracking: boolean, conversionTrackingName: string }),
	}),
});

const { from: sender, to: destination, ...filters } = LOGS_QUERY.properties;

/** Query of GET /sms/3/logs. */
export const VERSION_3_LOGS_QUERY = object({
	...{ sender, destination, ...filters },
	...{ useCursor: boolean, cursor: { type: 'string' } },
});
