import { Extent, LimitError } from './limits';
import { decodeText, XmlSyntaxError } from './xmlText';

/**
 * An XML element's content: text, or the child elements by name (a list if a name occurs more than once), or null for
 * an element with xsi:nil="true".
 */
type XmlValue = string | null | XmlElements;
interface XmlElements {
	[name: string]: XmlValue | XmlValue[];
}

type XmlResult = { ok: true; name: string; value: XmlValue } | { ok: false; reason: string };

interface OpenElement {
	/** As written, with its prefix: the closing tag must match it. */
	tagName: string;
	children?: XmlElements;
	text: string[];
	isNil: boolean;
}

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x9, 0xa, 0xd, 0x20];
const [EXCLAMATION, SLASH, COLON, LESS, GREATER, QUESTION, NON_ASCII] = [0x21, 0x2f, 0x3a, 0x3c, 0x3e, 0x3f, 0x80];
/** Indexed by character code. */
const NAME_STARTS = asciiTable(/[A-Za-z_]/);
const NAME_CHARACTERS = asciiTable(/[\w.-]/);

/**
 * Reads an XML document into plain objects. Names keep their case and lose their namespace prefix; attributes, comments and processing
 * instructions are ignored; text next to child elements is dropped. DOCTYPE and entity declarations are refused, as is anything beyond
 * LIMITS. Takes one pass over the document, with time and memory proportional to its length, and never throws.
 * @returns name and content of the root element, or the reason why this is not acceptable XML
 */
export function parseXml(document: string): XmlResult {
	try {
		return { ok: true, ...new XmlReader(document).read() };
	} catch (error) {
		const isExpected = error instanceof XmlSyntaxError || error instanceof LimitError;
		return { ok: false, reason: isExpected ? error.message : 'The XML cannot be read' };
	}
}

class XmlReader {
	private position = 0;
	private readonly open: OpenElement[] = [];
	private readonly extent = new Extent('XML');
	private root?: { name: string; value: XmlValue };

	constructor(private readonly source: string) {}

	read(): { name: string; value: XmlValue } {
		while (this.position < this.source.length) {
			if (this.code() === LESS) this.readMarkup();
			else this.readText();
		}
		const unclosed = this.open.at(-1);
		if (unclosed !== undefined) throw new XmlSyntaxError(`The XML ends before </${shorten(unclosed.tagName)}>`);
		if (this.root === undefined) throw new XmlSyntaxError('The XML has no element');
		return this.root;
	}

	private readMarkup(): void {
		switch (this.code(1)) {
			case QUESTION:
				this.skipPast('<?', '?>');
				return;
			case EXCLAMATION:
				if (this.startsWith('<!--')) this.skipPast('<!--', '-->');
				else if (this.startsWith('<![CDATA[')) this.readCdata();
				else throw new XmlSyntaxError('The XML has a DOCTYPE or another declaration, which is not accepted');
				return;
			case SLASH:
				this.readClosingTag();
				return;
			default:
				this.readOpeningTag();
		}
	}

	private readText(): void {
		const next = this.source.indexOf('<', this.position);
		const start = this.position;
		this.position = next === -1 ? this.source.length : next;
		this.addText(decodeText(this.source, start, this.position, true));
	}

	private readCdata(): void {
		const start = this.position;
		this.skipPast('<![CDATA[', ']]>');
		this.addText(decodeText(this.source, start + '<![CDATA['.length, this.position - ']]>'.length, false));
	}

	private addText(text: string): void {
		const element = this.open.at(-1);
		if (element === undefined) {
			if (text.trim() !== '') throw new XmlSyntaxError('The XML has text outside its root element');
		} else if (element.children === undefined) element.text.push(text);
	}

	private readOpeningTag(): void {
		if (this.root !== undefined) throw new XmlSyntaxError('The XML has more than one root element');
		this.extent.addValue(this.open.length + 1);
		this.position += 1;
		const element: OpenElement = { tagName: this.readName(), text: [], isNil: false };
		this.extent.addName(element.tagName);
		for (;;) {
			this.skipSpace();
			if (this.code() === GREATER) {
				this.position += 1;
				this.open.push(element);
				return;
			}
			if (this.code() === SLASH && this.code(1) === GREATER) {
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
		if (quote !== '"' && quote !== "'")
			throw new XmlSyntaxError('An attribute in the XML has no quotes around its value');
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
		if (element?.tagName !== name)
			throw new XmlSyntaxError(`The XML closes <${shorten(name)}>, which is not the open element`);
		this.close(element);
	}

	/** Hands the content of a finished element to its parent. */
	private close(element: OpenElement): void {
		const name = localName(element.tagName);
		const value = element.children ?? (element.isNil ? null : element.text.join(''));
		const parent = this.open.at(-1);
		if (parent === undefined) {
			this.root = { name, value };
			return;
		}
		if (parent.children === undefined) {
			this.extent.addValue(this.open.length);
			parent.children = {};
			parent.text.length = 0;
		}
		addChild(parent.children, name, value);
	}

	/** A name, with or without a prefix; both parts start like a name. */
	private readName(): string {
		const start = this.position;
		this.skipNamePart();
		if (this.code() === COLON) {
			this.position += 1;
			this.skipNamePart();
		}
		return this.source.slice(start, this.position);
	}

	private skipNamePart(): void {
		if (!isOfName(this.code(), NAME_STARTS))
			throw new XmlSyntaxError('The XML has a tag or an attribute with an invalid name');
		do this.position += 1;
		while (isOfName(this.code(), NAME_CHARACTERS));
	}

	private skipSpace(): void {
		while (isSpace(this.code())) this.position += 1;
	}

	private skipPast(start: string, end: string): void {
		this.position = this.indexOf(end, this.position + start.length) + end.length;
	}

	private expect(character: string): void {
		if (!this.startsWith(character)) throw new XmlSyntaxError(`A tag in the XML lacks a '${character}'`);
		this.position += 1;
	}

	/** NaN past the end. */
	private code(offset = 0): number {
		return this.source.charCodeAt(this.position + offset);
	}

	private startsWith(text: string): boolean {
		return this.source.startsWith(text, this.position);
	}

	private indexOf(text: string, start: number): number {
		const index = this.source.indexOf(text, start);
		if (index === -1) throw new XmlSyntaxError(`The XML ends before the expected '${text}'`);
		return index;
	}
}

function asciiTable(characters: RegExp): boolean[] {
	return Array.from({ length: NON_ASCII }, (_, code) => characters.test(String.fromCharCode(code)));
}

function isSpace(code: number): boolean {
	return code === SPACE || code === TAB || code === LINE_FEED || code === CARRIAGE_RETURN;
}

/** Beyond ASCII every character counts as part of a name. */
function isOfName(code: number, ascii: readonly boolean[]): boolean {
	return code >= NON_ASCII || ascii[code] === true;
}

function addChild(parent: XmlElements, name: string, value: XmlValue): void {
	// Assigning to this name would change the object's prototype instead of adding a key
	if (name === '__proto__') return;
	const present = Object.hasOwn(parent, name) ? parent[name] : undefined;
	if (present === undefined) parent[name] = value;
	else if (Array.isArray(present)) present.push(value);
	else parent[name] = [present, value];
}

function localName(name: string): string {
	return name.slice(name.indexOf(':') + 1);
}

function shorten(name: string): string {
	return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}
