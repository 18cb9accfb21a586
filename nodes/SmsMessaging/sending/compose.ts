import type { OpenService } from '../api/transport';
import { fullBody } from '../api/dialect';
import type { Language, Message, RequestSettings } from '../api/message';
import type { ContentFacts } from '../entries/outputFields';
import { readDeliveryReport } from '../fields/deliveryReport';
import { readDestinations, readSender, type GivenDestination } from '../fields/destinations';
import { readNumberRules } from '../fields/phoneNumber';
import { Deferral } from '../fields/quietHours';
import { readExtraFields, readRequestSettings } from '../fields/requestSettings';
import type { Safeguards } from '../fields/safeguards';
import { readSchedule } from '../fields/schedule';
import { host } from '../n8n/host';
import { ReadOnce, readItems, type ReadItem, type ReadParameter } from '../parameters/items';
import { asValues, type AddFault, type Values } from '../parameters/values';
import type { RunOptions } from './run';

/** One input item as a message, and whom it goes to. */
export interface ComposedMessage {
	destinations: GivenDestination[];
	message: Message;
	/** ISO 8601 with an offset. */
	sendAt?: string | undefined;
	facts: ContentFacts;
	settings: RequestSettings;
}

/** A message as sent, with the counts of its content. */
export interface CountedMessage {
	message: Message;
	facts: ContentFacts;
}

/** What differs between text and binary messages. */
export interface MessageKind {
	content: 'text' | 'bytes';
	/** The parameter with the text, unless it is 'text'. */
	textParameter?: string;
	/** The content and what only messages with such a content have. */
	readContent(
		read: (name: string) => unknown,
		options: Values,
		once: ReadOnce,
		addFault: AddFault,
		itemIndex: number,
	): Pick<Message, 'content' | 'flash'>;
	/** For one run: prepares a message for sending, and counts its segments. */
	createPrepare(
		safeguards: Safeguards,
		languageOf: (message: Message) => Language | undefined,
	): (message: Message, options: Values, addFault: AddFault) => CountedMessage;
}

/** What applies to all items. */
interface ComposeSettings {
	/** The workflow's time zone, for date-times without an offset. */
	timezone: string;
	/** Replaces any that the user has set. */
	notifyUrl?: string | undefined;
	/** Adds the notification token to a URL that may have it. */
	withToken: (notifyUrl: string) => string;
	options: RunOptions;
	dialect: OpenService['dialect'];
}

/** Reads the parameters of every item. */
export function composeItems(
	itemCount: number,
	readParameter: ReadParameter,
	kind: MessageKind,
	{ timezone, notifyUrl, withToken, options: runOptions, dialect }: ComposeSettings,
): Array<ReadItem<ComposedMessage>> {
	const once = new ReadOnce();
	const deferral = new Deferral(host.now());
	const prepare = kind.createPrepare(runOptions, (message) => dialect.languageOf(message));
	// Extra fields may not use these names
	const withControl = fullBody(dialect, kind.content);
	return readItems(itemCount, readParameter, (read, addFault, itemIndex) => {
		const options = asValues(read('messageOptions'));
		const rules = once.read('numberRules', read('defaultCountry'), addFault, (country, addCountryFault) => ({
			...readNumberRules(country, addCountryFault),
			allowedPrefixes: runOptions.allowedPrefixes,
		}));
		const destinations = readDestinations(read('to'), options.messageId, rules, addFault);
		if (runOptions.messageIds === 'own') requireIds(destinations, addFault);
		const sender = readSender(read('from'), addFault);
		const { content, flash } = kind.readContent(read, options, once, addFault, itemIndex);
		const ofOptions = once.read('options', options, addFault, (values, addValueFault) => ({
			...readDeliveryReport({ ...values, ...(notifyUrl !== undefined && { notifyUrl }) }, withToken, addValueFault),
			extraFields: readExtraFields(values, 'message', withControl.message, addValueFault),
			settings: readRequestSettings(values, withControl.request, dialect.lacking, addValueFault),
		}));
		const { callbackData, report, extraFields } = ofOptions;
		const ofSchedule = once.read('schedule', asValues(read('schedule')), addFault, (values, addValueFault) =>
			readSchedule(values, timezone, addValueFault),
		);
		const { sendAt, validityMinutes, deliveryTimeWindow, quietHours, isForOne } = ofSchedule;
		const settings = isForOne ? { ...ofOptions.settings, isForOne } : ofOptions.settings;
		if (isForOne && settings.bulkId !== undefined)
			addFault('ownBulkIds', "cannot be combined with 'Bulk ID', which is one for all; remove one of them");
		if (quietHours !== undefined)
			for (const destination of destinations)
				destination.deferredTo = deferral.of(destination.to, rules.isChecked, sendAt, quietHours, addFault);
		const { message, facts } = prepare(
			{ sender, content, flash, validityMinutes, deliveryTimeWindow, callbackData, report, extraFields },
			options,
			addFault,
		);
		// Anything missing was noted as a fault, and then the item is not sent
		return { destinations, message, facts, sendAt, settings };
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
