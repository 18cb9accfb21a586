import { postMessages, type SendPath, type Transport } from '../service/client';
import { concernsAllRequests, type ServiceFailure } from '../service/failure';
import type { Destination, SendResponse, SendResponseEntry } from '../service/types';
import { matchEntries } from './match';
import { requestBody, type PlannedRequest } from './plan';

/**
 * What became of one destination of one item.
 * - `answered`: the service gave it an entry of its own, which says whether it was accepted
 * - `failed`: its request brought no such entry
 * - `notSent`: an earlier failure meant that its request could not pass, so it was not tried
 */
export type Outcome = { itemIndex: number; destination: Destination } & (
	| { state: 'answered'; entry: SendResponseEntry; response: Omit<SendResponse, 'messages'> }
	| { state: 'failed' | 'notSent'; failure: ServiceFailure }
);

const NO_ENTRY: ServiceFailure = {
	kind: 'unclear',
	message: 'The answer of the service does not mention this destination',
	description: 'It is not known whether the message was accepted. Look into Get Logs before you send it again.',
	httpStatus: 200,
};

/** Sends the requests one after another. Every destination of every message has exactly one outcome. */
export async function submitRequests(requests: PlannedRequest[], path: SendPath, transport: Transport): Promise<Outcome[]> {
	const outcomes: Outcome[][] = [];
	let hindrance: ServiceFailure | undefined;
	for (const request of requests) {
		if (hindrance !== undefined) {
			outcomes.push(outcomesOfFailure(request, 'notSent', hindrance));
			continue;
		}
		const result = await postMessages(transport, path, requestBody(request));
		if (result.ok) {
			outcomes.push(outcomesOfResponse(request, result.value));
		} else {
			outcomes.push(outcomesOfFailure(request, 'failed', result.failure));
			if (concernsAllRequests(result.failure)) hindrance = result.failure;
		}
	}
	return outcomes.flat();
}

function targetsOf(request: PlannedRequest): Array<Pick<Outcome, 'itemIndex' | 'destination'>> {
	return request.messages.flatMap(({ itemIndex, destinations }) =>
		destinations.map((destination) => ({ itemIndex, destination })),
	);
}

function outcomesOfFailure(request: PlannedRequest, state: 'failed' | 'notSent', failure: ServiceFailure): Outcome[] {
	return targetsOf(request).map((target) => ({ ...target, state, failure }));
}

function outcomesOfResponse(request: PlannedRequest, { messages, ...response }: SendResponse): Outcome[] {
	const targets = targetsOf(request);
	const entries = matchEntries(targets.map(({ destination }) => destination), messages);
	return targets.map((target, index): Outcome => {
		const entry = entries[index];
		return entry === undefined
			? { ...target, state: 'failed', failure: NO_ENTRY }
			: { ...target, state: 'answered', entry, response };
	});
}
