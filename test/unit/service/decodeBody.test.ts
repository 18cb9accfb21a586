import { decodeBody } from '../../../nodes/SmsMessaging/text/decodeBody';

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>Zürich</a>`;

/** The usual ones: test/world/http/bodies.ts. */
test.each<readonly [string, Uint8Array, string | undefined, string]>([
	['UTF-8 where nothing is named', Buffer.from('Zürich 東京 😀'), undefined, 'Zürich 東京 😀'],
	[
		'a charset in quotes and capitals',
		Buffer.from('Zürich', 'latin1'),
		'text/xml;boundary=x; CHARSET="Windows-1252"',
		'Zürich',
	],
	[
		'the byte order mark comes before the header',
		Buffer.from('\uFEFFZürich'),
		'application/json; charset=iso-8859-1',
		'Zürich',
	],
	['UTF-8, though the header says UTF-16', Buffer.from('Zürich'), 'application/json; charset=utf-16', 'Zürich'],
	['UTF-16 the other way round', utf16be('\uFEFFZürich'), undefined, 'Zürich'],
	...[
		'\n <?xml version="1.0" encoding = "ISO-8859-1"?><a>Zürich</a>',
		"<?xml version='1.0' encoding='latin1'?><a>ü</a>",
	].map((text) => [`the encoding of ${text}`, Buffer.from(text, 'latin1'), undefined, text] as const),
	[
		'a declaration within a text is none',
		Buffer.from(`{"text":"<?xml version='1.0' encoding='ISO-8859-1'?><a>Zürich</a>"}`),
		undefined,
		`{"text":"<?xml version='1.0' encoding='ISO-8859-1'?><a>Zürich</a>"}`,
	],
	[
		'the header comes before the XML declaration',
		Buffer.from(declared('ISO-8859-1')),
		'application/xml;charset=utf-8',
		declared('ISO-8859-1'),
	],
	['bytes that are no text are replaced', Buffer.from([0x7b, 0xff, 0x7d]), undefined, '{\uFFFD}'],
	['an empty body', Buffer.alloc(0), 'application/json', ''],
])('%s', (_, body, contentType, text) => {
	expect(decodeBody(body, contentType)).toBe(text);
});
