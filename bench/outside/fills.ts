/** Something that fills a field. */
export interface Field {
	name: string;
	repeated: string;
}

/** What texts are made of that some pattern, reader or counter of the nodes looks for. */
export const CHARACTERS: Field[] = [
	{ name: 'letters', repeated: 'a' },
	{ name: 'digits', repeated: '1' },
	{ name: 'spaces', repeated: ' ' },
	{ name: 'accents', repeated: 'é' },
	{ name: 'addresses', repeated: 'https://' },
	{ name: 'links', repeated: 'https://n8n?k=Sample-_0000&signature=' },
	{ name: 'brackets', repeated: '(0[{"' },
	{ name: 'backslashes', repeated: '\\' },
	{ name: 'entities', repeated: '&amp;' },
];

/** A text of at most this many bytes in JSON. */
export function filled({ repeated }: Field, bytes: number): string {
	const inJson = Buffer.byteLength(JSON.stringify(repeated)) - 2;
	return repeated.repeat(Math.max(1, Math.floor(bytes / inJson)));
}
