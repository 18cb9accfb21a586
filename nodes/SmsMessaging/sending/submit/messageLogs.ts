import { byMessageId, readList, idLists } from '../../logs/listReading';
import { LogReader } from '../../logs/logReader';
import { RETENTION_MS } from '../../logs/windows';
import { CLOCK_TOLERANCE_MS } from '../../text/dateTime';
import type { ServiceFailure } from '../../api/failure';
import { host } from '../../n8n/host';
import { isBlankId } from '../../text/matching';
import { pause } from '../../api/pacer';
import { RETRY_TIMES } from '../../api/retryTimes';
import type { Target } from '../plan/target';
import type { Run } from '../run';
import { LOGS_ENDED, NOT_PROVEN, REPLACED } from './reasons';
import type { Entry } from '../../api/entry';

/** What the logs say about a message ID: its entries, all of them if the answer was whole; or that there are none, which is proven. */
export type Finding =
	| { is: 'there'; entries: Entry[]; isWhole: boolean }
	| { is: 'absent' }
	| { is: 'unproven'; failure: ServiceFailure };

type Findings = Map<string, Finding>;

const TIMEOUT_MS = 10_000;
/** Of a window of time. */
const MOST_CALLS = 100;
const MOST_WINDOW_MS = 60_000;

/**
 * Asks the logs for messages by their IDs. What they show is believed. That they do not show a message is believed of a list that also
 * brought an ID known to be there and, where no list does, of a window of time that was read whole.
 */
export class MessageLogs {
	constructor(private readonly run: Run) {}

	/** The logs show this ID sooner or later. */
	noteKnown(messageId: string): void {
		this.run.known.knownId ??= messageId;
	}

	/**
	 * Asks at growing intervals until nothing is open any more, or the look-up time ends. What was sent may still appear, so its absence is
	 * proven only at the end; before sending, at any time.
	 * @param isOpen whether a finding may still change
	 */
	async lookUp(
		targets: readonly Target[],
		when: 'beforeSending' | 'afterSending',
		isOpen: (target: Target, finding: Finding) => boolean,
	): Promise<Map<Target, Finding>> {
		const { options, signal, known } = this.run;
		const found = new Map(targets.map((target): [Target, Finding] => [target, { is: 'unproven', failure: REPLACED }]));
		if (known.replacesIds === true) return found;
		const isBefore = when === 'beforeSending';
		const isEver = isBefore && options.messageIds === 'own';
		const start = host.elapsed();
		let open = targets;
		let hasFailed = false;
		for (const part of RETRY_TIMES.lookUps) {
			const isLast = part === 1;
			// Before sending, a call that failed was repeated already
			if (open.length === 0 || (isBefore && hasFailed)) break;
			// Logs that fail, or answer slowly, are asked only once more, at the end
			if (!isLast && (hasFailed || host.elapsed() - start >= options.lookUpMs)) continue;
			await pause(start + part * options.lookUpMs - host.elapsed(), signal);
			const { findings, failure } = await this.find(open.map(idOf), isLast || isBefore, isEver);
			for (const target of open) found.set(target, findings.get(idOf(target))!);
			open = open.filter((target) => isOpen(target, found.get(target)!));
			hasFailed = failure !== undefined;
		}
		return found;
	}

	/**
	 * @param isThorough whether failed calls are repeated, and absence is proven
	 * @param isEver whether it counts what any execution has sent, at any time
	 * @returns a finding for each ID, and why it could not ask for all
	 */
	private async find(
		ids: readonly string[],
		isThorough: boolean,
		isEver: boolean,
	): Promise<{ findings: Findings; failure?: ServiceFailure | undefined }> {
		const findings: Findings = new Map(ids.map((id) => [id, { is: 'unproven', failure: NOT_PROVEN }]));
		const open = () => ids.filter((id) => findings.get(id)!.is === 'unproven');
		const reader = this.readerFor(isThorough);
		const { isRetry, known } = this.run;
		// On Retry, the entries of this execution have to tell whether the service keeps IDs
		const isOtherKnown = isEver && !isRetry && known.knownId === undefined;
		const otherId = isOtherKnown ? await anyId(reader) : undefined;
		let failure = await this.askLists(open, findings, reader, otherId);
		if (this.haveEnded) failure ??= LOGS_ENDED;
		const since = isEver || known.beganAt === undefined ? undefined : known.beganAt - CLOCK_TOLERANCE_MS;
		if (failure === undefined && isThorough && open().length > 0)
			failure = await this.readWindow(open(), findings, reader, since);
		if (failure !== undefined) for (const id of open()) findings.set(id, { is: 'unproven', failure });
		return { findings, failure };
	}

