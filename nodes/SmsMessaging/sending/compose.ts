import { addExtraFields, readExtraFields, type Controls } from '../fields/extraFields';
import { DELIVERY_REPORT_CONTROLS, readDeliveryReport } from '../fields/deliveryReport';
import { readDestinations, readSender, type GivenDestination } from '../fields/destinations';
import { readNumberRules } from '../fields/phoneNumber';
import { readRequestSettings, type RequestSettings } from '../fields/request';
import type { ContentFacts } from '../output/presentEntry';
import { readItems, type ReadItem, type ReadParameter } from '../parameters/items';
import { ReadOnce } from '../parameters/items';
import type { Safeguards } from '../fields/safeguards';
import { readSchedule, SCHEDULE_CONTROLS } from '../fields/schedule';
import { asValues, type AddFault, type Values } from '../parameters/values';
import type { Message } from '../api/types';
import type { Content } from './content';
import type { RunOptions } from './run';
import { withoutUndefined } from '../text/json';

/** One input item as a message object (interface: TextMessage, BinaryMessage). */
export interface ComposedMessage {
	destinations: GivenDestination[];
	/** The message as it goes into the request. */
	message: Message;
	facts: ContentFacts;
	settings: RequestSettings;
}

/** What differs between text and binary messages. */
export interface MessageKind {
	/** Message fields with a control, in addition to those that every message has. */
	controls: Controls;
	requestControls: Controls;
	/** The parameter with the text, unless it is 'text'. */
	textParameter?: string;
	/** The message's own content: text and its options, or binary. */
	readContent(
		read: (name: string) => unknown,
		options: Values,
		once: ReadOnce,
		addFault: AddFault,
		itemIndex: number,
	): Partial<Message>;
	/** For one run: prepares the content of a message for sending, and counts its segments. */
	createPrepare(safeguards: Safeguards): (message: Message, options: Values, addFault: AddFault) => Content;
}

const COMMON_CONTROLS: Controls = {
	destinations: true,
	from: true,
	...DELIVERY_REPORT_CONTROLS,
	...SCHEDULE_CONTROLS,
};

/** What applies to all items. */
interface ComposeSettings {
	/** The workflow's time zone, for date-times without an offset. */
	timezone: string;
	/** Replaces any that the user has set. */
	notifyUrl?: string;
	options: RunOptions;
}

/** Reads the parameters of every item. */
export function composeItems(
	itemCount: number,
	readParameter: ReadParameter,
	kind: MessageKind,
	{ timezone, notifyUrl, options: runOptions }: ComposeSettings,
): Array<ReadItem<ComposedMessage>> {
	const controls = { ...COMMON_CONTROLS, ...kind.controls };
	const once = new ReadOnce();
	const prepare = kind.createPrepare(runOptions);
	return readItems(itemCount, readParameter, (read, addFault, itemIndex) => {
		const options = asValues(read('messageOptions'));
		const rules = once.read('numberRules', read('defaultCountry'), addFault, (country, addCountryFault) => ({
			...readNumberRules(country, addCountryFault),
			allowedPrefixes: runOptions.allowedPrefixes,
		}));
		const destinations = readDestinations(read('to'), options.messageId, rules, addFault);
		if (runOptions.messageIds === 'own') requireIds(destinations, addFault);
		const message = withoutUndefined({
			destinations: destinations.every(({ given }) => given === undefined)
				? destinations
				: destinations.map(({ given: _, ...destination }) => destination),
			from: readSender(read('from'), addFault),
			...kind.readContent(read, options, once, addFault, itemIndex),
			...once.read('deliveryReport', options, addFault, (values, addValueFault) =>
				readDeliveryReport({ ...values, ...(notifyUrl !== undefined && { notifyUrl }) }, addValueFault),
			),
			...once.read('schedule', asValues(read('schedule')), addFault, (values, addValueFault) =>
				readSchedule(values, timezone, addValueFault),
			),
		});
		const extraFields = once.read('extraFields', options, addFault, (values, addValueFault) =>
			readExtraFields(values, 'message', controls, addValueFault),
		);
		// Anything missing was noted as a fault, and then the item is not sent
		const content = prepare(addExtraFields(message, extraFields) as Message, options, addFault);
		return {
			destinations,
			message: content.message,
			facts: content.facts,
			settings: once.read('request', options, addFault, (values, addValueFault) =>
				readRequestSettings(values, kind.requestControls, addValueFault),
			),
		};
	});
}

/** A message without an ID cannot be found in the logs. */
function requireIds(destinations: readonly GivenDestination[], addFault: AddFault): void {
	const bare = destinations.filter(({ messageId }) => messageId === undefined);
	if (bare.length > 0)
		addFault(
			'messageId',
			`is missing for ${bare.map(({ to }) => to).join(', ')}; fill it in, or set 'Message IDs' to 'From This Node'`,
		);
}
