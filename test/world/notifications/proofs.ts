import type { IDataObject } from 'n8n-workflow';

import type { Trigger } from './life';

/** The secret of all triggers in the lives, which must never be output. */
export const SECRET = 'the-secret-of-this-life';

/** How a push proves that it comes from the service. */
export type Proof = 'right' | 'wrong' | 'missing' | 'twice' | 'elsewhere';

/** A request's query and headers, with the proof that the trigger requires, or a different one. */
export function proofsOf(
	{ authentication }: Trigger,
	proof: Proof,
	bodyHeaders: Record<string, string>,
): { query: IDataObject; headers: Record<string, string>; rawHeaders: string[] } {
	const value = proof === 'wrong' ? 'guessed' : SECRET;
	const times = proof === 'missing' ? 0 : proof === 'twice' ? 2 : 1;
	const basic = `Basic ${Buffer.from(`sms:${value}`).toString('base64')}`;
	const [name, shown] = authentication === 'basic' ? ['Authorization', basic] : ['X-Secret', value];
	const isInQuery = (authentication === 'token' || authentication === 'credential') !== (proof === 'elsewhere');
	const rawHeaders = [
		...Object.entries(bodyHeaders).flat(),
		...(isInQuery ? [] : Array.from({ length: times }, () => [name, shown]).flat()),
	];
	return {
		query: isInQuery && times > 0 ? { token: times === 1 ? value : [value, value] } : {},
		headers: { ...bodyHeaders, ...(!isInQuery && times > 0 && { [name.toLowerCase()]: shown }) },
		rawHeaders,
	};
}

/** Whether the trigger has to accept this sender. */
export function isLetIn({ authentication, allowed }: Trigger, proof: Proof, address: string): boolean {
	return (authentication === 'none' || proof === 'right') && (allowed === undefined || allowed.lets.includes(address));
}
