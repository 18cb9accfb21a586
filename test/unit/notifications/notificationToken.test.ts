import fc from 'fast-check';

import { written } from '../../support/lists';
import {
	notificationTokenOf,
	tokenTest,
	withNotificationToken,
} from '../../../nodes/SmsMessaging/api/notificationToken';

const TOKEN = 'a+b/ü';
const ENCODED = 'a%2Bb%2F%C3%BC';
const HOST = 'https://n8n.example.com';
const ANYWHERE = () => true;

test.each([
	['', `?token=${ENCODED}`],
	['/', `/?token=${ENCODED}`],
	['?', `?token=${ENCODED}`],
	['?a=%20x', `?a=%20x&token=${ENCODED}`],
	['?a=1&', `?a=1&token=${ENCODED}`],
	['?Token=1#x#y', `?Token=1&token=${ENCODED}#x#y`],
])('a URL that ends with %p gets the token: %p', (end, expected) => {
	for (const path of [`${HOST}/webhook/1`, `${HOST}/webhook-test/1`, 'HTTPS://N8N.example.com/webhook/1']) {
		const url = `${path}/sms-notifications`;
		expect(withNotificationToken(url + end, TOKEN, ANYWHERE)).toBe(url + expected);
		expect(new URL(url + expected).searchParams.get('token')).toBe(TOKEN);
	}
});

test.each([
	`${HOST}/webhook/1/sms-notifications?token=other`,
	`${HOST}/webhook/1/sms-notifications?a=1&token=`,
	`${HOST}/webhook/1/sms-notifications?%74oken=x`,
	`${HOST}/webhook/1/reports`,
	`${HOST}/sms-notifications/webhook`,
	`${HOST}/?x=/sms-notifications`,
	`${HOST}/#/sms-notifications`,
	`${HOST}/my-sms-notifications`,
	'sms-notifications',
	'https://User:Pass@n8n.example.com/webhook/1/sms-notifications',
	'https://n8n.example.com\\@other.example/sms-notifications',
])('%s is unchanged', (notifyUrl) => {
	expect(withNotificationToken(notifyUrl, TOKEN, ANYWHERE)).toBe(notifyUrl);
});

describe('URLs that may get the token', () => {
	const mayGo = (address: string, resumeUrl: string | undefined, notificationHosts?: unknown) =>
		tokenTest({ notificationHosts }, resumeUrl === undefined ? undefined : new URL(resumeUrl))(new URL(address));

	test('hosts of a list written in any way, also of all subdomains', () => {
		const drawn = fc
			.uniqueArray(fc.domain(), { minLength: 2, maxLength: 6, selector: (host) => host.toLowerCase() })
			.chain(([other, ...listed]) => fc.tuple(written(listed), fc.constant({ other: other!, listed }), fc.boolean()));
		fc.assert(
			fc.property(drawn, ([text, { other, listed }, isBelow]) => {
				const list = isBelow ? text.replaceAll(/[^\s,;]+/g, '*.$&') : text;
				const at = (host: string) => `https://${isBelow ? 'hooks.' : ''}${host}/sms-notifications`;
				for (const host of listed) expect(mayGo(at(host), undefined, list)).toBe(true);
				const isListed = listed.some((host) => `.${other}`.toLowerCase().endsWith(`.${host}`.toLowerCase()));
				if (!isListed) expect(mayGo(at(other), undefined, list)).toBe(false);
			}),
		);
	});

	const HOOK = '/webhook/1/sms-notifications';
	const LOCAL = 'http://localhost:5678';

	test.each<[name: string, isRight: boolean, address: string, resumeUrl?: string, hosts?: string]>([
		['this n8n', true, `${HOST}${HOOK}`, `${HOST}/webhook-waiting/7?signature=abc`],
		['this n8n below a path', true, `${HOST}/n8n${HOOK}`, `${HOST}/n8n/webhook-waiting/7`],
		['another webhook path', true, `${HOST}/hooks/1/sms-notifications`, `${HOST}/n8n/webhook-waiting/7`],
		['this n8n on this machine, unencrypted', true, `${LOCAL}${HOOK}`, `${LOCAL}/webhook-waiting/7`],
		['an allowed host', true, `${HOST}${HOOK}`, undefined, 'a.example, N8N.example.com'],
		['an allowed host with its port', true, `https://a.example:8443${HOOK}`, undefined, ' a.example:8443 ,'],
		['an allowed address of this machine', true, `http://127.0.0.1:5678${HOOK}`, undefined, '127.0.0.1:5678'],
		['another host', false, `https://other.example${HOOK}`, `${HOST}/webhook-waiting/7`],
		['this n8n, unencrypted', false, `http://n8n.example.com${HOOK}`, 'http://n8n.example.com/webhook-waiting/7'],
		['an allowed host, unencrypted', false, `http://a.example${HOOK}`, undefined, 'a.example'],
		['a host within an allowed one', false, `https://b.a.example${HOOK}`, undefined, 'a.example'],
		['another port of an allowed host', false, `https://a.example:8443${HOOK}`, undefined, 'a.example'],
		['n8n tells no address and none is allowed', false, `${HOST}${HOOK}`, undefined, ' , '],
	])('%s: %s', (...[, isRight, address, resumeUrl, hosts]) => {
		expect(mayGo(address, resumeUrl, hosts)).toBe(isRight);
	});
});

/** The host of an https URL as RFC 3986 has it, however odd; undefined if a URL must not be written like that up to its path. */
function strictHost(text: string): string | undefined {
	if (text.slice(0, 8).toLowerCase() !== 'https://') return undefined;
	const allowed = "abcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%";
	const [start = ''] = text.split(/[?#]/, 1);
	if ([...start].some((character) => !allowed.includes(character.toLowerCase()))) return undefined;
	const authority = start.slice(8).split('/')[0]!;
	return authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
}

test('the token is added only if every way to parse the URL finds an allowed host', () => {
	const piece = fc.constantFrom(
		...['https://', 'HTTPS:', 'http://', 'https:/', '//', 'n8n.example.com', 'other.example', 'N8N.example.com', '@'],
		...[
			...['\\', '/', '?', '#', ':', ':443', '\t', '\n', ' ', '%2F', '%40', '..', '.', ';', '[', ']', '\u212A'],
			...['ü', '。', '\u00AD'],
		],
		...['/sms-notifications', 'user:password@', 'a'],
	);
	const odd = fc.array(piece, { maxLength: 8 }).map((pieces) => `${pieces.join('')}/sms-notifications`);
	const oddHost = odd.map((text) => `https://n8n.example.com${text}`);
	const mayGo = tokenTest({ notificationHosts: 'n8n.example.com' }, undefined);
	let given = 0;
	fc.assert(
		fc.property(fc.oneof(odd, oddHost, fc.webUrl(), fc.string()), (notifyUrl) => {
			const sent = withNotificationToken(notifyUrl, 'secret', mayGo);
			if (sent === notifyUrl) return true;
			given += 1;
			return strictHost(sent) === 'n8n.example.com';
		}),
		{ numRuns: 20_000 },
	);
	expect(given).toBeGreaterThan(0);
});

test('the token of a credential is trimmed; a credential without one has none', () => {
	expect(notificationTokenOf({ notificationToken: ' T ' })).toBe('T');
	for (const credential of [{}, { notificationToken: '  ' }, { notificationToken: null }, { notificationToken: 7 }])
		expect(notificationTokenOf(credential)).toBe('');
});
