import { createHash, timingSafeEqual } from 'node:crypto';

/** Who may push to the trigger: anyone, whoever has the token, or no one (where the settings ask for a kind that is not known). */
export type Access = { kind: 'none' } | { kind: 'token'; token: string } | { kind: 'unknown' };

/** What a request shows of its sender. */
export interface Caller {
	/** Query parameters of the URL as they were parsed: a text, or a list where a name occurs more than once. */
	query: Readonly<Record<string, unknown>>;
}

/**
 * Tells whether the caller may push to the trigger.
 * @returns the reason for a refusal (HTTP 401), or undefined when the caller may. The reason never holds a secret.
 */
export function authenticate(caller: Caller, access: Access): string | undefined {
	if (access.kind === 'none') return undefined;
	if (access.kind === 'unknown') return 'This trigger asks for a kind of authentication that it does not know';
	if (access.token.trim() === '') return 'This trigger asks for a token, but no token is set in it, so nothing is let in';
	const given = Object.hasOwn(caller.query, 'token') ? caller.query.token : undefined;
	if (typeof given !== 'string') return "The URL must carry one token, as in '?token=…'";
	return isSameSecret(given, access.token) ? undefined : 'The token in the URL is not the one that this trigger expects';
}

/** Takes the same time wherever the texts differ; digests also hide their lengths. */
function isSameSecret(given: string, expected: string): boolean {
	return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
