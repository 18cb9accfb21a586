import { isJsonObject } from '../service/json';
import type { ServiceFailure } from '../service/failure';
import { byMessage } from './plan';
import type { Target } from './target';

/** The next requests for targets whose request the service refused, and the targets that are to blame for it. */
export interface Division {
	blamed: Target[];
	/** Each element is to be sent by itself. */
	rest: Target[][];
}

/** Where validation details name a message: messages[3].destinations[0].to, or messages.3.text. */
const MESSAGE_PATH = /^messages\s*(?:\[(\d+)\]|\.(\d+))/;

/**
 * Finds out which messages a 400 concerns: those that its validation details name; else both halves are tried by themselves.
 * A request of one message is to blame as a whole.
 */
export function divide(targets: Target[], failure: ServiceFailure): Division {
	const messages = byMessage(targets);
	if (messages.length <= 1) return { blamed: targets, rest: [] };
	const named = namedMessages(failure, messages.length);
	if (named !== undefined) {
		const rest = messages.filter((_, index) => !named.has(index)).flat();
		return { blamed: messages.filter((_, index) => named.has(index)).flat(), rest: rest.length === 0 ? [] : [rest] };
	}
	const middle = Math.ceil(messages.length / 2);
	return { blamed: [], rest: [messages.slice(0, middle).flat(), messages.slice(middle).flat()] };
}

/** The indexes of messages that the details name; undefined when they name none, or anything that is no message of this request. */
function namedMessages({ validationErrors }: ServiceFailure, count: number): Set<number> | undefined {
	if (!isJsonObject(validationErrors)) return undefined;
	const indexes = Object.keys(validationErrors).map((path) => {
		const match = MESSAGE_PATH.exec(path);
		return match === null ? -1 : Number(match[1] ?? match[2]);
	});
	return indexes.length > 0 && indexes.every((index) => index >= 0 && index < count) ? new Set(indexes) : undefined;
}

const SAME_REFUSALS_TO_STOP = 3;

/**
 * Watches the parts of one refused request. When the first three single messages are refused with the same text and nothing
 * has passed, the fault is not in the messages, and splitting on would only cost requests.
 */
export class RefusalWatch {
	private readonly first: ServiceFailure[] = [];
	private hasSuccess = false;

	saw(failure: ServiceFailure): void {
		if (this.first.length < SAME_REFUSALS_TO_STOP) this.first.push(failure);
	}

	sawSuccess(): void {
		this.hasSuccess = true;
	}

	/** The reason that holds for all that is left of the request; undefined while splitting makes sense. */
	get vainReason(): ServiceFailure | undefined {
		const texts = new Set(this.first.map(({ serviceText, message }) => serviceText ?? message));
		const isVain = !this.hasSuccess && this.first.length === SAME_REFUSALS_TO_STOP && texts.size === 1;
		return isVain ? this.first[0] : undefined;
	}
}
