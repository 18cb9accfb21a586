import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { SHARED_MESSAGE } from './control/schemas';
import { CONTROL_PATH } from './recording';
import { isVersion3 } from './requestErrors';
import { REFUSALS, SHARED_RESPONSES, VERSION_3_REFUSALS } from './responseSchemas';

/** Builds the OpenAPI document from the schemas of routes registered after this, and serves it. */
export function describeRoutes(server: FastifyInstance): void {
	for (const schema of [...SHARED_RESPONSES, SHARED_MESSAGE]) server.addSchema(schema);
	server.register(swagger, {
		refResolver: { buildLocalReference: ({ $id }) => String($id) },
		transform: ({ schema, url, route }) => {
			const isControl = url.startsWith(CONTROL_PATH);
			const security: Array<Record<string, string[]>> = isControl ? [{}, { key: [] }] : [{ key: [] }];
			const described = {
				...schema,
				response: { ...(schema?.response as object), ...(isVersion3(url) ? VERSION_3_REFUSALS : REFUSALS) },
				tags: [isControl ? 'control' : 'interface'],
				security,
				operationId: operationOf(String(route.method), url),
			};
			return { schema: schema?.summary ? described : { hide: true }, url };
		},
		openapi: {
			openapi: '3.1.0',
			info: {
				title: 'SMS service sandbox',
				version: '1',
				description:
					'The interface of an SMS service, simulated by a sandbox, and the control endpoints of the sandbox itself.',
			},
			tags: [
				{ name: 'interface', description: 'The endpoints of the service' },
				{ name: 'control', description: 'The sandbox itself: its messages, what phones send, its clock, its faults' },
			],
			components: {
				securitySchemes: {
					key: {
						type: 'apiKey',
						in: 'header',
						name: 'Authorization',
						description: 'One of the values that the sandbox prints when it starts, such as App sandbox-key',
					},
				},
			},
		},
	}); // Registered like a plugin: the routes are not described earlier
	const document: FastifyPluginAsync = async (routes) => {
		routes.get('/openapi.json', async () => server.swagger());
	};
	// Without a name, Fastify searches all loaded modules for one
	server.register(Object.assign(document, { [Symbol.for('fastify.display-name')]: 'openapi' }));
}

/** `POST /_sandbox/messages/{id}/push` → postSandboxMessagesPush. */
function operationOf(method: string, url: string): string {
	const words = url.split(/[/_.]/).filter((word) => word !== '' && !word.startsWith(':'));
	return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
