import type { IDataObject } from 'n8n-workflow';

import { bodyOf, type Writing } from '../http/bodies';
import { pushUntilTaken, type Pushing, type Try } from '../http/sender';
import type { NodeSettings } from '../sending/n8n';
import type { Version } from '../sending/life';
import { Network, type Fault } from '../sending/network';
import type { ServiceNature, StoredMessage } from '../sending/service';
import { inWorldTime, type ClockSetting, type WorldTime } from '../time';
import { WaitingN8n, type EngineSettings, type Execution, type WaitHandling } from './n8n';
import { WaitingService, type Fate } from './service';

/** One input item. */
export interface Row {
	destinations: Array<{ to: string; messageId?: string }>;
	content: string;
}

/** How the service pushes. */
interface Sending {
	pushing: Pushing;
	writing: Writing;
}

/** When and how the service reports on a message. */
export interface Reporting extends Sending {
	/** Times after acceptance, reporting the status at that time. */
	meanwhileMs: number[];
	/** Times after its final status; none if no report comes. */
	finalMs: number[];
}

/** A request to the latest execution's URL that is not a report on its messages. */
interface Stray {
	atMs: number;
	kind: 'foreign' | 'wrongToken';
	writing: Writing;
}

/** The user presses Retry this long after an execution ended other than in success. */
export interface Retry {
	afterMs: number;
	loadsWorkflow: boolean;
}

export interface Life {
	nature: ServiceNature;
	fates: Fate[];
	forgetsAfterMs?: number;
	reportings: Reporting[];
	/** Reports due within this time travel together. */
	bundleMs: number;
	strays: Stray[];
	faults: { sends: Array<Fault | undefined>; looks: Array<Fault | undefined> };
	/** The items of each run of the node. */
	rounds: Row[][];
	limitMinutes: number;
	outputs: 'three' | 'one';
	simplify: boolean;
	options: { messagesPerRequest: number; lookUpTime: number };
	version: Version;
	onError: NodeSettings['onError'];
	tries: number;
	engine: Pick<
		EngineSettings,
		'alwaysOutputData' | 'executionOrder' | 'savesProgress' | 'storeMs' | 'killedAtWait' | 'storings' | 'restartMs'
	>;
	kills: number[];
	stops: number[];
	retries: Retry[];
	skews: ClockSetting[];
	seed: number;
}

/** One try of a push to a resume address. */
export interface ReportTry extends Try<WaitHandling> {
	/** The messages that it reports on, and whether with a final status. */
	reports: Array<{ message: StoredMessage; status: string; isFinal: boolean }>;
	writing: Writing;
}

export interface LivedLife {
	life: Life;
	service: WaitingService;
	network: Network;
	n8n: WaitingN8n;
	tries: ReportTry[];
	endedAt: number;
}

const LONGEST_MS = 3 * 24 * 3_600_000;

/** What is different if something else is awaited. */
interface Setup {
	parameters: IDataObject;
	outputCount: number;
	/** Called when the service accepts a message. */
	onAccepted?: (time: WorldTime, n8n: WaitingN8n, message: StoredMessage, place: number) => void;
}

export async function live(life: Life): Promise<LivedLife> {
	return await liveWith(life, { parameters: parametersOf(life), outputCount: life.outputs === 'three' ? 3 : 1 });
}

