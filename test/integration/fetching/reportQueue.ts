import { seedMessages, startSandbox, type Sandbox, type SandboxMessage } from '../../../sandbox';
import { startFaultProxy, type Fault, type FaultProxy } from '../../support/faults/faultProxy';

/** A service with reports that wait to be fetched, behind a proxy that can fail: test/end-to-end/reports.test.ts. */
interface ReportQueue {
	sandbox: Sandbox;
	proxy: FaultProxy;
	/** Message IDs of the reports, in the order in which they are handed out. */
	ids: string[];
	/** The fault of each call, by number of earlier calls; undefined for no fault. */
	faultAt: (call: number) => Fault | undefined;
	/** The query of each call, also of those that failed, in the order of arrival. */
	calls: () => Array<Record<string, string>>;
	/** Makes a report wait, for a message with this ID. */
	queue: (messageId: string) => void;
	/** Message IDs of the waiting reports, which this fetches. */
	takeRest: () => string[];
}

const HOUR_MS = 3_600_000;

/** @param count how many reports wait at the start */
export async function withReportQueue(count: number, test: (queue: ReportQueue) => Promise<void>): Promise<void> {
	const sandbox = await startSandbox({ recordsKept: 100 });
	const now = sandbox.now();
	const seeding = { from: now - 10 * HOUR_MS, until: now - HOUR_MS };
	const [model] = seedMessages(sandbox.store, { count: 1, ...seeding, seed: 3 });
	// Some of the messages are pending, and have no report
	const messages = seedMessages(sandbox.store, { count: Math.ceil(count * 1.1) + 20, ...seeding, colliding: 0.3 });
	const ended = messages.filter(({ status }) => status.groupName !== 'PENDING').slice(0, count);
	for (const message of ended) sandbox.store.queueReport(message);
	const proxy = await startFaultProxy(sandbox, (_request, index) => queue.faultAt(index));
	const queue: ReportQueue = {
		sandbox,
		proxy,
		ids: ended.map(({ messageId }) => messageId),
		faultAt: () => undefined,
		calls: () => proxy.records.map(({ request }) => Object.fromEntries(new URL(request.url, proxy.url).searchParams)),
		queue: (messageId) => {
			const message: SandboxMessage = { ...model!, messageId, bulkId: 'bulk' };
			sandbox.store.add(message);
			sandbox.store.queueReport(message);
		},
		takeRest: () => sandbox.store.takeReports({ limit: Infinity }, sandbox.now()).map(({ messageId }) => messageId),
	};
	try {
		await test(queue);
	} finally {
		await proxy.stop();
		await sandbox.stop();
	}
}
