import { readExample } from './exampleWorkflows';
import { itemsOf, type Execution, type Item, type RestClient } from './restClient';

/** One destination on its way from acceptance to its final status, as n8n stored it for the two workflows. */
export interface MessageRow {
	to: string;
	from?: string;
	/** The text, or the bytes of a binary message. */
	content: string;
	segments?: number;
	/** Status in the answer to the send request, '(unknown)' if no answer said; undefined if it was not sent. */
	acceptedStatus?: string;
	acceptedAt?: Date;
	/** Status of the delivery report, or of the answer if that refuses the message. */
	finalStatus?: string;
	/** Why it was not sent or not delivered; undefined if all went well. */
	error?: string;
	doneAt?: Date;
	/** When the trigger started a workflow with the report. */
	reportedAt?: Date;
}

/** What an error item of a send node says in addition to its error. */
interface ErrorDetails {
	to?: string;
	messageId?: string;
	state?: string;
	/** The service's entry for a destination that it rejected. */
	response?: { status?: { name?: string; description?: string }; smsCount?: number };
}

const START = 'When clicking ‘Execute workflow’';
const SEND_NODES = ['Send text', 'Send binary'];
const TRIGGER = 'Delivery reports';
const POLL_MS = 250;

/** Groups of statuses that another status follows. */
const ON_ITS_WAY = new Set(['ACCEPTED', 'PENDING']);

/**
 * Runs the bulk-send example once in n8n, waits for the delivery notifications to come back through the trigger of the
 * delivery-notifications example (which must be published), and returns a row for every destination, in the order of the
 * list. Rows without finalStatus are messages without a report within `timeoutMs`.
 * Throws with the message that n8n shows if the workflow fails.
 */
export async function runBulkSend(rest: RestClient, timeoutMs = 60_000): Promise<MessageRow[]> {
	const [bulkSend, notifications] = await Promise.all([
		readExample('bulk-send'),
		readExample('delivery-notifications'),
	]);
	const before = new Set((await rest.executionsOf(notifications.id)).map(({ id }) => id));

	const execution = await rest.runToEnd(bulkSend.id, START, timeoutMs);
	const failure = execution.data.resultData.error;
	if (failure) throw new Error(`Workflow '${bulkSend.name}' ended with: ${failure.message}`);
	const rows = acceptedRows(execution);

	const giveUpAt = Date.now() + timeoutMs;
	const seen = new Set<string>();
	while (
		[...rows.values()].some(({ finalStatus, acceptedStatus }) => acceptedStatus && !finalStatus) &&
		Date.now() < giveUpAt
	) {
		for (const { id, status } of await rest.executionsOf(notifications.id)) {
			if (before.has(id) || seen.has(id) || status !== 'success') continue;
			seen.add(id);
			addReports(rows, await rest.execution(id));
		}
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
	return [...rows.values()];
}

function text(value: unknown): string | undefined {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function count(value: unknown): number | undefined {
	return typeof value === 'number' ? value : undefined;
}

function date(value: unknown): Date | undefined {
	const time = new Date(text(value) ?? NaN);
	return Number.isNaN(time.getTime()) ? undefined : time;
}

/** The items at both outputs of the send nodes, by messageId (by position if not accepted), in the order of the list. */
function acceptedRows(execution: Execution): Map<string, MessageRow> {
	const found: Array<{ place: number; key: string; row: MessageRow }> = [];
	for (const node of SEND_NODES) {
		const run = execution.data.resultData.runData[node]?.[0];
		if (run === undefined) continue;
		const acceptedAt = new Date(run.startTime + run.executionTime);
		const inputs = inputsOf(execution, node);
		for (const item of itemsOf(execution, node)) {
			const input = inputs[pairedIndex(item)];
			const { json } = item;
			found.push({
				place: placeInList(execution, input),
				key: text(json.messageId) ?? `${node} ${found.length}`,
				row: {
					to: text(json.to) ?? '',
					content: contentOf(input),
					segments: count(json.smsCount),
					acceptedStatus: text(json.status),
					acceptedAt,
				},
			});
		}
		for (const item of itemsOf(execution, node, 1)) {
			const input = inputs[pairedIndex(item)];
			const details = (item.json.details ?? {}) as ErrorDetails;
			// A report can still come for what may have been accepted
			const key = details.state === 'unknown' ? text(details.messageId) : undefined;
			found.push({
				place: placeInList(execution, input),
				key: key ?? `${node} not sent ${found.length}`,
				row: {
					to: details.to ?? text(input?.json.to) ?? '',
					content: contentOf(input),
					error: text(item.json.error),
					...(details.state === 'unknown' && { acceptedStatus: '(unknown)' }),
					...rejection(details, acceptedAt),
				},
			});
		}
	}
	return new Map(found.sort((a, b) => a.place - b.place).map(({ key, row }) => [key, row]));
}

/** What a row says about a destination that the service rejected while it accepted the request. */
function rejection({ response }: ErrorDetails, at: Date): Partial<MessageRow> {
	const status = text(response?.status?.name);
	if (status === undefined) return {};
	return {
		segments: count(response?.smsCount),
		acceptedStatus: status,
		acceptedAt: at,
		finalStatus: status,
		error: text(response?.status?.description),
	};
}

function addReports(rows: Map<string, MessageRow>, notification: Execution): void {
	for (const { json } of itemsOf(notification, TRIGGER)) {
		const row = rows.get(text(json.messageId) ?? '');
		if (row === undefined) continue;
		row.from = text(json.from) ?? row.from;
		if (ON_ITS_WAY.has(text(json.statusGroup) ?? '')) continue;
		row.finalStatus = text(json.status);
		row.error = json.errorName === 'NO_ERROR' ? undefined : text(json.errorName);
		row.segments ??= count(json.smsCount);
		row.doneAt = date(json.doneAt);
		row.reportedAt = date(notification.startedAt);
	}
}

/** The input items of a node. */
function inputsOf(execution: Execution, node: string): Item[] {
	const run = execution.data.resultData.runData[node]?.[0] as
		| { source?: Array<{ previousNode: string; previousNodeOutput?: number }> }
		| undefined;
	const source = run?.source?.[0];
	return source ? itemsOf(execution, source.previousNode, source.previousNodeOutput ?? 0) : [];
}

function pairedIndex({ pairedItem }: Item): number {
	const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof first === 'object' ? first.item : (first ?? -1);
}

/** The position of the input in the list of the node 'Messages'. Its `order` is different in every entry. */
function placeInList(execution: Execution, input: Item | undefined): number {
	return itemsOf(execution, 'One item per message').findIndex(({ json }) => json.order === input?.json.order);
}

function contentOf(input: Item | undefined): string {
	return text(input?.json.text) ?? text(input?.json.hex) ?? '';
}
