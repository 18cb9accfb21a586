import { type ICredentialDataDecryptedObject, UserError, type IHttpRequestOptions } from 'n8n-workflow';

import { escapeHtml } from '../text/html';
import { isJsonObject } from '../text/json';
import { withoutTrailing } from '../text/numbers';
import { withoutFormats } from '../text/words';

export type Authentication = 'apiKey' | 'basic' | 'bearer' | 'authorizationValue';

/**
 * The value of the Authorization header (interface: Authentication).
 * @throws UserError if the key, token, user name or value is not filled in, or is n8n's placeholder
 */
export function authorizationValue(credentials: ICredentialDataDecryptedObject): string {
	const text = (name: string) => asCopied(credentials[name]);
	assertNoPlaceholder(credentials);
	const filledIn = (value: string, label: string) => {
		if (value !== '') return value;
		throw new UserError(`The SMS Messaging API credential has no ${label}. Open the credential and enter it`);
	};
	switch (credentials.authentication as Authentication) {
		case 'basic':
			// A password may begin or end with a space, so it is not trimmed
			return basicValue(filledIn(text('username'), 'user name'), String(credentials.password ?? ''));
		case 'bearer':
			return withScheme('Bearer', filledIn(text('bearerToken'), 'token'));
		case 'authorizationValue':
			return filledIn(text('authorizationSecret'), 'Authorization value');
		default:
			return withScheme(text('scheme'), filledIn(text('apiKey'), 'API key'));
	}
}

/** Without the invisible characters and the header's name that people copy with a value. */
const asCopied = (value: unknown): string =>
	withoutFormats(String(value ?? ''))
		.trim()
		.replace(/^authorization:\s*/i, '');

/** Whether it is what n8n's dialog and API show in place of a stored secret, or of an empty one. */
export const isPlaceholder = (value: unknown): boolean => /^__n8n_(BLANK|EMPTY)_VALUE/.test(String(value).trim());

function assertNoPlaceholder(credentials: ICredentialDataDecryptedObject): void {
	const [name] = Object.entries(credentials).find(([, value]) => isPlaceholder(value)) ?? [];
	if (name === undefined) return;
	throw new UserError(
		`The SMS Messaging API credential has n8n's placeholder instead of a value (${name}). Open the credential, enter the value again and save it. Tools that copy credentials have to export them decrypted`,
	);
}

const basicValue = (user: string, password: string): string =>
	`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const SCHEMES = ['App', 'Basic', 'Bearer', 'IBSSO'];

/** A key that was pasted with a scheme word keeps that word, whichever it is. */
function withScheme(scheme: string, key: string): string {
	const [, word = '', rest = ''] = /^(\S+)\s+(.+)$/s.exec(key) ?? [];
	const pasted = [scheme, ...SCHEMES].find((known) => known.toLowerCase() === word.toLowerCase() && known !== '');
	return pasted === undefined ? `${scheme} ${key}`.trim() : `${pasted} ${rest}`;
}

export const MASK = '***';
/** Shorter texts occur in answers by chance. */
const MIN_SECRET_CHARACTERS = 8;

/**
 * What no failure may show: the secrets of the credential and the node's own tokens, as they are and as URLs, JSON and XML write them.
 * @param resumeUrl has a signature with which anyone can resume the execution
 */
export function secretsOf(credential: Record<string, unknown>, resumeUrl?: URL): string[] {
	const secret = (name: string) => [String(credential[name] ?? '').trim(), asCopied(credential[name])];
	const pair = `${asCopied(credential.username)}:${String(credential.password ?? '')}`;
	const secrets = [
		...['apiKey', 'bearerToken', 'authorizationSecret', 'password', 'notificationToken'].flatMap(secret),
		Buffer.from(pair).toString('base64'),
		resumeUrl?.searchParams.get('signature') ?? '',
	];
	// A word such as Bearer may stand before the secret
	const parts = secrets.flatMap((one) => [one, one.split(/\s/).at(-1) ?? '']);
	const forms = parts.flatMap((part) => [
		part,
		encodeURIComponent(Buffer.from(part).toString()),
		// As in an answer that is broken off, and so is quoted as it is
		JSON.stringify(part).slice(1, -1),
		escapeHtml(part),
	]);
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

/** The Base URL as people mean it: with a scheme, and without the path of the interface behind it. */
export function baseUrlOf({ baseUrl }: Record<string, unknown>): string {
	const written = withoutFormats(String(baseUrl ?? '')).trim();
	// Only one slash is a mistake to be named
	const isWhole = written === '' || /^[a-z][a-z0-9+.-]*:\//i.test(written);
	const [host = ''] = /^(?:\[[^\]]*\]|[^:/?#]*)/.exec(written) ?? [];
	const whole = isWhole ? written : `${isLoopback(host) ? 'http' : 'https'}://${written}`;
	const path = whole.search(/\/sms\/\d(?:\/|$)/i);
	return path === -1 ? whole : whole.slice(0, path);
}

