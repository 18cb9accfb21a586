import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ServiceFailure } from '../api/failure';
import type { OpenService } from '../api/transport';
import { withInputFields } from '../entries/inputFields';
import { readSendOptions } from '../fields/options';
import { readSafeguards } from '../fields/safeguards';
import type { Ledger } from '../kept/ledger';
import { inTurn } from '../kept/turns';
import type { NodeRun } from '../n8n/execution';
import { faultyItems, faultyOf, inInputOrder, operationError } from '../output/errorItems';
import { readItem, readItems, type Fault, type ReadItem } from '../parameters/items';
import { optionNames } from '../parameters/parameterReader';
import { asValues, filledIn, type AddFault } from '../parameters/values';
import { inHtml } from '../text/html';
import { groupByKeys } from '../text/matching';
import { counted, countText } from '../text/numbers';
import { composeItems, type ComposedMessage, type MessageKind } from './compose';
import { describeCost, extentOf, warnOfPlan } from './hints';
import { rehearse } from './plan/planned';
import type { Outcome, Target } from './plan/target';
import { planTargets, reportRepeats, type PlannedTargets } from './plan/targets';
import { isDone, presentOutcome } from './present';
import { n8nOf, openRun, type N8n, type Run, type RunOptions } from './run';
import { notAcceptedError } from './stopError';
import { soonRejected } from './soonRejected';
import { submit } from './submit/submit';

/** Settings that an operation provides instead of reading parameters. */
export interface FixedSettings {
	/** Address for the delivery reports of all messages. */
	notifyUrl?: string;
	rejectedAs?: RunOptions['rejectedAs'];
	/** Reads what else counts for the whole run. */
	readOfRun?: (read: (name: string) => unknown, addFault: AddFault, requireSame: N8n['requireSame']) => void;
	/** The messages to send for an item. */
	messagesOf?: (message: ComposedMessage, itemIndex: number) => ComposedMessage[];
	/** Throws with mode 'stop' only if certainly no destination was accepted. */
	goesOnWithSome?: true;
}

/** Everything that happens before the first request. */
interface Prepared {
	run: Run;
	/** Input items that could not be read; nothing is sent for them. */
	faulty: Array<ReadItem<ComposedMessage>>;
	/** Every destination of every other item. */
	planned: PlannedTargets;
}

/** The outcomes of a run. */
export interface SentItems {
	/** Input items that could not be read; nothing was sent for them. */
	faulty: Array<ReadItem<ComposedMessage>>;
	/** Every destination of every other item, in input order. */
	targets: Target[];
	outcomes: ReadonlyMap<Target, Outcome>;
	options: RunOptions;
	ledger: Ledger<Outcome>;
}

/** Sends one message per input item, and outputs one item per destination. */
export async function sendMessages(nodeRun: NodeRun, kind: MessageKind): Promise<INodeExecutionData[]> {
	const n8n = n8nOf(nodeRun);
	const sent = await sendItems(n8n, kind, {});
	const { faulty, targets, outcomes, options, ledger } = sent;
	// If any item is an error item, n8n may run the node again; an agent may repeat the same call
	const isAllDone = faulty.length === 0 && targets.every((target) => isDone(outcomes.get(target), options));
	if (isAllDone && !n8n.isTool) ledger.drop();
	return inInputOrder(presentSent(n8n, sent), n8n.mode);
}

/** An item for every destination, and for each faulty input item. */
export function presentSent(n8n: N8n, { faulty, targets, outcomes, options }: SentItems): INodeExecutionData[] {
	const { simplify, isTool, isDryRun, labelOf, node } = n8n;
	const present = { simplify, isTool, rejectedAs: options.rejectedAs };
	const items = [
		...faultyItems(faulty, labelOf, node),
		...targets.map((target) => presentOutcome(target, outcomes, present)),
	].map((item) => (isDryRun ? marked(item) : item));
	return includingInput(items, n8n, options);
}

/** With Include Input Fields, the items with the fields of their input items. */
export const includingInput = (items: INodeExecutionData[], { input, mode }: N8n, options: RunOptions) =>
	options.includeInputFields ? withInputFields(items, input, mode) : items;

