import { isJsonObject } from '../text/json';

const MASK = '***';
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
