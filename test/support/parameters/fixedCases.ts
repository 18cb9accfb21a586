import { dateTimeOf, type Case, type N8nModules } from './comparison';
import { everyItemJson, type Make } from './itemValues';

const RUN_LENGTH = 512;
/** Of these, some are left to the engine, and with them their whole run. */
const ASCII = /^[\0-\x7f]$/;
/** What a plain reference cannot contain in quotes. */
const NOT_IN_NAMES = /["\\{}\r\n\u2028\u2029]/;

const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
const caseOf = (parameters: Case['parameters'], items: Make[]): Case => ({
	parameters,
	items,
	order: [0],
	isPinned: false,
});

/**
 * Every UTF-16 code unit in the name of a field. The first item has none of the fields, so the reader and n8n agree there whatever
 * n8n makes of the name; the second has them all.
 */
export function everyCharacterInNames(): Case {
	const names = runsOf(characters.filter((character) => !NOT_IN_NAMES.test(character)));
	return caseOf(Object.fromEntries(names.map((name, index) => [`name${index}`, `={{ $json["${name}"] }}`])), [
		() => ({}),
		() => Object.fromEntries(names.map((name, index) => [name, index])),
	]);
}

/** Every UTF-16 code unit in a text. */
export function everyCharacterInTexts(): Case {
	return caseOf(
		{ text: '={{ $json.text }}' },
		['first', ...runsOf(characters)].map((text) => () => ({ text })),
	);
}

/** Plain references and every kind of item, after one for which the reader's values are those of n8n. */
export function everyKindOfItem(modules: N8nModules): Case {
	const parameters = {
		to: '={{ $json.to }}',
		text: "={{ $json['from'].to }}",
		from: '={{ $json.from }}',
		messageOptions: {
			flash: true,
			tracking: { tracking: { track: '={{ $json["text"] }}', type: '={{ $json.from.to }}' } },
		},
	};
	return caseOf(parameters, [
		() => ({}),
		() => ({ to: 'to', text: 'text', from: { to: 'deep' } }),
		...everyItemJson(dateTimeOf(modules)),
	]);
}

function runsOf(units: string[]): string[] {
	const others = units.filter((unit) => !ASCII.test(unit));
	const runs = Array.from({ length: Math.ceil(others.length / RUN_LENGTH) }, (_, index) =>
		others.slice(index * RUN_LENGTH, (index + 1) * RUN_LENGTH),
	);
	return [units.filter((unit) => ASCII.test(unit)), ...runs].map((run) => run.join('.'));
}
