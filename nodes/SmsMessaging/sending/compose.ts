import { addExtraFields, readExtraFields, type Controls } from '../fields/extraFields';
import { DELIVERY_REPORT_CONTROLS, readDeliveryReport } from '../fields/deliveryReport';
import { readDestinations } from '../fields/destinations';
import { readRequestSettings, type RequestSettings } from '../fields/request';
import { readItems, type ReadItem, type ReadParameter } from '../parameters/items';
import { ReadOnce } from '../parameters/readOnce';
import { readSchedule, SCHEDULE_CONTROLS } from '../fields/schedule';
import { asValues, readText, withoutUndefined, type ReportFault, type Values } from '../parameters/values';
import type { Destination, Message } from '../service/types';

/** One input item as a message object (interface: TextMessage, BinaryMessage). */
export interface ComposedMessage {
	destinations: Destination[];
	/** The message as it goes into the request. */
	message: Message;
	settings: RequestSettings;
}

/** What differs between text and binary messages. */
export interface MessageKind {
	/** Message fields with a control, in addition to those that every message has. */
	controls: Controls;
	requestControls: Controls;
	/** The message's own content: text and its options, or binary. */
	readContent(
		read: (name: string) => unknown,
		options: Values,
		once: ReadOnce,
		report: ReportFault,
		itemIndex: number,
	): Partial<Message>;
}

const COMMON_CONTROLS: Controls = {
	destinations: true,
	from: true,
	...DELIVERY_REPORT_CONTROLS,
	...SCHEDULE_CONTROLS,
};

/**
 * Reads the parameters of every item.
 * @param timezone the workflow's time zone, for date-times without an offset
 * @param notifyUrl replaces any that the user has set
 */
export function composeItems(
	itemCount: number,
	readParameter: ReadParameter,
	kind: MessageKind,
	timezone: string,
	notifyUrl?: string,
): Array<ReadItem<ComposedMessage>> {
	const controls = { ...COMMON_CONTROLS, ...kind.controls };
	const once = new ReadOnce();
	return readItems(itemCount, readParameter, (read, report, itemIndex) => {
		const options = asValues(read('messageOptions'));
		const destinations = readDestinations(read('to'), options.destinations, report);
		const message = withoutUndefined({
			destinations,
			from: readText(read('from'), 'from', report),
			...kind.readContent(read, options, once, report, itemIndex),
			...once.read('deliveryReport', asValues(read('deliveryReport')), report, (values, reportValue) =>
				readDeliveryReport({ ...values, ...(notifyUrl !== undefined && { notifyUrl }) }, reportValue),
			),
			...once.read('schedule', asValues(read('schedule')), report, (values, reportValue) =>
				readSchedule(values, timezone, reportValue),
			),
		});
		const extraFields = once.read('extraFields', options, report, (values, reportValue) =>
			readExtraFields(values.extraFields, controls, reportValue),
		);
		return {
			destinations,
			// What is missing was reported as a fault, and the item is not sent
			message: addExtraFields(message, extraFields) as Message,
			settings: once.read('request', asValues(read('requestOptions')), report, (values, reportValue) =>
				readRequestSettings(values, kind.requestControls, reportValue),
			),
		};
	});
}
