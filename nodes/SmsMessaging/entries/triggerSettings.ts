import { readStatusGroups } from '../fields/fetchFields';
import { hasTrunkZero, readSoughtNumber } from '../fields/phoneNumber';
import { type Fault, describeFaults, labelsOf } from '../parameters/items';
import { asValues, describe, isBlank, readBoolean, readText, type AddFault, type Values } from '../parameters/values';
import { readOptOutWords } from './optOut';
import type { Presentation } from './presentEntry';
import { keywordFinder, STATUS_CHOICES, type Selection } from './selection';
import { triggerFields, triggerOptions } from './triggerFields';
import { senderForm } from '../text/numbers';
import { entriesOf, wordsOf } from '../text/words';

/** A number as it is dialled within its country, or the beginning of one: nobody's message comes from such a number. */
const NATIONAL = /^0\d{3}[\d*?]*$/;

/** Returns a parameter's value. Throws when its expression does. */
type ReadTriggerParameter = (name: string, fallback: unknown) => unknown;

/**
 * Reads what both triggers have in common (triggerFields.ts).
 * @throws Error that names every invalid filter: silently dropping a filter would start the wrong runs
 */
export function readTriggerSettings(read: ReadTriggerParameter): Selection & Presentation {
	const faults: Fault[] = [];
	const addFault: AddFault = (field, reason) => faults.push({ field, reason });
	const options = asValues(read('options', {}));
	const optOutOf = readOptOutWords(readFilter(options, 'moreOptOutWords', addFault), addFault);
	if ('onlyOptOuts' in options && isBlank(options.onlyOptOuts))
		addFault('onlyOptOuts', 'is empty; check its expression');
	const isOnlyOptOuts = readBoolean(options.onlyOptOuts, 'onlyOptOuts', addFault) ?? false;
	const settings = {
		...readSelection(read, options, addFault),
		...(isOnlyOptOuts && { isOptOut: (...texts: Parameters<typeof optOutOf>) => optOutOf(...texts) !== undefined }),
		optOutOf,
		output: options.output === 'notification' ? ('notification' as const) : ('reports' as const),
		simplify: readBoolean(read('simplify', true), 'simplify', addFault) ?? true,
		unfoldCallbackData: readBoolean(options.unfoldCallbackData, 'unfoldCallbackData', addFault) ?? false,
	};
	if (faults.length > 0) throw new Error(describeFaults(faults, labelsOf([...triggerFields, ...triggerOptions])));
	return settings;
}

/** Options of the other kind are hidden, and do not count. */
function readSelection(read: ReadTriggerParameter, options: Values, addFault: AddFault): Selection {
	const choice = read('startOn', 'final');
	const startOn = [...STATUS_CHOICES, 'received' as const].find((known) => known === choice);
	if (startOn === undefined) addFault('startOn', `must be one of ${STATUS_CHOICES.join(', ')}, received`);
	const names = (name: string) => entriesOf(readFilter(options, name, addFault));
	const senders = names('from');
	const trunk = senders.find(hasTrunkZero);
	if (trunk !== undefined) addFault('from', `contains ${describe(trunk)}; remove the (0)`);
	const national = startOn === 'received' && senders.find((sender) => NATIONAL.test(senderForm(sender)));
	if (national) addFault('from', `contains ${describe(national)}; write it with its country code (+43 660 …)`);
	const ofAll = { startOn: startOn ?? 'final', statusGroups: [], senders };
	if (startOn !== 'received') {
		const written = startOn === 'groups' ? entriesOf(read('statusGroups', [])) : [];
		const statusGroups = readStatusGroups(written, 'statusGroups', addFault);
		if (startOn === 'groups' && statusGroups.length === 0)
			addFault('statusGroups', 'is empty; choose at least one group');
		return { ...ofAll, statusGroups, callbackDataPattern: readFilter(options, 'callbackData', addFault) };
	}
	const keywords = names('keyword');
	for (const keyword of keywords)
		if (wordsOf(keyword).length === 0) addFault('keyword', `contains '${keyword}', which has no letters or digits`);
	const numbers = names('to').flatMap((number) => readSoughtNumber(number, addFault) ?? []);
	return { ...ofAll, numbers, ...(keywords.length > 0 && { keywordsOf: keywordFinder(keywords) }) };
}

/** A filter whose expression returns nothing is a fault; a cleared box means no filter. */
function readFilter(options: Values, name: string, addFault: AddFault): string | undefined {
	const value = options[name];
	const isNothing = Array.isArray(value) ? value.every(isBlank) : isBlank(value) && typeof value !== 'string';
	if (name in options && isNothing) addFault(name, `is ${describe(value)}, but must be text; check its expression`);
	return readText(Array.isArray(value) ? value.join('\n') : value, name, addFault);
}
