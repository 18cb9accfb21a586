/*
 * What version 3 takes (documents: version 3), as liberal as schemas.ts. Texts longer than the documented maximum are refused: what the
 * service does with them is not known.
 */

import { TIME_UNITS } from './requests';
import { anyText, atLeastOne, boolean, object, oneOf, text, upTo, whole, within } from './schemaParts';
import {
	callbackUrl,
	coding,
	deliveryTimeWindow,
	hex,
	logFilters,
	notificationType,
	textContent,
	time,
} from './schemas';

const amount = within(0, 2 ** 31 - 1);
/** An amount per or of a unit, the first by default. */
const inUnits = (units: readonly string[]) => object({ amount }, { timeUnit: { ...oneOf(units), default: units[0] } });

const regional = object(
	{},
	{
		indiaDlt: object({ principalEntityId: anyText }, { contentTemplateId: anyText, telemarketerId: anyText }),
		turkeyIys: object({ recipientType: oneOf(['BIREYSEL', 'TACIR']) }, { brandCode: whole }),
		southKorea: object({}, { title: upTo(66), resellerCode: whole }),
	},
);

const options = object(
	{},
	{
		platform: object({}, { entityId: upTo(255), applicationId: upTo(255) }),
		validityPeriod: inUnits(TIME_UNITS),
		...{ deliveryTimeWindow, campaignReferenceId: upTo(255), regional, flash: boolean },
	},
);

const webhooks = object(
	{},
	{
		delivery: object({}, { url: callbackUrl, intermediateReport: boolean, notify: boolean }),
		...{ contentType: notificationType, callbackData: upTo(4000) },
	},
);

const message = object(
	{
		destinations: atLeastOne(object({ to: upTo(64) }, { messageId: upTo(200), networkId: whole })),
		content: object({}, { ...textContent('NONE'), hex, ...coding }),
	},
	{ sender: anyText, options, webhooks },
);

const tracking = object(
	{},
	{
		...{ shortenUrl: boolean, trackClicks: boolean, removeProtocol: boolean },
		...{ trackingUrl: anyText, customDomain: anyText },
	},
);

const requestOptions = object(
	{},
	{
		schedule: object({}, { bulkId: upTo(100), sendAt: time, sendingSpeedLimit: inUnits(['MINUTE', 'HOUR', 'DAY']) }),
		...{ tracking, includeSmsCountInResponse: boolean },
		conversionTracking: object({}, { useConversionTracking: boolean, conversionTrackingName: anyText }),
	},
);

/** Body of POST /sms/3/messages. */
export const MESSAGES_REQUEST = object({ messages: atLeastOne(message) }, { options: requestOptions });

/** Query of GET /sms/3/logs. */
export const VERSION_3_LOGS_QUERY = object(
	{},
	{ sender: text, destination: text, ...logFilters, useCursor: boolean, cursor: text },
);
