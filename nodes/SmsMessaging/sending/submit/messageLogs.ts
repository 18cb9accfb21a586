import { byMessageId, readLists, type LogsOfIds } from '../../logs/listReading';
import { LogReader } from '../../logs/logReader';
import { RETENTION_MS } from '../../logs/windows';
import { CLOCK_TOLERANCE_MS } from '../../text/dateTime';
import type { ServiceFailure } from '../../api/failure';
import { host } from '../../n8n/host';
import { isBlankId } from '../../text/matching';
import { pause, RETRY_TIMES } from '../../api/pacer';
import type { Target } from '../plan/target';
import { logsOf, type Run } from '../run';
import { LOGS_ENDED, NOT_PROVEN, REPLACED, SENT_ELSEWHERE } from '../reasons';
import type { Entry } from '../../api/entry';

export interface Finding {
	entries: readonly Entry[];
	/** Why there may be more; without it, it is proven that these are all. */
	gap?: ServiceFailure;
}

const TIMEOUT_MS = 10_000;
/** Of a window of time. */
const MOST_CALLS = 100;
const MOST_WINDOW_MS = 60_000;

/**
 * Asks the logs for messages at growing intervals until nothing is open any more, or the look-up time ends. What was sent may still
 * appear, so its absence is proven only at the end; before sending, at any time.
 * @param isOpen whether a finding may still change
 */
export async function lookUp(
	run: Run,
	targets: readonly Target[],
	when: 'beforeSending' | 'afterSending',
	isOpen: (target: Target, finding: Finding) => boolean,
): Promise<Map<Target, Finding>> {
	const { options, signal, kept, service } = run;
	const found = new Map(targets.map((target): [Target, Finding] => [target, { entries: [], gap: REPLACED }]));
	if (kept.replacesIds === true) return found;
	const isElsewhere = kept.logsAt !== undefined && kept.logsAt !== logsOf(service);
	const isBefore = when === 'beforeSending';
	const isEver = isBefore && options.messageIds === 'own';
	const start = host.elapsed();
	let open = targets;
	let hasFailed = false;
	for (const part of RETRY_TIMES.lookUps) {
		const isLast = part === 1;
		if (open.length === 0) break;
		// Logs that fail, or answer slowly, are asked only once more, at the end
		if (!isLast && (hasFailed || host.elapsed() - start >= options.lookUpMs)) continue;
		await pause(start + part * options.lookUpMs - host.elapsed(), signal);
		const look = new Look(run, open.map(idOf), isBefore || isLast, isEver);
		const failure = await look.ask();
		for (const target of open) {
			const finding = look.findings.get(idOf(target)) ?? { entries: [], gap: failure ?? NOT_PROVEN };
			found.set(target, isElsewhere ? { gap: SENT_ELSEWHERE, ...finding } : finding);
		}
		open = open.filter((target) => isOpen(target, found.get(target)!));
		hasFailed = failure !== undefined;
	}
	return found;
}

/** Whether the logs still show what was sent then. */
const isKept = (instant: number): boolean => host.now() - instant <= RETENTION_MS - CLOCK_TOLERANCE_MS;

const idOf = ({ destination }: Target) => destination.messageId;

/**
 * One look into the logs. What they show is believed. That they do not show a message is believed of a list that also brought an ID
 * known to be there and, where no list does, of a window of time that was read whole.
 */
class Look {
	/** Of the IDs about which the logs say something. */
	readonly findings = new Map<string, Finding>();
	private readonly reader: LogReader;

	/**
	 * @param isThorough whether failed calls are repeated, and absence is proven
	 * @param isEver whether it counts what any execution has sent, at any time
	 */
	constructor(
		private readonly run: Run,
		private readonly ids: readonly string[],
		private readonly isThorough: boolean,
		private readonly isEver: boolean,
	) {
		const { service, signal, options } = run;
		const limits = {
			patienceMs: isThorough ? options.patienceMs : 0,
			triesIfUnclear: isThorough ? Infinity : 1,
			mostCalls: MOST_CALLS,
			mostMs: MOST_WINDOW_MS,
			request: { timeoutMs: TIMEOUT_MS },
		};
		this.reader = new LogReader(service, limits, signal);
	}

	async ask(): Promise<ServiceFailure | undefined> {
		const failure = (await this.askLists()) ?? (this.haveEnded ? LOGS_ENDED : undefined);
		if (failure !== undefined || !this.isThorough || this.open.length === 0) return failure;
		return await this.readWindow();
	}

	private get open(): string[] {
		return this.ids.filter((id) => !this.findings.has(id));
	}

	/** Whether an earlier try may have sent what the logs no longer show. */
	private get haveEnded(): boolean {
		const { isRetry, kept, ledger } = this.run;
		return isRetry && !isKept(ledger.beganAt ?? kept.recordedAt);
	}

	private get knownId(): string | undefined {
		const { known } = this.run.kept;
		return known !== undefined && isKept(known.at) ? known.id : undefined;
	}

	private async askLists(): Promise<ServiceFailure | undefined> {
		const { isRetry } = this.run;
		// On Retry, the entries of this execution have to tell whether the service keeps IDs
		const otherId = this.isEver && !isRetry && this.knownId === undefined ? await this.anyId() : undefined;
		for (;;) {
			const { knownId } = this;
			const failure = await readLists(this.reader, this.open, () => this.knownId ?? otherId, this.take);
			// An ID that turned up on the way proves what was asked for before
			if (failure !== undefined || this.knownId === knownId) return failure;
		}
	}

	private async anyId(): Promise<string | undefined> {
		const answer = await this.reader.call({ limit: 1 });
		return answer.ok ? answer.value.find(({ messageId }) => !isBlankId(messageId))?.messageId : undefined;
	}

	/** Reads all that the logs have since the execution began, or at all. @returns why it proves nothing */
	private async readWindow(): Promise<ServiceFailure | undefined> {
		const { knownId } = this;
		const { beganAt } = this.run.kept;
		const range = this.isEver || beganAt === undefined ? {} : { since: beganAt - CLOCK_TOLERANCE_MS };
		const entries: Entry[] = [];
		const gaps = await this.reader.read(range, {}, (entry) => void entries.push(entry));
		const entriesOf = byMessageId(entries);
		const isWhole = gaps.length === 0 && entries.every(({ sentAt }) => sentAt !== undefined);
		// Logs without a known ID are behind
		const isProof = isWhole && (knownId === undefined || entriesOf.has(knownId));
		this.take({ ids: this.open, entriesOf, areAll: isWhole, isProof });
		return isWhole ? undefined : (gaps.find(({ failure }) => failure !== undefined)?.failure ?? NOT_PROVEN);
	}

	private readonly take = ({ ids, entriesOf, areAll, isProof }: LogsOfIds): void => {
		for (const id of ids) {
			const entries = entriesOf.get(id);
			if (entries !== undefined) {
				this.findings.set(id, areAll ? { entries } : { entries, gap: NOT_PROVEN });
				if (this.knownId === undefined)
					this.run.kept.known = { id, at: Math.max(0, ...entries.map(({ sentAt }) => sentAt ?? host.now())) };
			} else if (isProof && !this.haveEnded) this.findings.set(id, { entries: [] });
		}
	};
}
