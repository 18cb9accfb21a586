import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

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
