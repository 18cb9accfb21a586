import type { FastifyInstance } from 'fastify';
import { inboxPage, type Page } from '../buildPage';
import { requireKey } from '../control/key';
import { isLoopback } from '../loopback';
import type { Settings } from '../options';

/** No external and no inline resources: anybody could have written the messages. */
const POLICY = [
	"default-src 'none'",
	...['script-src', 'style-src', 'img-src', 'connect-src'].map((source) => `${source} 'self'`),
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join('; ');

const FILES: Array<[path: string, part: keyof Page, type: string]> = [
	['/', 'html', 'text/html'],
	['/inbox.js', 'script', 'text/javascript'],
	['/inbox.css', 'style', 'text/css'],
	['/icon.svg', 'icon', 'image/svg+xml'],
];

/** The inbox page. It gets its data from the control endpoints. */
export function pageRoutes(routes: FastifyInstance, { host, authorizations }: Settings): void {
	// The browser asks for the key once, here, and then sends it with every request
	if (!isLoopback(host)) routes.addHook('onRequest', requireKey(authorizations));
	for (const [path, part, type] of FILES) {
		routes.get(path, { schema: { hide: true } }, async (_request, reply) => {
			const page = await inboxPage();
			return reply
				.headers({
					'Content-Type': `${type}; charset=utf-8`,
					'Content-Security-Policy': POLICY,
					'X-Content-Type-Options': 'nosniff',
					'Referrer-Policy': 'no-referrer',
					'Cross-Origin-Opener-Policy': 'same-origin',
					'Cross-Origin-Resource-Policy': 'same-origin',
					'Cache-Control': 'no-cache',
				})
				.send(page[part]);
		});
	}
}
