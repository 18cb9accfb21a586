import type { IExecuteFunctions } from 'n8n-workflow';

import { RunOutput } from '../../../nodes/SmsMessaging/fetching/runOutput';

function outputOf(itemCount: number) {
	const addExecutionHints = jest.fn();
	const context = { getInputData: () => Array(itemCount).fill({}), addExecutionHints } as unknown as IExecuteFunctions;
	return { output: new RunOutput(context, 'continue', []), addExecutionHints };
}

test('the same entries for several input items are independent copies', () => {
	const { output } = outputOf(3);
	const jsons = [{ messageId: 'm', nested: { a: 1 } }];
	output.addForEach(jsons, [0, 1, 2]);
	const items = output.items();
	expect(items).toEqual([0, 1, 2].map((item) => ({ json: jsons[0], pairedItem: { item } })));
	expect(new Set(items.map(({ json }) => json.nested)).size).toBe(3);
	// Without a needless copy
	expect(items[0]!.json).toBe(jsons[0]);
});

test('a hint names its items if there are several', () => {
	const { output, addExecutionHints } = outputOf(3);
	output.hint('All.', 'info', []);
	output.hint('One.', 'info', [1]);
	output.hint('More.', 'warning', [0, 1, 2]);
	const single = outputOf(1);
	single.output.hint('One.', 'info', [0]);
	const location = 'outputPane';
	expect([...addExecutionHints.mock.calls, ...single.addExecutionHints.mock.calls].flat()).toEqual([
		{ message: 'All.', type: 'info', location },
		{ message: 'One. [item 1]', type: 'info', location },
		{ message: 'More. [item 0 and 2 more]', type: 'warning', location },
		{ message: 'One.', type: 'info', location },
	]);
});
