import { pushedReportOf, receivedOf, type ReceivedSMS, type Report } from './entries';
import { isLoopback } from './loopback';
import { notificationBody, receivedBody } from './notificationBody';
import type { Settings } from './options';
import { keepLatest } from './recording';
import type { MessagePush, SandboxMessage } from './message';
import type { MessageStore } from './store';
import type { Time } from './time';

/** One attempt to push reports to a notifyUrl, or received messages to the forwarding URL. */
export interface PushAttempt {
	/** Milliseconds since the epoch at which the attempt began. */
	at: number;
	/** The notifyUrl without credentials. */
	url: string;
	contentType: string;
	body: string;
	/** In the version of their send. Either of the two is empty. */
	reports: Report[];
	received: ReceivedSMS[];
	/** 0 for the first attempt. */
	retryNumber: number;
	/** HTTP status of the answer; absent without one. */
	status?: number;
	/** Why there was no answer. */
	error?: string;
	/** What follows: pending while there is no answer; accepted on 200; retrying; dropped after the last retry. */
	outcome: 'pending' | 'accepted' | 'retrying' | 'given-up';
}

interface Batch {
	/** Its reports are of version 3. */
	isVersion3: boolean;
	notifyUrl: string;
	contentType: string;
	reports: Report[];
	received: ReceivedSMS[];
	messages: Set<SandboxMessage>;
}

const NOT_ALLOWED = 'only addresses of this machine are, unless --notify-host names the host';

/** Attempts kept per message. */
const MOST_PUSHES = 50;

/** Percent-decodes a part of a URL; if it is not properly encoded, it is taken literally. */
function decoded(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

/** Separates the credentials from a URL: they are sent as Basic authorization, and never recorded. */
export function separateCredentials(notifyUrl: string): { url: string; authorization?: string } {
	const url = new URL(notifyUrl);
	const { username, password } = url;
	if (!username && !password) return { url: url.href };
	url.username = url.password = '';
	const pair = `${decoded(username)}:${decoded(password)}`;
	return { url: url.href, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Collects reports and received messages per URL, pushes them, and retries if the receiver does not answer 200. */
export class Notifications {
	/** Attempts in the order they began. */
	readonly attempts: PushAttempt[] = [];
	private readonly gathering = new Map<string, Batch>();
	private readonly inFlight = new Set<Promise<void>>();
	private readonly stopping = new AbortController();

	constructor(
		private readonly time: Time,
		private readonly store: MessageStore,
		private readonly settings: Settings,
	) {}

	/** Queues a report for the message's notifyUrl, by default of its current status; an incoming message is queued itself. */
	add(message: SandboxMessage, report?: Report): void {
		const { batchSize, windowMs } = this.settings.notifications;
		const contentType = message.notifyContentType || 'application/json';
		const isVersion3 = message.version === '3';
		const key = `${contentType} ${isVersion3} ${message.isIncoming} ${message.notifyUrl}`;
		let batch = this.gathering.get(key);
		if (!batch) {
			const { notifyUrl = '' } = message;
			batch = { notifyUrl, isVersion3, contentType, reports: [], received: [], messages: new Set() };
			this.gathering.set(key, batch);
			const gathered = batch;
			this.time.at(this.time.now() + windowMs, () => this.flush(key, gathered));
		}
		if (message.isIncoming) batch.received.push(receivedOf(message));
		else batch.reports.push(report ?? pushedReportOf(message));
		batch.messages.add(message);
		if (batch.reports.length + batch.received.length >= batchSize) this.flush(key, batch);
	}

	/** Queues the final report of a message if a restart prevented its push. */
	resume(message: SandboxMessage): void {
		const { notifyUrl, doneAt, pushes = [], history, isIncoming } = message;
		const isRejected = !isIncoming && history.length === 1;
		const isPushed = pushes.some(({ at, status }) => status === 200 && at >= doneAt!);
		const isGivenUp = pushes.length > this.settings.notifications.maxRetries;
		if (notifyUrl && !isRejected && !isPushed && !isGivenUp) this.add(message);
	}

	/** Resolves once no push is running (scheduled retries do not count). */
	async idle(): Promise<void> {
		while (this.inFlight.size > 0) await Promise.all(this.inFlight);
	}

	/** Aborts running pushes. */
	async stop(): Promise<void> {
		this.stopping.abort();
		await this.idle();
	}

	private mayPushTo(url: string): boolean {
		const { hostname } = new URL(url);
		const { notifyHosts } = this.settings;
		return isLoopback(hostname) || notifyHosts.includes('*') || notifyHosts.includes(hostname);
	}

	private flush(key: string, batch: Batch): void {
		// A batch that was full before its window ended has already been pushed.
		if (this.gathering.get(key) !== batch) return;
		this.gathering.delete(key);
		this.push(batch, 0);
	}

	private push(batch: Batch, retryNumber: number): void {
		if ([...batch.messages].every(({ isForgotten }) => isForgotten)) return;
		const attempt = this.attempt(batch, retryNumber).finally(() => this.inFlight.delete(attempt));
		this.inFlight.add(attempt);
	}

	private async attempt(batch: Batch, retryNumber: number): Promise<void> {
		const { retryUnitMs, maxRetries, timeoutMs, xmlForm } = this.settings.notifications;
		const { contentType, reports, received } = batch;
		const { url, authorization } = separateCredentials(batch.notifyUrl);
		const form = batch.isVersion3 ? 'DeliveryReports' : xmlForm;
		const body = received.length > 0 ? receivedBody(received) : notificationBody(reports, contentType, form);
		const push: PushAttempt = {
			at: this.time.now(),
			url,
			contentType,
			body,
			reports,
			received,
			retryNumber,
			outcome: 'pending',
		};
		keepLatest(this.attempts, push, this.settings.recordsKept);
		const told: MessagePush = { at: push.at };
		for (const message of batch.messages) keepLatest((message.pushes ??= []), told, MOST_PUSHES);
		const isAllowed = this.mayPushTo(url);
		try {
			if (!isAllowed) throw new Error(`not pushed: ${NOT_ALLOWED}`);
			const response = await fetch(url, {
				method: 'POST',
				headers: { 'Content-Type': contentType, ...(authorization && { Authorization: authorization }) },
				body,
				redirect: 'manual',
				signal: AbortSignal.any([this.stopping.signal, AbortSignal.timeout(timeoutMs)]),
			});
			push.status = response.status;
			await response.body?.cancel();
		} catch (error) {
			// fetch only says "fetch failed"; the reason is in the cause.
			const { cause, message } = error as Error & { cause?: { message?: string } };
			push.error = cause?.message || message;
		}
		if (this.stopping.signal.aborted) return;
		told.status = push.status;
		told.problem = push.error;
		for (const message of batch.messages) this.store.changed(message);
		const what = `push of ${reports.length > 0 ? `${reports.length} report(s)` : `${received.length} received message(s)`} to ${url} (attempt ${retryNumber + 1}): ${push.status ?? push.error}`;
		if (push.status === 200) {
			push.outcome = 'accepted';
			this.settings.logger(what);
		} else if (retryNumber >= maxRetries || !isAllowed) {
			push.outcome = 'given-up';
			this.settings.logger(`${what}, reports dropped`);
		} else {
			push.outcome = 'retrying';
			const wait = retryUnitMs * (1 + retryNumber ** 2);
			this.time.at(this.time.now() + wait, () => this.push(batch, retryNumber + 1));
			this.settings.logger(`${what}, next attempt in ${wait} ms`);
		}
	}
}
