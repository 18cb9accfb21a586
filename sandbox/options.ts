import { isLoopback } from './hosts';
import { printable } from './printable';

/** What failed while starting, in words for the user. */
export class SandboxStartError extends Error {}

/** Length of one unit of `validityPeriod`. The interface does not show the unit, and public sources disagree. */
export const VALIDITY_UNITS_MS = { milliseconds: 1, seconds: 1000, minutes: 60_000 } as const;
export type ValidityUnit = keyof typeof VALIDITY_UNITS_MS;

/** The two XML forms of notifications seen in practice. */
export type XmlForm = 'SMSReportResponse' | 'reportResponse';

/** Which log entries come first, and so which ones the limit cuts off. 'unordered' is arbitrary, but the same at each call. */
export const LOG_ORDERS = ['newestFirst', 'oldestFirst', 'unordered'] as const;
export type LogOrder = (typeof LOG_ORDERS)[number];

/** Whether sentSince and sentUntil include an entry that was sent in exactly that millisecond. */
export const LOG_BOUNDS = ['inclusive', 'exclusive'] as const;
export type LogBounds = (typeof LOG_BOUNDS)[number];

/** Versions of the send paths: /sms/1/… (the interface) and /sms/2/… */
export const SEND_VERSIONS = ['1', '2'] as const;
export type SendVersion = (typeof SEND_VERSIONS)[number];

/** How fast messages move through their life cycle, in milliseconds. */
export interface Delays {
	/** From sending to PENDING_ENROUTE. */
	enrouteMs: number;
	/** From PENDING_ENROUTE to the final status. */
	finalMs: number;
	/** From PENDING_ENROUTE to the final status for the destinations documented as slow. */
	slowMs: number;
}

/** How notifications are grouped, sent and retried. Times in milliseconds. */
export interface NotificationOptions {
	/** Maximum number of reports in one push. */
	batchSize: number;
	/** How long reports for one notifyUrl are gathered before they are pushed together. */
	windowMs: number;
	/** What stands for the "1 minute" of the retry rule `1 min + 1 min × retryNumber²`. */
	retryUnitMs: number;
	/** Retries after the first attempt; then the reports are given up. */
	maxRetries: number;
	/** How long the receiver may take to answer. */
	timeoutMs: number;
	xmlForm: XmlForm;
}

/** Everything that can be set; anything left out has the value in DEFAULT_SETTINGS. */
export interface SandboxOptions {
	/** Address to listen on. One that other machines reach needs `authorizations` of your own. Default 127.0.0.1. */
	host?: string;
	/** Port; 0 takes any free one. Default 0 in process, 8025 on the command line. */
	port?: number;
	/** Serve https with a certificate made at the start. */
	tls?: boolean;
	/** Where the certificate is written (PEM, for NODE_EXTRA_CA_CERTS). Default: a new folder below the system's temporary one. */
	certificateFile?: string;
	/** Whole values of the Authorization header that are accepted. */
	authorizations?: string[];
	delays?: Partial<Delays>;
	/** Calls of GET /sms/1/logs per minute and Authorization value before 429. */
	logsPerMinute?: number;
	logOrder?: LogOrder;
	logBounds?: LogBounds;
	/** How many entries one call of logs or reports returns at most, whatever limit it names. */
	mostResults?: number;
	/** Messages that the service has sent over the last 47 hours when it starts (seeding.ts). */
	messages?: number;
	/** Whether a 429 carries Retry-After (seconds). The interface shows no such header, so it does not by default. */
	retryAfter?: boolean;
	/** What happens to a messageId that was accepted before: status REJECTED_DUPLICATE_MESSAGE_ID, or sent once more. */
	duplicateIds?: 'reject' | 'accept';
	validityUnit?: ValidityUnit;
	/** Versions of the send paths that are served. Logs and reports have version 1 only. */
	sendVersions?: readonly SendVersion[];
	/** Whether send responses carry smsCount; the interface lets it be absent for pending-accepted messages. */
	smsCountInResponse?: boolean;
	notifications?: Partial<NotificationOptions>;
	/** How many requests (and pushes) are kept on record; older ones are dropped. */
	recordsKept?: number;
	/** How many characters of bodies and answers are kept with them. */
	recordedCharacters?: number;
	/** Hosts other than this machine that may be pushed to; '*' for all. */
	notifyHosts?: string[];
	/** Other names by which requests may reach it, in addition to this machine's own. */
	allowedHosts?: string[];
	/** Where messages that phones send are pushed, as a service forwards them; without it, they wait at GET /sms/1/inbox/reports. */
	forwardUrl?: string;
	/** The number of the account that phones answer to, unless the sender of the message is a number. */
	number?: string;
	/** Keywords, as they are written: a received message that begins with one has it as its keyword. */
	keywords?: string[];
	/** A file that keeps messages through a restart. Default: they are kept in memory only. */
	dataFile?: string;
	/** How many messages are kept, and about how many bytes they may take; the oldest are dropped. */
	messagesKept?: number;
	bytesKept?: number;
	/** The time, in milliseconds since the epoch. Default Date.now. */
	clock?: () => number;
	/** Gets a readable line for each message, status change, push and refused request. */
	logger?: (line: string) => void;
}

