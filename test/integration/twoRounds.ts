import type { INode } from 'n8n-workflow';

import { MAIN, type WorkflowStart } from './engine';
import { INPUT, SMS, smsWorkflow, type SmsRun } from './smsNode';

/** The node runs twice in one execution, as in a loop: Input → A and B, each → SMS Messaging. */
export function twoRounds(run: SmsRun): WorkflowStart {
	const start = smsWorkflow(run);
	const [input, sms] = start.nodes as [INode, INode];
	const between = (name: string): INode => ({ ...input, id: name, name });
	const to = (...names: string[]) => ({ main: [names.map((node) => ({ node, type: MAIN, index: 0 }))] });
	return {
		...start,
		nodes: [input, between('A'), between('B'), sms],
		connections: { [INPUT]: to('A', 'B'), A: to(SMS), B: to(SMS) },
	};
}
