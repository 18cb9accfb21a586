const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** The text as HTML shows it, also within a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** A text of the workflow or the service, for a description. n8n's editor shows text between backticks as code. */
export const inHtml = (text: string): string => text.replace(/[&<>`]/g, (character) => `&#${character.charCodeAt(0)};`);
