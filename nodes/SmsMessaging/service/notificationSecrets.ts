import { isJsonObject, tryParseHarmlessJson } from './json';
import type { Json, JsonObject } from './types';

const MASK = '***';
/** Shorter query values are words such as 1 or true, which occur in many texts. */
const MIN_SECRET_CHARACTERS = 6;

/** Secrets of messages that must not be repeated: the credential's token, and the query values and passwords of their notify URLs. */
export function notificationSecrets(messages: unknown, token: string): string[] {
	const secrets = new Set(token === '' ? [] : [token]);
	const list: unknown[] = Array.isArray(messages) ? messages : [];
	const urls = new Set(list.map((message) => (isJsonObject(message) ? message.notifyUrl : undefined)));
	for (const url of urls) {
		if (typeof url !== 'string' || !URL.canParse(url)) continue;
		const { search, searchParams, password } = new URL(url);
		// A + in it stands for a space only in forms
		const asWritten = search.split(/[?&]/).map((pair) => decoded(pair.slice(pair.indexOf('=') + 1)));
		for (const value of [...searchParams.values(), ...asWritten, decoded(password)])
			if (value.length >= MIN_SECRET_CHARACTERS) secrets.add(value);
	}
	return [...secrets];
}

/** What an answer must not repeat of the credential: a gateway may show the whole Authorization header. */
export function credentialSecrets(credential: Record<string, unknown>): string[] {
	const { apiKey, bearerToken, authorizationSecret, username, password } = credential;
	const texts = [apiKey, bearerToken, authorizationSecret, password].map((value) => String(value ?? '').trim());
	const basic = Buffer.from(`${String(username ?? '').trim()}:${String(password ?? '')}`).toString('base64');
	// A scheme or the header's name may stand before the secret
	const secrets = [...texts, ...texts.map((text) => text.split(/\s+/).at(-1) ?? ''), basic];
	return secrets.filter((secret) => secret.length >= MIN_SECRET_CHARACTERS);
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/**
 * A service's answer with the secrets masked, even if partly percent-encoded.
 * @param kept names of fields that stay as they are
 */
export function withoutSecrets(answer: string, secrets: readonly string[], kept: ReadonlySet<string> = NONE): string {
	if (secrets.length === 0) return answer;
	const pattern = new RegExp(secrets.map(encodablePattern).join('|'), 'gu');
	const json = tryParseHarmlessJson(answer);
	return json === undefined ? answer.replace(pattern, MASK) : JSON.stringify(masked(json, pattern, kept));
}

const NONE: ReadonlySet<string> = new Set();
/** Fields that the nodes go by. No service puts a secret there, but a short one may occur there by chance. */
const READ_BY: ReadonlySet<string> = new Set([
	...['to', 'from', 'text', 'messageId', 'bulkId', 'trackingProcessKey', 'callbackData', 'sentAt', 'doneAt'],
	...['name', 'groupName', 'mccMnc', 'currency'],
]);

/** The same for a successful answer. It is long and rarely repeats a secret, so it is searched for one before it is parsed. */
export function resultWithoutSecrets(answer: string, secrets: readonly string[]): string {
	const isEncoded = /[%\\]/.test(answer);
	const isRepeated = (secret: string) =>
		answer.includes(secret) || (isEncoded && new RegExp(encodablePattern(secret), 'u').test(answer));
	const repeated = secrets.filter((secret) => secret.length >= MIN_SECRET_CHARACTERS && isRepeated(secret));
	return withoutSecrets(answer, repeated, READ_BY);
}

/** The same for an entry that came by another way; unchanged if it repeats no secret. */
export function entryWithoutSecrets<T extends JsonObject>(entry: T, secrets: readonly string[]): T {
	if (secrets.length === 0) return entry;
	const text = JSON.stringify(entry);
	const said = resultWithoutSecrets(text, secrets);
	return said === text ? entry : (JSON.parse(said) as T);
}

/** Masks texts, and names only for longer secrets: a short one may also be part of the JSON itself. @param kept names of fields that stay */
function masked(value: Json | undefined, pattern: RegExp, kept: ReadonlySet<string>): Json | undefined {
	if (typeof value === 'string') return value.replace(pattern, MASK);
	if (Array.isArray(value)) return value.map((element) => masked(element, pattern, kept) ?? null);
	if (!isJsonObject(value)) return value;
	const maskedName = (name: string) =>
		name.replace(pattern, (found) => (found.length < MIN_SECRET_CHARACTERS ? found : MASK));
	return Object.fromEntries(
		Object.entries(value).map(([name, element]) =>
			kept.has(name) ? [name, element] : [maskedName(name), masked(element, pattern, kept)],
		),
	);
}

/** Each character as it is, percent-encoded, or as JSON may escape it. */
function encodablePattern(secret: string): string {
	const characters = [...secret].map((character) => {
		const encoded = [...Buffer.from(character)].map((byte) => `%${hex(byte, 2)}`).join('');
		const escaped = character
			.split('')
			.map((unit) => `\\\\u${hex(unit.charCodeAt(0), 4)}`)
			.join('');
		return `(?:\\\\?${character.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}|${encoded}|${escaped})`;
	});
	return characters.join('');
}

/** In lower or upper case. */
function hex(code: number, digits: number): string {
	const text = code.toString(16).padStart(digits, '0');
	return text.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}
