import { isJsonObject, type JsonObject } from '../../text/json';
import { withValidation, type ServiceFailure } from '../../api/failure';
import { byMessage } from '../plan/batches';
import type { Target } from '../plan/target';

/** The next requests for targets whose request the service refused, and the targets that caused the refusal, each with what concerns it. */
interface Division {
	blamed: Map<Target, ServiceFailure>;
	/** Each element is sent as a separate request. */
	rest: Target[][];
}

/** How validation details name a message, and perhaps one of its destinations: messages[3].destinations[0].to. */
const PATH = /^messages\[(\d+)\](?:\.destinations\[(\d+)\])?\.?(.*)/s;

/**
 * Narrows down what a 400 concerns: the messages or destinations that its validation details name; failing that, each half is
 * tried separately, first of the messages and finally of one message's destinations.
 */
export function divide(targets: readonly Target[], failure: ServiceFailure): Division {
	const messages = byMessage(targets);
	const blamed = namedTargets(failure, messages);
	if (blamed !== undefined) {
		const rest = targets.filter((target) => !blamed.has(target));
		return { blamed, rest: rest.length === 0 ? [] : [rest] };
	}
	if (targets.length <= 1) return { blamed: new Map(targets.map((target) => [target, failure])), rest: [] };
	const parts = messages.length > 1 ? messages : targets.map((target) => [target]);
	const middle = Math.ceil(parts.length / 2);
	return { blamed: new Map(), rest: [parts.slice(0, middle).flat(), parts.slice(middle).flat()] };
}

/** What the details name, each with its own; undefined if that is nothing, or something outside this request. */
function namedTargets(failure: ServiceFailure, messages: Target[][]): Division['blamed'] | undefined {
	const { validationErrors } = failure;
	if (!isJsonObject(validationErrors)) return undefined;
	const errorsOf = new Map<Target, JsonObject>();
	for (const [path, errors] of Object.entries(validationErrors)) {
		const [, place = -1, destination, field = ''] = PATH.exec(path) ?? [];
		const message = messages[Number(place)];
		const blamed = destination === undefined ? message : message?.slice(Number(destination), Number(destination) + 1);
		if (blamed === undefined || blamed.length === 0) return undefined;
		// The user knows the item, not its place in the request
		for (const target of blamed) {
			const known = errorsOf.get(target) ?? {};
			const name = field === '' || Object.hasOwn(known, field) ? path : field;
			errorsOf.set(target, { ...known, [name]: errors });
		}
	}
	if (errorsOf.size === 0) return undefined;
	return new Map([...errorsOf].map(([target, errors]) => [target, withValidation(failure, errors)]));
}
