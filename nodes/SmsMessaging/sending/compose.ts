import type { OpenService } from '../api/transport';
import { fullBody } from '../api/dialect';
import type { Language, Message, RequestSettings } from '../api/message';
import type { ContentFacts } from '../entries/outputFields';
import { readCallbackData, readReport } from '../fields/deliveryReport';
import { readDestinations, readSender, type GivenDestination } from '../fields/destinations';
import { readNumberRules } from '../fields/phoneNumber';
import { Deferral } from '../fields/quietHours';
import { readExtraFields, readExtraParts, readRequestSettings } from '../fields/requestSettings';
import type { Safeguards } from '../fields/safeguards';
import { readSchedule, type TimeWarning } from '../fields/schedule';
import { host } from '../n8n/host';
import { ReadOnce, readItems, type ReadItem } from '../parameters/items';
import { asValues, filledIn, isBlank, type AddFault, type Values } from '../parameters/values';
import { isScheduled } from './plan/target';
import type { N8n, RunOptions } from './run';

/** One input item as a message, and whom it goes to. */
export interface ComposedMessage {
	destinations: GivenDestination[];
	message: Message;
	/** ISO 8601 with an offset. */
	sendAt?: string | undefined;
	/** Why that time may not be what is meant. */
	warning?: TimeWarning | undefined;
	facts: ContentFacts;
	settings: RequestSettings;
	/** The sender that the node names: that of the credential may change before Retry. */
	ownSender?: string | undefined;
	/** The item and the expressions, if these give another text each time. */
	source?: string | undefined;
}

/** A message as sent, with the counts of its content. */
export interface CountedMessage {
	message: Message;
	facts: ContentFacts;
}

