import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { nodeContextPart, runIndexOf } from '../n8n/execution';
import { host } from '../n8n/host';
import { CODE, CODE_CHARACTERS } from '../text/answerLink';

/** The part of the node's context with the key of the codes. The key itself never leaves the execution. */
const PART = 'asking';

/** Makes the codes of a run: a different one for each destination, and the same ones when n8n runs the node again. */
export function codesOf(context: IExecuteFunctions): (itemIndex: number, place: number, to: string) => string {
	const kept: IDataObject = nodeContextPart(context, PART);
	kept.key ??= host.randomHex(32);
	const run = runIndexOf(context);
	return (...destination) =>
		createHmac('sha256', String(kept.key))
			.update(JSON.stringify([run, ...destination]))
			.digest('base64url')
			.slice(0, CODE_CHARACTERS);
}

export const linkOf = (context: IExecuteFunctions, code: string): string =>
	context.getSignedResumeUrl({ [CODE]: code });

/** Finds whose code it is, in constant time. */
export function findByCode<T extends { code: string }>(owners: readonly T[], code: unknown): T | undefined {
	const given = Buffer.from(String(code));
	let found: T | undefined;
	for (const owner of owners) {
		const expected = Buffer.from(owner.code);
		if (expected.length === given.length && timingSafeEqual(expected, given)) found = owner;
	}
	return found;
}
