/** The types of the interface's field tables. `dateTime` is a string yyyy-MM-dd'T'HH:mm:ss.SSSZ with a numeric offset. */
export type ScalarType = 'string' | 'integer' | 'decimal' | 'boolean' | 'dateTime';

/** A field's type: a scalar, the name of another table, or a list of either. */
export type FieldType = ScalarType | string | readonly [ScalarType | string];
export type Table = Readonly<Record<string, FieldType>>;

const MESSAGE_COMMON = {
	destinations: ['Destination'],
	from: 'string',
	callbackData: 'string',
	intermediateReport: 'boolean',
	notifyUrl: 'string',
	notifyContentType: 'string',
	validityPeriod: 'integer',
	sendAt: 'dateTime',
	deliveryTimeWindow: 'DeliveryTimeWindow',
} as const satisfies Table;

/** Request bodies of the interface, table by table. */
export const REQUEST_TABLES = {
	TextRequest: { bulkId: 'string', messages: ['TextMessage'], tracking: 'Tracking' },
	BinaryRequest: { bulkId: 'string', messages: ['BinaryMessage'] },
	TextMessage: { ...MESSAGE_COMMON, text: 'string', flash: 'boolean', language: 'Language', transliteration: 'string' },
	BinaryMessage: { ...MESSAGE_COMMON, binary: 'Binary' },
	Destination: { to: 'string', messageId: 'string' },
	Tracking: { track: 'string', type: 'string' },
	Language: { languageCode: 'string' },
	Binary: { dataCoding: 'integer', esmClass: 'integer', hex: 'string' },
	DeliveryTimeWindow: { days: ['string'], from: 'TimeOfDay', to: 'TimeOfDay' },
	TimeOfDay: { hour: 'integer', minute: 'integer' },
} as const satisfies Record<string, Table>;

/** Query parameters: those of the interface, then those that public documents name. */
export const QUERY_TABLES = {
	LogsQuery: {
		bulkId: 'string',
		sentSince: 'dateTime',
		sentUntil: 'dateTime',
		from: 'string',
		to: 'string',
		messageId: 'string',
		generalStatus: 'string',
		limit: 'integer',
		mcc: 'string',
		mnc: 'string',
	},
	ReportsQuery: { messageId: 'string', limit: 'integer', bulkId: 'string' },
} as const satisfies Record<string, Table>;