export async function liveWith(life: Life, { parameters, outputCount, onAccepted }: Setup): Promise<LivedLife> {
	return await inWorldTime(life, async (time) => {
		const tries: ReportTry[] = [];
		let latestUrl: string | undefined;
		const push: Push = (url, entries, reports, { pushing, writing }) => {
			const body = bodyOf(entries, writing);
			const rawHeaders = Object.entries(body.headers).flat();
			pushUntilTaken(
				time,
				pushing,
				(sender) => n8n.connect(url, { body, rawHeaders, address: '192.0.2.10' }, sender),
				(one) => tries.push(Object.assign(one, { reports, writing })),
			);
		};
		const service = reportingService(life, time, push, (message, place, notifyUrl) => {
			latestUrl = notifyUrl;
			onAccepted?.(time, n8n, message, place);
		});
		const network = new Network(time, service, life.faults);
		const n8n = new WaitingN8n(time, network, {
			...life.engine,
			node: { parameters, version: life.version, onError: life.onError, tries: life.tries },
			outputCount,
		});
		for (const atMs of life.kills) time.at(atMs, () => n8n.kill());
		for (const atMs of life.stops) time.at(atMs, () => n8n.executions.length > 0 && n8n.stop(n8n.executions.at(-1)!));
		for (const { atMs, kind, writing } of life.strays) {
			time.at(atMs, () => {
				if (latestUrl === undefined) return;
				const url = kind === 'wrongToken' ? latestUrl.replace('c0ffee', 'abcdef') : latestUrl;
				const foreign = {
					messageId: 'of-nobody',
					to: '436999999999',
					status: { groupId: 3, name: 'DELIVERED_TO_HANDSET' },
				};
				push(url, [foreign], [], { pushing: { ways: [], pausesMs: [] }, writing });
			});
		}
		const retries = [...life.retries];
		n8n.onEnd = (execution) => {
			if (execution.status === 'success') return;
			const retry = retries.shift();
			if (retry !== undefined) time.at(retry.afterMs, () => retryWhenUp(time, n8n, execution, retry));
		};
		n8n.begin(
			life.rounds.map((rows) =>
				rows.map(({ destinations, content }) => ({ to: destinations.map((one) => ({ ...one })), content })),
			),
		);
		await time.run(() => time.elapsed > LONGEST_MS);
		return { life, service, network, n8n, tries, endedAt: time.elapsed };
	});
}

type Push = (url: string, entries: object[], reports: ReportTry['reports'], sending: Sending) => void;

/** A service that pushes its reports as the life says. */
function reportingService(
	{ nature, fates, forgetsAfterMs, reportings, bundleMs }: Life,
	time: WorldTime,
	push: Push,
	onAccepted: ConstructorParameters<typeof WaitingService>[3],
): WaitingService {
	const bundles = new Map<string, StoredMessage[]>();
	const pushAll = (notifyUrl: string, messages: StoredMessage[], sending: Sending) => {
		const now = time.elapsed;
		const reports = messages.map((message) => {
			const { groupId, groupName } = service.statusOf(message, now);
			return { message, status: groupName, isFinal: groupId > 1 };
		});
		const entries = messages.map((message) => service.reportOf(message, now));
		push(notifyUrl, entries, reports, sending);
	};
	const report = (message: StoredMessage, sending: Sending, notifyUrl: string, inMs: number) => {
		const at = time.elapsed + inMs;
		const due = bundleMs === 0 ? at : Math.ceil(at / bundleMs) * bundleMs;
		const name = `${due} ${notifyUrl}`;
		const bundle = bundleMs === 0 ? undefined : bundles.get(name);
		if (bundle !== undefined) return void (bundle.includes(message) || bundle.push(message));
		const messages = [message];
		if (bundleMs > 0) bundles.set(name, messages);
		time.at(due - time.elapsed, () => {
			bundles.delete(name);
			pushAll(notifyUrl, messages, sending);
		});
	};
	const service = new WaitingService(nature, fates, forgetsAfterMs, (message, place, notifyUrl) => {
		onAccepted(message, place, notifyUrl);
		const { end, afterMs, parkedAfterMs } = service.fateOf(place);
		const reporting = reportings[place % reportings.length]!;
		const final = [...(parkedAfterMs === undefined ? [] : [parkedAfterMs]), ...(end === undefined ? [] : [afterMs])];
		for (const ms of reporting.meanwhileMs) report(message, reporting, notifyUrl, ms);
		for (const ms of reporting.finalMs) for (const from of final) report(message, reporting, notifyUrl, from + ms);
	});
	return service;
}

function retryWhenUp(time: WorldTime, n8n: WaitingN8n, execution: Execution, retry: Retry): void {
	if (n8n.isUp) n8n.retry(execution, retry.loadsWorkflow);
	else time.at(1000, () => retryWhenUp(time, n8n, execution, retry));
}

function parametersOf({ limitMinutes, outputs, simplify, options }: Life): IDataObject {
	return {
		operation: 'sendTextAndWait',
		to: '={{ $json.to }}',
		from: 'Sender',
		text: '={{ $json.content }}',
		timeLimit: limitMinutes,
		timeLimitUnit: 'minutes',
		outputs,
		simplify,
		options: { ...options },
	};
}