	/** Whether an earlier try may have sent what the logs no longer show. */
	private get haveEnded(): boolean {
		const { isRetry, known } = this.run;
		return isRetry && host.now() - known.recordedAt > RETENTION_MS - CLOCK_TOLERANCE_MS;
	}

	private readerFor(isThorough: boolean): LogReader {
		const { service, signal, options } = this.run;
		const patience = isThorough
			? { patienceMs: options.patienceMs, triesIfUnclear: Infinity }
			: { patienceMs: 0, triesIfUnclear: 1 };
		const bounds = { mostCalls: MOST_CALLS, mostMs: MOST_WINDOW_MS, request: { timeoutMs: TIMEOUT_MS } };
		return new LogReader(service, { ...patience, ...bounds }, signal);
	}

	/** @returns why it could not ask for all */
	private async askLists(
		open: () => string[],
		findings: Findings,
		reader: LogReader,
		otherId: string | undefined,
	): Promise<ServiceFailure | undefined> {
		for (;;) {
			const { knownId } = this.run.known;
			for (const list of idLists(open())) {
				const failure = await readList(
					reader,
					list,
					() => this.run.known.knownId ?? otherId,
					({ ids, entriesOf, isCut, isProof }) => {
						const left = this.take(ids, entriesOf, !isCut, findings);
						if (isProof && !this.haveEnded) for (const id of left) findings.set(id, { is: 'absent' });
					},
				);
				if (failure !== undefined) return failure;
			}
			// An ID that turned up on the way proves what was asked for before
			if (this.run.known.knownId === knownId) return undefined;
		}
	}

	/** Reads all that the logs have since a time, or at all. @returns why it proves nothing */
	private async readWindow(
		ids: readonly string[],
		findings: Findings,
		reader: LogReader,
		since: number | undefined,
	): Promise<ServiceFailure | undefined> {
		const { knownId } = this.run.known;
		const entries: Entry[] = [];
		let isDated = true;
		const gaps = await reader.read(since === undefined ? {} : { since }, {}, (entry) => {
			entries.push(entry);
			isDated &&= entry.sentAt !== undefined;
		});
		const entriesOf = byMessageId(entries);
		const isWhole = gaps.length === 0 && isDated;
		const left = this.take(ids, entriesOf, isWhole, findings);
		const isKnownShown = knownId !== undefined && entriesOf.has(knownId);
		if (!isWhole) return gaps.find(({ failure }) => failure !== undefined)?.failure ?? NOT_PROVEN;
		// Logs without a known ID are behind
		if (knownId === undefined || isKnownShown) for (const id of left) findings.set(id, { is: 'absent' });
		return undefined;
	}

	/** @returns the IDs that the logs do not show */
	private take(
		ids: readonly string[],
		entriesOf: ReadonlyMap<string, Entry[]>,
		isWhole: boolean,
		findings: Findings,
	): string[] {
		return ids.filter((id) => {
			const entries = entriesOf.get(id);
			if (entries === undefined) return true;
			findings.set(id, { is: 'there', entries, isWhole });
			this.noteKnown(id);
			return false;
		});
	}
}

const idOf = ({ destination }: Target) => destination.messageId;

/** The ID of any message in the logs. */
async function anyId(reader: LogReader): Promise<string | undefined> {
	const answer = await reader.call({ limit: 1 });
	return answer.ok ? answer.value.find(({ messageId }) => !isBlankId(messageId))?.messageId : undefined;
}
