import { isIPv6, type AddressInfo } from 'node:net';
import { Acceptance } from './acceptance';
import { Account } from './account';
import { Bulks } from './bulks';
import { makeCertificate } from './certificate';
import { fateOf } from './destinations';
import { Faults } from './faults';
import { Journal } from './journal';
import { Lifecycle } from './lifecycle';
import { Notifications, type PushAttempt } from './notifications';
import { SandboxStartError, settingsFrom, type SandboxOptions } from './options';
import { OptOuts } from './optOuts';
import type { RecordedRequest } from './recording';
import { Reception, type PhoneMessage } from './received';
import { seedMessages } from './seeding';
import { buildServer } from './server';
import type { SandboxMessage } from './message';
import { MessageStore } from './store';
import { Time } from './time';

export type { SMSResponse, SMSResponseDetails } from './answers';
export type { MessageError, Status } from './catalogue';
export type { ReceivedSMS, Report, SentSMSLog, SentSMSReport, Version3Log, Version3Report } from './entries';
export type { PushAttempt } from './notifications';
export { DEFAULT_SETTINGS, SandboxStartError } from './options';
export type {
	Delays,
	LogBounds,
	LogOrder,
	NotificationOptions,
	SandboxOptions,
	ValidityUnit,
	XmlForm,
} from './options';
export type { PhoneMessage } from './received';
export type { RecordedRequest } from './recording';
export { seedMessages, type Seeding } from './seeding';
export type { SandboxMessage, StatusChange } from './message';

/** A running sandbox. The lists are live: they grow while it runs. */
export interface Sandbox {
	/** Base address, without a slash at the end. */
	readonly url: string;
	readonly port: number;
	/** An Authorization value that is accepted (the first of the settings). */
	readonly authorization: string;
	/** Path of the certificate, with `tls`. */
	readonly caCertificate?: string;
	/** Every HTTP request, in the order of arrival. */
	readonly requests: RecordedRequest[];
	/** Every message, in the order of acceptance. */
	readonly messages: readonly SandboxMessage[];
	/** Every attempt to push reports, in the order they began. */
	readonly pushes: PushAttempt[];
	/** The storage itself; `store.add` fills it without going through HTTP. */
	readonly store: MessageStore;
	/** The latest message with that id. */
	message(messageId: string): SandboxMessage | undefined;
	/** How often a messageId was accepted; more than 1 means sent twice. */
	acceptanceCount(messageId: string): number;
	/** Simulates a message from a phone to the account. */
	receive(message: PhoneMessage): SandboxMessage;
	/** Where received messages are pushed from now on; undefined: they wait to be fetched. */
	forward(url: string | undefined): void;
	/** The sandbox's time, in milliseconds since the epoch. */
	now(): number;
	/** Advances the time. Resolves when everything that became due has happened, and its pushes were answered. */
	advance(ms: number): Promise<void>;
	/** Waits until `look` returns something other than undefined or false, and returns it. Rejects after `timeoutMs`. */
	waitFor<T>(look: () => T | undefined | false, timeoutMs?: number): Promise<T>;
	/** Resolves when no push is under way. */
	pushesSettled(): Promise<void>;
	/** Closes the port and all connections, and cancels pending work. */
	stop(): Promise<void>;
}

/** Period in which the sample messages were sent: none expires within the first hour. */
const SEEDED_MS = 47 * 3_600_000;

/**
 * Starts the service. Rejects with SandboxStartError for what the user can fix, such as a port in use, and with the system's error
 * otherwise.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const settings = settingsFrom(options);
	const store = new MessageStore({ messages: settings.messagesKept, bytes: settings.bytesKept });
	const data = settings.dataFile ? await Journal.open(settings.dataFile, store, settings.logger) : undefined;
	const time = new Time(settings.clock, data?.kept.clockOffsetMs);
	const notifications = new Notifications(time, store, settings);
	const lifecycle = new Lifecycle(time, store, settings, (message, report) => notifications.add(message, report));
	const bulks = new Bulks(time, store, lifecycle, settings);
	const account = new Account(settings);
	const optOuts = new OptOuts(settings, store.all);
	const reception = new Reception(time, store, notifications, settings, optOuts);
	const acceptance = new Acceptance(time, store, lifecycle, settings, account, optOuts);
	if (settings.messages > 0 && store.all.length === 0) {
		const now = time.now();
		seedMessages(store, { count: settings.messages, from: now - SEEDED_MS, until: now, colliding: 0.3, reports: true });
	}
	for (const message of data?.kept.messages ?? []) resume(message, lifecycle, notifications);
	const requests: RecordedRequest[] = [];
	const faults = new Faults();
	const certificate = settings.tls ? await makeCertificate(settings.certificateFile) : undefined;
	const advance = async (ms: number) => {
		await time.advance(ms, () => notifications.idle());
		store.forgetOld(time.now());
		data?.journal.keepClock(time.offset);
	};
	const server = buildServer({
		settings,
		time,
		store,
		acceptance,
		bulks,
		account,
		lifecycle,
		notifications,
		reception,
		faults,
		advance,
		requests,
		certificate,
	});
	try {
		await server.listen({ host: settings.host, port: settings.port });
	} catch (error) {
		await server.close();
		time.stop();
		await data?.journal.close();
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		throw new SandboxStartError(`Port ${settings.port} is in use. Choose another with --port (0 takes any free one).`);
	}
	const { port } = server.server.address() as AddressInfo;

	return {
		url: `${certificate ? 'https' : 'http'}://${addressed(settings.host)}:${port}`,
		port,
		authorization: settings.authorizations[0]!,
		caCertificate: certificate?.file,
		requests,
		messages: store.all,
		pushes: notifications.attempts,
		store,
		message: (messageId) => store.find(messageId),
		acceptanceCount: (messageId) => store.acceptanceCount(messageId),
		receive: (message) => reception.receive(message),
		forward: (url) => {
			reception.forwardUrl = url;
		},
		now: () => time.now(),
		advance,
		waitFor,
		pushesSettled: () => notifications.idle(),
		async stop() {
			time.stop();
			await notifications.stop();
			await server.close();
			await data?.journal.close();
		},
	};
}

/** Resumes a message from a file. */
function resume(message: SandboxMessage, lifecycle: Lifecycle, notifications: Notifications): void {
	if (message.doneAt === undefined) lifecycle.start(message, fateOf(message.to));
	else notifications.resume(message);
}

/** The host as the URL shows it: a sandbox on all addresses is reached at this machine's own. */
function addressed(host: string): string {
	if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
	return isIPv6(host) ? `[${host}]` : host;
}

async function waitFor<T>(look: () => T | undefined | false, timeoutMs = 20_000): Promise<T> {
	const end = Date.now() + timeoutMs;
	for (;;) {
		const seen = look();
		if (seen !== undefined && seen !== false) return seen;
		if (Date.now() > end) throw new Error(`Timed out after ${timeoutMs} ms waiting for: ${look}`);
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}
