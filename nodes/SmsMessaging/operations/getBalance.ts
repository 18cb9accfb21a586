import { requestBalance } from '../api/client';
import { readingPacer, RETRY_TIMES } from '../api/pacer';
import { openService } from '../api/transport';
import { RunOutput } from '../fetching/runOutput';
import type { Operation } from './operation';

const PATIENCE = { patienceMs: 60_000, triesIfUnclear: RETRY_TIMES.unclearAnswers.logs, advice: 'nothing was lost.' };

export const getBalance: Operation = {
	name: 'Get Balance',
	value: 'getBalance',
	description: 'Look up how much money the account has left',
	action: 'Get account balance',
	toolDescription: 'Looks up the balance of the SMS account, and its currency. Sends nothing, and can be repeated.',
	fields: [],
	execute: async (nodeRun) => {
		const { context } = nodeRun;
		const output = new RunOutput(nodeRun, []);
		const service = await openService(context);
		const pacer = readingPacer(PATIENCE, context.getExecutionCancelSignal());
		const result = await pacer.request(async () => await requestBalance(service));
		const all = [...context.getInputData().keys()];
		if (result.ok) output.add({ ...result.value }, all);
		else output.fail({ ...result.failure, failure: result.failure, itemIndexes: all });
		return [output.items()];
	},
};
