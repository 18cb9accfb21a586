import { isJsonObject } from '../../service/json';
import type { ServiceFailure } from '../../service/failure';
import { byMessage } from '../plan/requests';
import type { Target } from '../plan/target';

/** The next requests for targets whose request the service refused, and the targets that caused the refusal. */
interface Division {
	blamed: readonly Target[];
	/** Each element is sent as a separate request. */
	rest: Target[][];
}

/** How validation details name a message, and perhaps one of its destinations: messages[3].destinations[0].to. */
const PATH = /^messages\[(\d+)\](?:\.destinations\[(\d+)\])?/;

/**
 * Narrows down what a 400 concerns: the messages or destinations that its validation details name; failing that, each half is
 * tried separately, first of the messages and finally of one message's destinations.
 */
export function divide(targets: readonly Target[], failure: ServiceFailure): Division {
	if (targets.length <= 1) return { blamed: targets, rest: [] };
	const messages = byMessage(targets);
	const named = namedTargets(failure, messages);
	if (named !== undefined) {
		const rest = targets.filter((target) => !named.has(target));
		return { blamed: targets.filter((target) => named.has(target)), rest: rest.length === 0 ? [] : [rest] };
	}
	const parts = messages.length > 1 ? messages : targets.map((target) => [target]);
	const middle = Math.ceil(parts.length / 2);
	return { blamed: [], rest: [parts.slice(0, middle).flat(), parts.slice(middle).flat()] };
}

/** What the details name; undefined if that is nothing, or something outside this request. */
function namedTargets({ validationErrors }: ServiceFailure, messages: Target[][]): Set<Target> | undefined {
	if (!isJsonObject(validationErrors)) return undefined;
	const named = new Set<Target>();
	for (const path of Object.keys(validationErrors)) {
		const [, place = -1, destination] = PATH.exec(path) ?? [];
		const message = messages[Number(place)];
		const blamed = destination === undefined ? message : message?.slice(Number(destination), Number(destination) + 1);
		if (blamed === undefined || blamed.length === 0) return undefined;
		for (const target of blamed) named.add(target);
	}
	return named.size === 0 ? undefined : named;
}
