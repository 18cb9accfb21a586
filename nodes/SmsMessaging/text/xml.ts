import { SaxesParser } from '../libraries/saxes';
import { LIMITS } from './json';

/** An XML element's content: text, or the child elements by name (a list if a name occurs more than once). */
type XmlValue = string | XmlElements;
interface XmlElements {
	[name: string]: XmlValue | XmlValue[];
}

type XmlResult = { ok: true; name: string; value: XmlValue } | { ok: false; reason: string };

interface OpenElement {
	name: string;
	text: string;
	children?: XmlElements;
}

/** Attributes that say how XML is to be read. */
const OF_XML_ITSELF = /^(xmlns|xsi)(:|$)/;
/** Of saxes: characters that XML forbids, as they are and as references. */
const FORBIDDEN_CHARACTER = 'disallowed character.';
const FORBIDDEN_REFERENCE = 'malformed character entity.';
const REFERENCE = /&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi;
/** Each one that is let through costs microseconds. */
const MOST_FORBIDDEN = 50_000;
const MOST_REASON_CHARACTERS = 200;

/**
 * Reads an XML document into plain objects. Names keep their case and lose their namespace prefix; comments are ignored, and text next to
 * child elements is dropped. What no document of the service has is refused: a DOCTYPE, processing instructions, attributes other than
 * `xmlns` and `xsi:…`, and anything beyond LIMITS. Takes linear time, and never throws.
 * @returns name and content of the root element, or the reason why this is not acceptable XML
 */
export function parseXml(document: string): XmlResult {
	const open: OpenElement[] = [];
	let root: { name: string; value: XmlValue } | undefined;
	let elements = 0;
	let forbidden = 0;
	let hasForbiddenReference = false;
	const refuse = (reason: string): never => {
		throw new Error(reason);
	};
	const addText = (text: string): void => {
		const element = open.at(-1);
		if (element !== undefined) element.text += text;
	};

	const parser = new SaxesParser({ position: false });
	parser.on('error', ({ message }) => {
		// Senders write them, and one character must not lose a whole report
		hasForbiddenReference ||= message === FORBIDDEN_REFERENCE;
		const isForbidden = message === FORBIDDEN_REFERENCE || message === FORBIDDEN_CHARACTER;
		if (!isForbidden || ++forbidden > MOST_FORBIDDEN) refuse(`The XML is not well-formed: ${message}`);
	});
	parser.on('doctype', () => refuse('The XML has a DOCTYPE, which is not accepted'));
	parser.on('processinginstruction', () => refuse('The XML has a processing instruction, which is not accepted'));
	parser.on('attribute', ({ name }) => {
		if (!OF_XML_ITSELF.test(name)) refuse(`The XML has an attribute, which is not accepted: ${name}`);
	});
	parser.on('opentagstart', ({ name }) => {
		if (open.length >= LIMITS.levels) refuse(`The XML has more than ${LIMITS.levels} levels`);
		if (++elements > LIMITS.values) refuse(`The XML has more than ${LIMITS.values} elements`);
		open.push({ name: localName(name), text: '' });
	});
	parser.on('text', (text) => {
		addText(hasForbiddenReference ? text.replace(REFERENCE, characterOf) : text);
		hasForbiddenReference = false;
	});
	parser.on('cdata', addText);
	parser.on('closetag', () => {
		const { name, text, children } = open.pop()!;
		const parent = open.at(-1);
		if (parent === undefined) root = { name, value: children ?? text };
		else addChild((parent.children ??= {}), name, children ?? text);
	});
	try {
		// saxes takes long for other line ends
		parser.write(document.split('\r\n').join('\n').split('\r').join('\n')).close();
		return { ok: true, ...root! };
	} catch (error) {
		return { ok: false, reason: (error as Error).message.slice(0, MOST_REASON_CHARACTERS) };
	}
}

function addChild(parent: XmlElements, name: string, value: XmlValue): void {
	// Assigning to this name would change the object's prototype instead of adding a key
	if (name === '__proto__') return;
	const present = Object.hasOwn(parent, name) ? parent[name] : undefined;
	if (present === undefined) parent[name] = value;
	else if (Array.isArray(present)) present.push(value);
	else parent[name] = [present, value];
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Some senders write the two halves of a surrogate pair separately. */
function characterOf(_reference: string, hex: string | undefined, decimal: string): string {
	const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
	return code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
}