/** n8n's HTTP Request node passes older request options, whose address is called uri. */
export type AddressedRequest = IHttpRequestOptions & { uri?: string };

/**
 * Checks where a request goes before the key is added to it.
 * @throws UserError if the Base URL is not an address or contains more than that, or if the request would be sent unencrypted without
 * the user's permission
 */
export function assertAddress(request: AddressedRequest, credentials: ICredentialDataDecryptedObject): void {
	const baseUrl = baseUrlOf(credentials);
	assertPlainBase(baseUrl);
	if (startsWithBase(request, baseUrl)) assertWholeBase(baseUrl);
	assertMayBeSentTo(requestedAddress(request), credentials);
}

function requestedAddress({ baseURL, url, uri }: AddressedRequest): URL {
	const address = (url ?? uri ?? '').trim();
	const base = baseURL?.trim() || undefined;
	if (URL.canParse(address, base)) return new URL(address, base);
	throw new UserError(
		'The request URL is incomplete. Check the Base URL in the SMS Messaging API credential: it should look like https://sms.example.com. In an HTTP Request node, check the URL too',
	);
}

/** Whether the request goes to the Base URL, and not to an address that someone entered in an HTTP Request node. */
function startsWithBase({ baseURL, url, uri }: AddressedRequest, baseUrl: string): boolean {
	const address = url ?? uri ?? '';
	const base = withoutTrailing(baseUrl, '/');
	return address.startsWith('/') ? (baseURL ?? '').trim() === baseUrl : base !== '' && address.startsWith(base);
}

/** Names what is missing, never the address itself, which may contain a password. */
function assertWholeBase(baseUrl: string): void {
	if (baseUrl === '')
		throw new UserError(
			'The SMS Messaging API credential has no Base URL. Enter the address of the service, such as https://sms.example.com',
		);
	// URL also reads one slash as two, and quotes or a second https: as a host
	if (!URL.canParse(baseUrl) || !/^[a-z][a-z0-9+.-]*:\/\/(?!["']|https?[:/])[^/]/i.test(baseUrl))
		throw new UserError(
			'The Base URL in the SMS Messaging API credential is not an address. Look for spaces and typos: it should look like https://sms.example.com',
		);
}

/** A path after a query or fragment would become part of it, and a user name in the address would replace the Authorization header. */
function assertPlainBase(baseUrl: string): void {
	const { username, password } = URL.canParse(baseUrl) ? new URL(baseUrl) : { username: '', password: '' };
	if (username === '' && password === '' && !/[?#]/.test(baseUrl)) return;
	throw new UserError(
		'The Base URL in the SMS Messaging API credential contains a user name, a query (?) or a fragment (#). Enter only the address, such as https://sms.example.com. For a user name and password, choose the authentication Basic',
	);
}

function assertMayBeSentTo(address: URL, credentials: ICredentialDataDecryptedObject): void {
	if (address.protocol === 'https:') return;
	if (address.protocol === 'http:' && (credentials.allowHttp === true || isLoopback(address.hostname))) return;
	const correct = 'Correct the Base URL in the SMS Messaging API credential (or the URL of the HTTP Request node)';
	if (address.protocol !== 'http:')
		throw new UserError(`The request URL starts with ${address.protocol} instead of https://. ${correct}`);
	throw new UserError(
		`The request URL does not start with https://, so the key and messages would be sent unencrypted. ${correct}, or turn on Allow Plain HTTP in the credential`,
	);
}

/**
 * Whether a URL's host name is this machine itself, so that nothing travels over a network. Names below localhost are not:
 * a resolver may send them anywhere.
 */
export const isLoopback = (hostname: string): boolean =>
	hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