/** What differs between text and binary messages. */
export interface MessageKind {
	content: 'text' | 'bytes';
	contentParameters: readonly string[];
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

/** What else is part of the content of a binary message. */
const BINARY_OPTIONS = [
	'dataCoding',
	'esmClass',
	'portHeader.ports.destinationPort',
	'portHeader.ports.sourcePort',
].map((name) => `messageOptions.${name}`);

const OWN_IDS = { messageId: 'messageOptions.messageId', bulkId: 'messageOptions.bulkId' };
/** What may be wrong with the numbers themselves. */
const OF_NUMBERS = ['to', 'defaultCountry'];
const SEND_ANYWAY = '. To send it anyway, set Safeguards → If an Expression Has No Value to Send Anyway';

/**
 * Reads the parameters of every item.
 * @param notifyUrl replaces any that the user has set
 */
export function composeItems(
	n8n: N8n,
	{ dialect, withToken, defaults }: OpenService,
	kind: MessageKind,
	runOptions: RunOptions,
	notifyUrl: string | undefined,
): Array<ReadItem<ComposedMessage>> {
	const { input, timezone, isDryRun } = n8n;
	const refusesNoValue = runOptions.blankValues === 'fault';
	const isText = kind.content === 'text';
	const refusing = (parameters: readonly string[], settings: Parameters<typeof n8n.readRefusingNoValue>[1]) =>
		parameters.reduce((read, parameter) => n8n.readRefusingNoValue(parameter, settings, read), n8n.read);
	const ofContent = isText ? { advice: SEND_ANYWAY } : { mayBeEmpty: true };
	const readParameter = refusesNoValue ? refusing(kind.contentParameters, ofContent) : n8n.read;
	const readId = refusesNoValue ? refusing(Object.values(OWN_IDS), { mayBeEmpty: true }) : undefined;
	const once = new ReadOnce();
	const now = host.now();
	const deferral = new Deferral(now);
	const beganAt = n8n.runBeganAt();
	const sourceOf = n8n.sourceOf([...kind.contentParameters, 'from', ...(isText ? [] : BINARY_OPTIONS)]);
	const changingIds = n8n.changingIds();
	const skipped = runOptions.skipped.numbers;
	// What is wrong with a message counts only if it is sent
	const sentTo = (destinations: GivenDestination[]) =>
		skipped.size === 0 ? destinations : destinations.filter(({ to }) => !skipped.has(to));
	const prepare = kind.createPrepare(runOptions, (message) => dialect.languageOf(message));
	// Extra fields may not use these names
	const withControl = fullBody(dialect, kind.content);
	const items = readItems(input.length, readParameter, (read, addFault, itemIndex) => {
		const options = asValues(read('messageOptions'));
		const country = read('defaultCountry');
		const rules = once.read(
			'numberRules',
			filledIn(country, defaults.country),
			isBlank(country) ? ofCredential('Default Country', addFault) : addFault,
			(code, addCountryFault) => ({
				...readNumberRules(code, addCountryFault),
				allowedPrefixes: runOptions.allowedPrefixes,
				skipped,
			}),
		);
		const destinations = readDestinations(read('to'), options.messageId, rules, addFault);
		// 'invoice-' would be the ID of all invoices without a number
		for (const [field, parameter] of Object.entries(OWN_IDS))
			if (!isBlank(options[field])) readId?.(parameter, itemIndex, (_, reason) => addFault(field, reason));
		if (runOptions.messageIds === 'own') requireIds(sentTo(destinations), addFault);
		const isOtherEachTime = isBlank(options.messageId) ? changingIds.inTo : changingIds.own;
		if (isOtherEachTime && destinations.some(({ messageId }) => messageId !== undefined))
			addFault(
				'messageId',
				"changes with each try or day ($now, $execution, a random value), so a Retry would send the message again; make it of data that stays, such as the item's or the timestamp of a Schedule Trigger, or leave it out: the node's own IDs stay",
			);
		const from = read('from');
		const hasSender = !isBlank(from);
		const addSenderFault = hasSender ? addFault : ofCredential('Default Sender', addFault);
		const sender = once.read('sender', filledIn(from, defaults.sender), addSenderFault, readSender);
		const ownSender = hasSender ? sender : undefined;
		const { content, flash } = kind.readContent(read, options, once, addFault, itemIndex);
		const ofOptions = once.read('options', options, addFault, (values, addValueFault) => {
			const extra = readExtraParts(values, addValueFault);
			return {
				callbackData: readCallbackData(values.callbackData, addValueFault),
				report: readReport(values, notifyUrl, (url) => withToken(url, isDryRun), addValueFault),
				extraFields: readExtraFields(extra, 'message', withControl.message, addValueFault),
				settings: readRequestSettings(values, extra, withControl.request, dialect.lacking, addValueFault),
			};
		});
		const { callbackData, report, extraFields } = ofOptions;
		const ofSchedule = once.read('schedule', asValues(read('schedule')), addFault, (values, addValueFault) =>
			readSchedule(values, { timezone, beganAt }, addValueFault),
		);
		const { sendAt, warning, validityMinutes, deliveryTimeWindow, quietHours, isForOne } = ofSchedule;
		const settings = isForOne ? { ...ofOptions.settings, isForOne } : ofOptions.settings;
		if (isForOne && settings.bulkId !== undefined)
			addFault('ownBulkIds', "cannot be combined with 'Bulk ID', which is one for all; remove one of them");
		if (quietHours !== undefined)
			for (const destination of sentTo(destinations))
				destination.deferredTo = deferral.of(destination.to, rules.isChecked, sendAt, quietHours, addFault);
		const { message, facts } = prepare(
			{ sender, content, flash, validityMinutes, deliveryTimeWindow, callbackData, report, extraFields },
			options,
			addFault,
		);
		if (runOptions.messageIds === 'own' && (quietHours !== undefined || isScheduled({ message, sendAt, settings })))
			addFault(
				'messageIds',
				"is 'Yours, Each Sent Once', which cannot be combined with Send At, Quiet Hours, a Delivery Time Window or the extra field sendingSpeedLimit: the logs may not show such a message before its time, so another execution would send it again; choose 'From This Node'",
			);
		// Anything missing was noted as a fault, and then the item is not sent
		const source = sourceOf?.(itemIndex);
		return { destinations, message, facts, sendAt, warning, settings, ownSender, source };
	}).map((item) => {
		const { destinations } = item.value;
		const isSkipped = destinations.length > 0 && sentTo(destinations).length === 0;
		return isSkipped ? { ...item, faults: item.faults.filter(({ field }) => OF_NUMBERS.includes(field)) } : item;
	});
	const warned = new Set<string>();
	for (const { faults, value } of items) {
		if (faults.length > 0 || value.warning === undefined || warned.has(value.warning.about)) continue;
		warned.add(value.warning.about);
		n8n.hint(value.warning.text, 'warning');
	}
	return items;
}

/** For what the node leaves to the credential. */
const ofCredential =
	(what: string, addFault: AddFault): AddFault =>
	(field, reason) =>
		addFault(field, `(${what} of the credential) ${reason}`);

/** A message without an ID cannot be found in the logs. */
function requireIds(destinations: readonly GivenDestination[], addFault: AddFault): void {
	const bare = destinations.filter(({ messageId }) => messageId === undefined);
	if (bare.length > 0)
		addFault(
			'messageId',
			`is missing for ${bare.map(({ to }) => to).join(', ')}; fill it in, or set 'Message IDs' to 'From This Node'`,
		);
}
