import { isLoopback } from './loopback';
import { printable } from './printable';

/** The sandbox could not start; the message is for the user. */
export class SandboxStartError extends Error {}

/** Length of one unit of `validityPeriod`. The interface does not show the unit, and public sources disagree. */
export const VALIDITY_UNITS_MS = { milliseconds: 1, seconds: 1000, minutes: 60_000 } as const;
export type ValidityUnit = keyof typeof VALIDITY_UNITS_MS;

/** The two XML forms of notifications seen in practice. */
export type XmlForm = 'SMSReportResponse' | 'reportResponse';

/** Order of log entries, and so which ones the limit cuts off. 'unordered' is arbitrary, but the same for each call. */
export const LOG_ORDERS = ['newestFirst', 'oldestFirst', 'unordered'] as const;
export type LogOrder = (typeof LOG_ORDERS)[number];

/** Whether sentSince and sentUntil include an entry that was sent in exactly that millisecond. */
export const LOG_BOUNDS = ['inclusive', 'exclusive'] as const;
export type LogBounds = (typeof LOG_BOUNDS)[number];

/** Versions of the send paths: /sms/1/… (the interface), /sms/2/… and /sms/3/messages. */
export const SEND_VERSIONS = ['1', '2', '3'] as const;
export type SendVersion = (typeof SEND_VERSIONS)[number];

/** The messages in logs and reports: of all versions, or only their own. Nothing public says which. */
export const VERSIONS_SEE = ['all', 'own'] as const;
export type VersionsSee = (typeof VERSIONS_SEE)[number];

/** Which scheduled bulks can be given another time: all that wait, or only paused ones. Public sources disagree. */
export const MOVABLE_BULKS = ['waiting', 'paused'] as const;
export type MovableBulks = (typeof MOVABLE_BULKS)[number];

/** Delays between statuses, in milliseconds. */
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
	/** How long reports for one notifyUrl are collected before a push. */
	windowMs: number;
	/** Length of the "1 min" in the retry rule `1 min + 1 min × retryNumber²`. */
	retryUnitMs: number;
	/** Retries after the first attempt; then the reports are dropped. */
	maxRetries: number;
	/** How long the receiver may take to answer. */
	timeoutMs: number;
	xmlForm: XmlForm;
}

/** All options. Defaults are in DEFAULT_SETTINGS. */
export interface SandboxOptions {
	/** Address to listen on. If other machines can reach it, set your own `authorizations`. Default 127.0.0.1. */
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
	/** Maximum entries that one call of logs or reports returns, whatever its limit. */
	mostResults?: number;
	/** Number of messages that exist at the start, sent over the last 47 hours (seeding.ts). */
	messages?: number;
	/** Whether a 429 carries Retry-After (seconds). The interface shows no such header, so it does not by default. */
	retryAfter?: boolean;
	/** A messageId that was accepted before is rejected (REJECTED_DUPLICATE_MESSAGE_ID), or sent again. */
	duplicateIds?: 'reject' | 'accept';
	validityUnit?: ValidityUnit;
	/** Versions of the send paths that are served. Logs and reports have version 1 always, and version 3 if it is among these. */
	sendVersions?: readonly SendVersion[];
	/** Whether logs and reports of a version have the messages of all versions, or 3 only its own and 1 only those of 1 and 2. */
	versionsSee?: VersionsSee;
	/** Whether send responses carry smsCount; the interface lets it be absent for pending-accepted messages. */
	smsCountInResponse?: boolean;
	notifications?: Partial<NotificationOptions>;
	/** Number of requests and of pushes kept; older ones are dropped. */
	recordsKept?: number;
	/** Characters of bodies and answers kept with them. */
	recordedCharacters?: number;
	/** Hosts other than this machine that may be pushed to; '*' for all. */
	notifyHosts?: string[];
	/** Other names by which requests may reach it, in addition to this machine's own. */
	allowedHosts?: string[];
	/** Where received messages are pushed. Without it, they wait at GET /sms/1/inbox/reports. */
	forwardUrl?: string;
	/** The number of the account that phones answer to, unless the sender of the message is a number. */
	number?: string;
	/** Keywords of received messages: the first word, if it is one of these. */
	keywords?: string[];
	/** Which scheduled bulks PUT /sms/1/bulks moves. */
	movableBulks?: MovableBulks;
	/** What the account has, in EUR: each accepted message costs its price, and without enough of it is rejected. Default: nothing is paid for. */
	balance?: number;
	/** Whether messages to a number that wrote STOP, and not START since, are rejected. */
	optOuts?: boolean;
	/** A file that keeps messages across restarts. Default: memory only. */
	dataFile?: string;
	/** Maximum number and approximate bytes of messages; the oldest are dropped. */
	messagesKept?: number;
	bytesKept?: number;
	/** The time, in milliseconds since the epoch. Default Date.now. */
	clock?: () => number;
	/** Gets a readable line for each message, status change, push and refused request. */
	logger?: (line: string) => void;
}

export interface Settings
	extends Required<
		Omit<SandboxOptions, 'certificateFile' | 'dataFile' | 'forwardUrl' | 'balance' | 'delays' | 'notifications'>
	> {
	certificateFile?: string;
	dataFile?: string;
	forwardUrl?: string;
	balance?: number;
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
	versionsSee: 'all',
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
	movableBulks: 'waiting',
	optOuts: false,
	allowedHosts: [],
	messagesKept: 1_000_000,
	bytesKept: 2 ** 30 * 1.5,
	clock: Date.now,
	logger: () => {},
};

/** Removes undefined values, so that they do not hide a default. */
function given<T extends object>(options: T | undefined): Partial<T> {
	return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Adds the defaults. Throws if no Authorization value is left, or if other machines could use the public ones. */
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
			`Other machines can reach ${host}. Set your own key: --authorization 'App <a long random word>'.`,
		);
	return { ...settings, logger: (line) => logger(printable(line)) };
}
