import type { EndedExecution } from './execution';

/** A feature that a life has, or has not. */
export const is = (name: string, isSo: boolean): string[] => (isSo ? [name] : []);

const ENDS = {
	success: 'succeeds',
	error: 'fails',
	crashed: 'crashes',
	stopped: 'is stopped',
	stuck: 'is stuck',
} satisfies Record<EndedExecution['ended'], string>;

/** How the executions of a life ended. */
export function executionFeatures(executions: Array<Pick<EndedExecution, 'ended' | 'mode'>>): string[] {
	return [
		...executions.map(({ ended, mode }) => `an execution ${ENDS[ended]}${mode === 'retry' ? ' on Retry' : ''}`),
		...is('Retry of a Retry', executions.length > 2),
	];
}
