import { entriesOf } from '../text/words';
import { isLoopback, isPlaceholder } from './credential';

/** The end of the path in an SMS Messaging Trigger's URL. */
const TRIGGER_PATH = /\/sms-notifications\/?$/;
/** Of limited length, since Node 24 takes minutes to read a query of some megabytes of '&'. */
const PRINTABLE_ASCII = /^[!-~]{1,10000}$/;

/** The secret that notifications carry, from the credential; empty if it has none, or n8n's placeholder, which everybody knows. */
export function notificationTokenOf({ notificationToken }: Record<string, unknown>): string {
	const token = typeof notificationToken === 'string' ? notificationToken.trim() : '';
	return isPlaceholder(token) ? '' : token;
}

type TokenTest = (address: URL) => boolean;

/**
 * The token may go only to this n8n's own host and to those that the credential allows, encrypted or within this machine. Which paths are
 * n8n's depends on its settings (N8N_PATH, N8N_ENDPOINT_WEBHOOK).
 * @param resumeUrl the URL at which n8n resumes an execution
 */
export function tokenTest({ notificationHosts }: Record<string, unknown>, resumeUrl: URL | undefined): TokenTest {
	const hosts = entriesOf(notificationHosts).map((host) => host.replace(/^https?:\/\//i, ''));
	return ({ protocol, hostname, host, origin }) => {
		if (protocol !== 'https:' && !isLoopback(hostname)) return false;
		return origin === resumeUrl?.origin || hosts.some((allowed) => isOfHosts(allowed, protocol, host));
	};
}

/** @param allowed a host, or all below one: *.example.com */
function isOfHosts(allowed: string, protocol: string, host: string): boolean {
	const isBelow = allowed.startsWith('*.');
	const named = hostOf(`${protocol}//${isBelow ? allowed.slice(2) : allowed}`);
	return named !== undefined && (isBelow ? host.endsWith(`.${named}`) : host === named);
}

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined);

/** Adds the token to a trigger's URL that has none yet, where allowed (interface: messages[].notifyUrl); everything else stays as written. */
export function withNotificationToken(notifyUrl: string, token: string, mayGo: TokenTest): string {
	const url = token === '' ? undefined : plainUrl(notifyUrl);
	if (url === undefined || !TRIGGER_PATH.test(url.pathname) || url.searchParams.has('token') || !mayGo(url))
		return notifyUrl;
	const [address = '', ...fragment] = notifyUrl.split('#');
	const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
	return [`${address}${separator}token=${encodeURIComponent(token)}`, ...fragment].join('#');
}

/**
 * The URL, if it is written as it is read: the service may read anything else differently, and send the token to another host.
 * Only the letters of the scheme and the host may be in either case.
 */
function plainUrl(text: string): URL | undefined {
	if (!PRINTABLE_ASCII.test(text) || !URL.canParse(text)) return undefined;
	const url = new URL(text);
	const [written = ''] = text.split(/[?#]/, 1);
	return written.toLowerCase() === (url.origin + url.pathname).toLowerCase() ? url : undefined;
}