export interface Settings
	extends Required<Omit<SandboxOptions, 'certificateFile' | 'dataFile' | 'forwardUrl' | 'delays' | 'notifications'>> {
	certificateFile?: string;
	dataFile?: string;
	forwardUrl?: string;
	delays: Delays;
	notifications: NotificationOptions;
}

export const DEFAULT_SETTINGS: Settings = {
	host: '127.0.0.1',
	port: 0,
	tls: false,
	authorizations: [
		'App sandbox-key',
		`Basic ${Buffer.from('sandbox:sandbox').toString('base64')}`,
		'Bearer sandbox-token',
	],
	delays: { enrouteMs: 100, finalMs: 300, slowMs: 30_000 },
	logsPerMinute: 120,
	logOrder: 'newestFirst',
	logBounds: 'inclusive',
	mostResults: 1000,
	messages: 0,
	retryAfter: false,
	duplicateIds: 'reject',
	validityUnit: 'minutes',
	sendVersions: ['1'],
	smsCountInResponse: true,
	notifications: {
		batchSize: 100,
		windowMs: 50,
		retryUnitMs: 60_000,
		maxRetries: 20,
		timeoutMs: 10_000,
		xmlForm: 'SMSReportResponse',
	},
	recordsKept: 10_000,
	recordedCharacters: 2 ** 28,
	notifyHosts: [],
	number: '436600000000',
	keywords: [],
	allowedHosts: [],
	messagesKept: 1_000_000,
	bytesKept: 2 ** 30 * 1.5,
	clock: Date.now,
	logger: () => {},
};

/** Leaves out what was given as undefined, so that it does not hide a default. */
function given<T extends object>(options: T | undefined): Partial<T> {
	return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Completes options with the defaults. Throws if no Authorization value is left, or if other machines could use the well-known ones. */
export function settingsFrom(options: SandboxOptions): Settings {
	const settings = {
		...DEFAULT_SETTINGS,
		...given(options),
		delays: { ...DEFAULT_SETTINGS.delays, ...given(options.delays) },
		notifications: { ...DEFAULT_SETTINGS.notifications, ...given(options.notifications) },
	};
	const { authorizations, host, logger } = settings;
	if (authorizations.length === 0) throw new Error('authorizations must name at least one value');
	if (!isLoopback(host) && authorizations.some((value) => DEFAULT_SETTINGS.authorizations.includes(value)))
		throw new SandboxStartError(
			`${host} can be reached by others: choose a key of your own with --authorization, such as --authorization 'App <a long random word>'.`,
		);
	return { ...settings, logger: (line) => logger(printable(line)) };
}
