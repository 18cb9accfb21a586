import { addExtraFields, readExtraFields, type Controls } from '../fields/extraFields';
import { readDeliveryReport } from '../fields/deliveryReport';
import { readDestinations } from '../fields/destinations';
import { readRequestSettings, type RequestSettings } from '../fields/request';
import { readItems, type ReadItem, type ReadParameter } from '../fields/items';
import { readSchedule } from '../fields/schedule';
import { asValues, readText, withoutUndefined, type ReportFault, type Values } from '../fields/values';
import type { Destination, JsonObject } from '../service/types';

/** One input item as one message object (interface: TextMessage, BinaryMessage). */
export interface ComposedMessage {
	destinations: Destination[];
	/** The message as it goes into the request. */
	message: JsonObject;
	settings: RequestSettings;
}

/** What tells text from binary messages. */
export interface MessageKind {
	/** Message fields with a control, beside those that all messages have. */
	controls: Controls;
	requestControls: Controls;
	/** The message's own content: text and its options, or binary. */
	readContent(read: (name: string) => unknown, options: Values, report: ReportFault): JsonObject;
}

const COMMON_CONTROLS: Controls = {
	destinations: true,
	from: true,
	callbackData: true,
	intermediateReport: true,
	notifyUrl: true,
	notifyContentType: true,
	validityPeriod: true,
	sendAt: true,
	deliveryTimeWindow: { days: true, from: true, to: true },
};

/**
 * Reads the parameters of every item.
 * @param timezone the workflow's time zone, for date-times without an offset
 * @param notifyUrl in place of the one that the user may have given
 */
export function composeItems(
	itemCount: number,
	readParameter: ReadParameter,
	kind: MessageKind,
	timezone: string,
	notifyUrl?: string,
): Array<ReadItem<ComposedMessage>> {
	return readItems(itemCount, readParameter, (read, report) => {
		const options = asValues(read('messageOptions'));
		const destinations = readDestinations(read('to'), options.destinations, report);
		const message = withoutUndefined({
			destinations,
			from: readText(read('from'), 'from', report),
			...kind.readContent(read, options, report),
			...readDeliveryReport({ ...asValues(read('deliveryReport')), ...(notifyUrl !== undefined && { notifyUrl }) }, report),
			...readSchedule(asValues(read('schedule')), timezone, report),
		});
		const extraFields = readExtraFields(options.extraFields, { ...COMMON_CONTROLS, ...kind.controls }, report);
		return {
			destinations,
			message: addExtraFields(message, extraFields),
			settings: readRequestSettings(asValues(read('requestOptions')), kind.requestControls, report),
		};
	});
}
