import { hash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * How the bulk IDs of all requests of one execution of this n8n begin.
 * @param execution its ID, or, if that does not tell it from others, a random code
 */
export function bulkIdPrefix(context: IExecuteFunctions, execution: { id: string } | { random: string }): string {
	const name = 'id' in execution ? `e${execution.id}` : `r${execution.random}`;
	return `n8n-${instanceCodeOf(context)}-${name}-`;
}

/**
 * The code of the execution in a bulk ID of this n8n: the same in all its Retries. Undefined for other bulk IDs.
 * @param own any bulk ID of this n8n, or its beginning
 */
export function executionCodeOf(own: string, bulkId: unknown): string | undefined {
	const [ofInstance = ''] = MADE_HERE.exec(own) ?? [];
	const code = /^e\d+-([0-9a-f]{4})[0-9a-f]{4}-/.exec(String(bulkId).slice(ofInstance.length))?.[1];
	return ofInstance !== '' && String(bulkId).startsWith(ofInstance) ? code : undefined;
}

/** Whether both are bulk IDs that this n8n has made, for different requests. */
export function isOfOtherRequest(bulkId: string, other: unknown): boolean {
	const ofInstance = MADE_HERE.exec(bulkId)?.[0];
	return ofInstance !== undefined && other !== bulkId && String(other).startsWith(ofInstance);
}

const MADE_HERE = /^n8n-[0-9a-f]{6}-/;

function instanceCodeOf(context: IExecuteFunctions): string {
	return hash('sha256', instanceIdOf(context), 'hex').slice(0, 6);
}

function instanceIdOf(context: IExecuteFunctions): string {
	try {
		return context.getInstanceId();
	} catch {
		return '';
	}
}
