import type { IExecuteFunctions } from 'n8n-workflow';

// As expressions see them, but without the expression engine, which would have to compile these first

/** How many times n8n has run the node before in this execution. */
export function runIndexOf(context: IExecuteFunctions): number {
	return Number(context.getWorkflowDataProxy(0).$runIndex);
}

/** The address by which n8n resumes this execution once it waits, with the execution's signature; undefined where n8n gives none. */
export function resumeUrlOf(context: IExecuteFunctions): URL | undefined {
	const { $execution } = context.getWorkflowDataProxy(0) as { $execution?: { resumeUrl?: unknown } };
	const url = String($execution?.resumeUrl);
	return URL.canParse(url) ? new URL(url) : undefined;
}