/** Of a dry run. With further fields, n8n would not treat it as an error item. */
function marked(item: INodeExecutionData): INodeExecutionData {
	const { json } = item;
	if (!('error' in json)) return { ...item, json: { dryRun: true, ...json } };
	return { ...item, json: { ...json, details: { ...(json.details as IDataObject), dryRun: true } } };
}

/**
 * Sends the messages of the input items: compose → plan → submit. A dry run ends with the plan.
 * @throws NodeOperationError with mode 'stop', if an item is faulty (then nothing was sent) or a destination was not accepted
 */
export async function sendItems(n8n: N8n, kind: MessageKind, fixed: FixedSettings): Promise<SentItems> {
	const service = await n8n.openService();
	const send = async () => {
		const prepared = prepare(n8n, service, kind, fixed);
		return n8n.isDryRun ? rehearsed(n8n, prepared) : await sendPrepared(n8n, prepared, fixed);
	};
	// An agent may make the same call twice at once: the second is planned once the first has its outcomes
	return n8n.isTool ? await inTurn(n8n.kept('service'), send) : await send();
}

/**
 * Composes one message per input item, and plans its destinations.
 * @throws NodeOperationError with mode 'stop', if an item is faulty
 */
function prepare(n8n: N8n, service: OpenService, kind: MessageKind, fixed: FixedSettings): Prepared {
	const { messagesOf = (message: ComposedMessage) => [message] } = fixed;
	const { options, faults } = readOptions(n8n, service, fixed);
	const faultyIn = <T>(items: Array<ReadItem<T>>) => {
		// What the credential would have added may be all that is missing
		const { unreadable } = service;
		const hidesNothing = n8n.mode === 'stop' || !n8n.mayHaveSent();
		if (unreadable !== undefined && hidesNothing && items.some((item) => item.faults.length > 0))
			throw notRead(n8n, unreadable);
		return faultyOf(items, n8n, n8n.mayHaveSent());
	};
	// With 'stop', faults of the options are told before the items are read
	faultyIn([{ itemIndex: 0, value: undefined, faults }]);
	const composed = composeItems(n8n, service, kind, options, fixed.notifyUrl).map((item) =>
		faults.length === 0 ? item : { ...item, faults: [...item.faults, ...faults] },
	);
	const messages = (items: Array<ReadItem<ComposedMessage>>) =>
		items
			.filter((item) => item.faults.length === 0)
			.flatMap(({ itemIndex, value }) => messagesOf(value, itemIndex).map((composed) => ({ itemIndex, composed })));
	// Neither writing the numbers differently nor a later time makes it another call
	const call = n8n.isTool
		? messages(composed).map(({ itemIndex, composed: { message, ownSender, source } }) => [
				itemIndex,
				source ?? [ownSender, message.content],
				...['schedule', 'messageOptions'].map((name) => n8n.readStable(name, itemIndex)),
			])
		: [];
	const run = openRun(n8n, service, options, call);
	const items = reportRepeats(composed, run);
	const faulty = faultyIn(items);
	return { run, faulty, planned: planTargets(messages(items), run) };
}

/** The error for a credential that cannot be read. */
const notRead = ({ node }: N8n, { message, description }: ServiceFailure) =>
	operationError(node, message, inHtml(description), {});

const READ_ALL = "{{ $('Opt-outs').all() … }}";

function readOptions(
	n8n: N8n,
	{ defaults }: OpenService,
	{ rejectedAs = 'errors', readOfRun }: FixedSettings,
): { options: RunOptions; faults: Fault[] } {
	const { read, isTool, input } = n8n;
	const { value, faults } = readItem(0, read, (readOption, addFault) => {
		const options = asValues(readOption('options'));
		n8n.requireSame(['simplify', ...optionNames(options)], addFault);
		readOfRun?.(readOption, addFault, n8n.requireSame);
		const safeguards = asValues(readOption('safeguards'));
		if ('skipNumbers' in safeguards) n8n.requireSame(['safeguards.skipNumbers'], addFault, READ_ALL);
		const countries =
			'skipNumbers' in safeguards
				? readItems(input.length, read, (readOne) => filledIn(readOne('defaultCountry'), defaults.country))
				: [];
		return {
			...readSendOptions(options, addFault),
			...readSafeguards(
				{ ...safeguards, ...(isTool && { maxMessages: readOption('maxMessages') }) },
				[...new Set(countries.map((country) => country.value))],
				addFault,
			),
		};
	});
	// An agent's input is not the data of the workflow
	const includeInputFields = value.includeInputFields && !isTool;
	return { options: { ...value, includeInputFields, rejectedAs }, faults };
}

