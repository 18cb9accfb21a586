import { MAX_DEPTH } from '../service/json';

/**
 * An XML element's content: text, or the child elements by name (a list where a name occurs more than once),
 * or null for an element with xsi:nil="true".
 */
export type XmlValue = string | null | XmlElements;
export interface XmlElements {
	[name: string]: XmlValue | XmlValue[];
}

export type XmlResult = { ok: true; name: string; value: XmlValue } | { ok: false; reason: string };

interface OpenElement {
	/** As written, with its prefix: the closing tag must repeat it. */
	tagName: string;
	children?: XmlElements;
	text: string[];
	isNil: boolean;
}

const NAME = /[\p{L}_:][\p{L}\p{M}\p{N}_:.·-]*/uy;
const SPACE = /[ \t\n]*/y;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,8}));|&/g;
const PREDEFINED_ENTITIES = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
]);

/**
 * Reads an XML document into plain objects. Names keep their case and lose their namespace prefix; attributes, comments and
 * processing instructions are passed over; text beside child elements is dropped. DOCTYPE and entity declarations are refused.
 * Takes time in proportion to the length of `document`, and never throws.
 * @returns name and content of the root element, or the reason why this is no acceptable XML
 */
export function parseXml(document: string): XmlResult {
	try {
		return { ok: true, ...new XmlReader(document.replace(/\r\n?/g, '\n')).read() };
	} catch (error) {
		return { ok: false, reason: error instanceof XmlSyntaxError ? error.message : 'The XML cannot be read' };
	}
}

class XmlSyntaxError extends Error {}

class XmlReader {
	private position = 0;
	private readonly open: OpenElement[] = [];
	private root?: { name: string; value: XmlValue };

	constructor(private readonly source: string) {}

	read(): { name: string; value: XmlValue } {
		while (this.position < this.source.length) {
			if (this.source[this.position] === '<') this.readMarkup();
			else this.readText();
		}
		const unclosed = this.open.at(-1);
		if (unclosed !== undefined) throw new XmlSyntaxError(`The XML ends before </${shorten(unclosed.tagName)}>`);
		if (this.root === undefined) throw new XmlSyntaxError('The XML has no element');
		return this.root;
	}

	private readMarkup(): void {
		if (this.skipPast('<?', '?>') || this.skipPast('<!--', '-->')) return;
		if (this.startsWith('<![CDATA[')) this.readCdata();
		else if (this.startsWith('<!')) throw new XmlSyntaxError('The XML has a DOCTYPE or another declaration, which is not accepted');
		else if (this.startsWith('</')) this.readClosingTag();
		else this.readOpeningTag();
	}

	private readText(): void {
		const next = this.source.indexOf('<', this.position);
		const end = next === -1 ? this.source.length : next;
		this.addText(decodeEntities(this.source.slice(this.position, end)));
		this.position = end;
	}

	private readCdata(): void {
		const start = this.position + '<![CDATA['.length;
		const end = this.indexOf(']]>', start);
		this.addText(this.source.slice(start, end));
		this.position = end + ']]>'.length;
	}

	private addText(text: string): void {
		const element = this.open.at(-1);
		if (element !== undefined) element.text.push(text);
		else if (text.trim() !== '') throw new XmlSyntaxError('The XML has text outside its root element');
	}

	private readOpeningTag(): void {
		if (this.root !== undefined) throw new XmlSyntaxError('The XML has more than one root element');
		if (this.open.length === MAX_DEPTH) throw new XmlSyntaxError(`The XML nests deeper than ${MAX_DEPTH} elements`);
		this.position += 1;
		const element: OpenElement = { tagName: this.readName(), text: [], isNil: false };
		for (;;) {
			this.skipSpace();
			if (this.startsWith('>')) {
				this.position += 1;
				this.open.push(element);
				return;
			}
			if (this.startsWith('/>')) {
				this.position += 2;
				this.close(element);
				return;
			}
			this.readAttribute(element);
		}
	}

	private readAttribute(element: OpenElement): void {
		const name = this.readName();
		this.skipSpace();
		this.expect('=');
		this.skipSpace();
		const quote = this.source[this.position];
		if (quote !== '"' && quote !== "'") throw new XmlSyntaxError('An attribute in the XML has no quotes around its value');
		const end = this.indexOf(quote, this.position + 1);
		const value = this.source.slice(this.position + 1, end);
		if (localName(name) === 'nil' && (value === 'true' || value === '1')) element.isNil = true;
		this.position = end + 1;
	}

	private readClosingTag(): void {
		this.position += 2;
		const name = this.readName();
		this.skipSpace();
		this.expect('>');
		const element = this.open.pop();
		if (element?.tagName !== name) throw new XmlSyntaxError(`The XML closes <${shorten(name)}>, which is not the element open there`);
		this.close(element);
	}

	/** Hands the content of a finished element to its parent. */
	private close(element: OpenElement): void {
		const name = localName(element.tagName);
		const value = element.children ?? (element.isNil ? null : element.text.join(''));
		const parent = this.open.at(-1);
		if (parent === undefined) this.root = { name, value };
		else addChild((parent.children ??= {}), name, value);
	}

	private readName(): string {
		NAME.lastIndex = this.position;
		const name = NAME.exec(this.source)?.[0];
		if (name === undefined) throw new XmlSyntaxError('The XML has a tag or an attribute without a proper name');
		this.position += name.length;
		return name;
	}

	private skipSpace(): void {
		SPACE.lastIndex = this.position;
		this.position += SPACE.exec(this.source)?.[0].length ?? 0;
	}

	private skipPast(start: string, end: string): boolean {
		if (!this.startsWith(start)) return false;
		this.position = this.indexOf(end, this.position + start.length) + end.length;
		return true;
	}

	private expect(character: string): void {
		if (!this.startsWith(character)) throw new XmlSyntaxError(`The XML lacks a '${character}' in a tag`);
		this.position += 1;
	}

	private startsWith(text: string): boolean {
		return this.source.startsWith(text, this.position);
	}

	private indexOf(text: string, start: number): number {
		const index = this.source.indexOf(text, start);
		if (index === -1) throw new XmlSyntaxError(`The XML ends where '${text}' was still to come`);
		return index;
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

function decodeEntities(text: string): string {
	return text.replace(ENTITY, (entity, decimal?: string, hexadecimal?: string, name = '') => {
		if (decimal !== undefined) return characterOf(Number(decimal));
		if (hexadecimal !== undefined) return characterOf(parseInt(hexadecimal, 16));
		const character = PREDEFINED_ENTITIES.get(name);
		if (character === undefined) throw new XmlSyntaxError(`The XML has an entity that is not accepted: ${entity}`);
		return character;
	});
}

function characterOf(codePoint: number): string {
	const isControl = codePoint < 0x20 && codePoint !== 0x9 && codePoint !== 0xa && codePoint !== 0xd;
	const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
	if (isControl || isSurrogate || codePoint > 0x10ffff) throw new XmlSyntaxError('The XML names a character that XML does not allow');
	return String.fromCodePoint(codePoint);
}

function localName(name: string): string {
	return name.slice(name.indexOf(':') + 1);
}

function shorten(name: string): string {
	return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}
