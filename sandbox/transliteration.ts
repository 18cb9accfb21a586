/** Names the field `transliteration` takes (public: fields of the message). */
export const TRANSLITERATIONS = [
	'TURKISH', 'GREEK', 'CYRILLIC', 'SERBIAN_CYRILLIC', 'BULGARIAN_CYRILLIC', 'CENTRAL_EUROPEAN', 'BALTIC', 'PORTUGUESE', 'COLOMBIAN',
	'NON_UNICODE', 'ALL',
];
export function transliterate(text: string, _name?: string): string { return text; }
