import { type ICredentialDataDecryptedObject, UserError } from 'n8n-workflow';

import { isJsonObject } from '../text/json';

export type Authentication = 'apiKey' | 'basic' | 'bearer' | 'authorizationValue';

/**
 * The value of the Authorization header (interface: Authentication).
 * @throws UserError if the key, token, user name or value is not filled in
 */
export function authorizationValue(credentials: ICredentialDataDecryptedObject): string {
	/** Without the header's name, which people copy with the value. */
	const text = (name: string) =>
		String(credentials[name] ?? '')
			.trim()
			.replace(/^authorization:\s*/i, '');
	const filledIn = (value: string, label: string) => {
		if (value !== '') return value;
		throw new UserError(`The SMS Messaging API credential has no ${label}. Open the credential and enter it`);
	};
	switch (credentials.authentication as Authentication) {
		case 'basic':
			return (
				pastedBasic(text('username'), text('password')) ??
				// A password may begin or end with a space, so it is not trimmed
				basicValue(filledIn(text('username'), 'user name'), String(credentials.password ?? ''))
			);
		case 'bearer':
			return withScheme('Bearer', filledIn(text('bearerToken'), 'token'));
		case 'authorizationValue':
			return filledIn(text('authorizationSecret'), 'Authorization value');
		default:
			return withScheme(text('scheme'), filledIn(text('apiKey'), 'API key'));
	}
}

function basicValue(user: string, password: string): string {
	return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

const SCHEMES = ['App', 'Basic', 'Bearer', 'IBSSO'];

/** A key that was pasted with a scheme word keeps that word, whichever it is. */
function withScheme(scheme: string, key: string): string {
	const [, word = '', rest = ''] = /^(\S+)\s+(.+)$/s.exec(key) ?? [];
	const pasted = [scheme, ...SCHEMES].find((known) => known.toLowerCase() === word.toLowerCase() && known !== '');
	return pasted === undefined ? `${scheme} ${key}`.trim() : `${pasted} ${rest}`;
}

/** A whole Basic value pasted in place of the user name, or of the password for this user. */
function pastedBasic(user: string, password: string): string | undefined {
	for (const text of [user, password]) {
		const encoded = /^basic\s+([a-z0-9+/]+=*)$/i.exec(text)?.[1];
		const decoded = Buffer.from(encoded ?? '', 'base64').toString();
		const isPasted = text === user || user === '' ? decoded.includes(':') : decoded.startsWith(`${user}:`);
		if (encoded !== undefined && isPasted) return `Basic ${encoded}`;
	}
	return undefined;
}

export const MASK = '***';
/** Shorter texts occur in answers by chance. */
const MIN_SECRET_CHARACTERS = 8;

/**
 * What no failure may show: the secrets of the credential and the node's own tokens, as they are and percent-encoded.
 * @param resumeUrl has a signature with which anyone can resume the execution
 */
export function secretsOf(credential: Record<string, unknown>, resumeUrl?: URL): string[] {
	const text = (name: string) => String(credential[name] ?? '').trim();
	const pair = `${text('username')}:${String(credential.password ?? '')}`;
	const secrets = [
		...['apiKey', 'bearerToken', 'authorizationSecret', 'password', 'notificationToken'].map(text),
		Buffer.from(pair).toString('base64'),
		resumeUrl?.searchParams.get('signature') ?? '',
	];
	// A word such as Bearer may stand before the secret
	const parts = secrets.flatMap((secret) => [secret, secret.split(/\s/).at(-1) ?? '']);
	const forms = parts.flatMap((part) => [part, encodeURIComponent(Buffer.from(part).toString())]);
	// A secret may be part of another one
	return [...new Set(forms)]
		.filter((form) => form.length >= MIN_SECRET_CHARACTERS)
		.sort((one, other) => other.length - one.length);
}

/** A text, or a value of JSON with its names and texts, without the secrets. */
export function withoutSecrets<T>(value: T, secrets: readonly string[]): T;
export function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
	if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, MASK), value);
	if (Array.isArray(value)) return value.map((element) => withoutSecrets(element, secrets));
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map((entry) => withoutSecrets(entry, secrets)));
}
