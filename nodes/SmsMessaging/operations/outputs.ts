import { ASK_OUTPUTS } from '../asking/outputs';
import { DELIVERY_OUTPUTS } from '../waiting/waitForDelivery';
import { sendAndWaitForResponse } from './sendAndWaitForResponse';
import { sendTextAndWait } from './sendTextAndWait';

const named = (names: readonly string[]) => JSON.stringify(names.map((displayName) => ({ type: 'main', displayName })));

/** An expression for the node's outputs: several for operations that wait, unless the user chose one. */
export const nodeOutputs =
	`={{ $parameter["operation"] === "${sendAndWaitForResponse.value}" ? ${named(ASK_OUTPUTS)} : $parameter["operation"] === "${
		sendTextAndWait.value
	}" && $parameter["outputs"] !== "one" ? ${named(DELIVERY_OUTPUTS)} : ["main"] }}` as const;

/** Shown in the node's output while it waits, below n8n's own 'Waiting for input'. */
export const waitingTooltip =
	`={{ $parameter["operation"] === "${sendAndWaitForResponse.value}" ? "The workflow continues with the answer, or after the time limit" : "The workflow continues when all messages have a final status, or after the time limit" }}` as const;