function rehearsed(n8n: N8n, { run, faulty, planned }: Prepared): SentItems {
	const { options, ledger, service } = run;
	const { unreadable } = service;
	// Neither the numbers nor the body would be those of a real run
	if (unreadable !== undefined) throw notRead(n8n, unreadable);
	const { outcomes, sent, excess, extent } = rehearse(run, planned);
	const [failure] = excess.values();
	if (n8n.mode === 'stop' && failure !== undefined)
		throw operationError(
			n8n.node,
			`Dry run: ${excess.size} of ${excess.size + sent.length} messages would not be sent. ${failure.message}`,
			inHtml(failure.description),
			{ destinations: [...excess.keys()].map(({ destination }) => ({ ...destination })) },
		);
	warnOfPlan(n8n, planned, options, service.dialect);
	const cost = describeCost(sent, service.dialect);
	n8n.hint([`Dry run: nothing was sent. A real run would send ${extent}.`, cost].join(' ').trim(), 'info');
	return { faulty, targets: planned.all, outcomes, options, ledger };
}

const NOT_ACCEPTED: Readonly<Record<string, string>> = {
	skipped: 'skipped',
	refused: 'refused',
	notSent: 'not sent',
	unknown: 'perhaps accepted',
};

const isUnsent = (outcome: Outcome | undefined): boolean =>
	outcome?.state === 'notSent' || (outcome?.state === 'refused' && outcome.entry === undefined);

async function sendPrepared(n8n: N8n, { run, faulty, planned }: Prepared, fixed: FixedSettings): Promise<SentItems> {
	const { options, ledger, service } = run;
	const { all: targets } = planned;
	warnOfPlan(n8n, planned, options, service.dialect);
	const outcomes = await submit(run, planned);
	const inState = groupByKeys(targets, (target) => [outcomes.get(target)?.state]);
	const inAll = inState.get('accepted') ?? [];
	const accepted = inAll.filter((target) => outcomes.get(target)?.isRecalled !== true);
	const before = inAll.length - accepted.length;
	const others = [
		...(before > 0 ? [`${countText(before)} accepted before`] : []),
		...[...inState].flatMap(([state, { length }]) =>
			state in NOT_ACCEPTED ? [`${countText(length)} ${NOT_ACCEPTED[state]}`] : [],
		),
		...(faulty.length > 0 ? [`${counted(faulty.length, 'input item')} with faults`] : []),
	];
	const extent = accepted.length === 0 ? 'nothing new' : extentOf(accepted, options.pricePerSegment, outcomes);
	if (accepted.length + others.length > 0)
		n8n.hint(`Accepted: ${[extent, ...others].join(', ')}. ${describeCost(accepted, service.dialect)}`.trim(), 'info');
	const rejection = n8n.isByHand && fixed.notifyUrl === undefined ? await soonRejected(run, accepted) : undefined;
	if (rejection !== undefined) n8n.hint(rejection);
	const mayGoOn = (target: Target) =>
		isDone(outcomes.get(target), options) || (fixed.goesOnWithSome && outcomes.get(target)?.state === 'unknown');
	const own = targets.filter((target) => outcomes.get(target)?.state !== 'skipped');
	const isEnough = fixed.goesOnWithSome ? own.length === 0 || own.some(mayGoOn) : own.every(mayGoOn);
	if (n8n.mode === 'stop' && !isEnough) throw notAcceptedError(n8n.node, targets, outcomes, options);
	// A user's ID under which nothing was sent can still be used
	const used = own.filter((target) => !target.hasOwnId || !isUnsent(outcomes.get(target)));
	if (!n8n.isTool) ledger.close(used.map(({ firstKey }) => firstKey));
	return { faulty, targets, outcomes, options, ledger };
}
