import { requestBalance } from '../api/balance';
import { PatientReader } from '../api/patientReader';
import { RETRY_TIMES } from '../api/retryTimes';
import { openService } from '../api/transport';
import { RunOutput } from '../fetching/runOutput';
import type { Operation } from './operation';

const PATIENCE_MS = 60_000;

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
		const limits = {
			patienceMs: PATIENCE_MS,
			triesIfUnclear: RETRY_TIMES.unclearAnswers.logs,
			advice: 'nothing was lost.',
		};
		const reader = new PatientReader(limits, context.getExecutionCancelSignal());
		const result = await reader.read(async () => await requestBalance(service));
		const all = context.getInputData().map((_item, itemIndex) => itemIndex);
		if (result.ok) output.add({ ...result.value }, all);
		else {
			const { message, description } = result.failure;
			output.fail({ failure: result.failure, message, description }, all);
		}
		return [output.items()];
	},
};
