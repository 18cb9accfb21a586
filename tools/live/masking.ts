import type { LiveSettings } from './settings';

/** Replaces masked text. */
const HIDDEN = '•••';
/** Shorter parts of a secret are not masked: they occur in too many words. */
const SHORTEST_SECRET = 4;
/** A service may write a number without its country code. */
const TELLING_DIGITS = 7;
const SEPARATORS = '[ ().-]*';

/** Replaces the secrets of the settings, in whatever form they come back, and all of the number but its last two digits. */
export function maskerOf({ authorization, to }: LiveSettings): (text: string) => string {
	const secrets = secretsIn(authorization).map((secret) => new RegExp(escaped(secret), 'gi'));
	const ending = [...to.slice(-TELLING_DIGITS)].join(SEPARATORS);
	const number = new RegExp(`\\+?(?:\\d${SEPARATORS})*${ending}`, 'g');
	return (text) =>
		secrets.reduce((masked, secret) => masked.replace(secret, HIDDEN), text).replace(number, HIDDEN + to.slice(-2));
}

/** A number or a sender: digits but the last two are hidden, unless it is a name. */
export function maskedNumber(text: string): string {
	return /\p{L}/u.test(text) ? text : text.replace(/\d(?=.*\d.*\d)/g, '•');
}

/** Host names may hold the name of an account: only the last two parts are shown. */
export function maskedHost(baseUrl: string): string {
	const { hostname } = new URL(baseUrl);
	const isAddress = !hostname.includes('.') || /[\d\]]$/.test(hostname);
	return isAddress ? 'an address without a name' : `*.${hostname.split('.').slice(-2).join('.')}`;
}

/** The whole value, its parts, and user and password of Basic. */
function secretsIn(authorization: string): string[] {
	const parts = authorization.split(/\s+/);
	const secrets = parts.length > 1 ? parts.slice(1) : parts;
	const decoded = secrets.map((secret) => Buffer.from(secret, 'base64').toString()).flatMap((text) => text.split(':'));
	const isBasic = /^basic\s/i.test(authorization);
	return [authorization, ...secrets, ...(isBasic ? decoded : [])]
		.filter((secret) => secret.length >= SHORTEST_SECRET)
		.sort((a, b) => b.length - a.length);
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
