import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';

/** Makes the OpenAPI document from the schemas of the routes that are registered after this, and serves it. */
export function describeRoutes(server: FastifyInstance): void {
	server.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: {
				title: 'SMS service sandbox',
				version: '1',
				description:
					'The interface of an SMS service, played by a sandbox, and the control endpoints of the sandbox itself.',
			},
			tags: [
				{ name: 'interface', description: 'The four endpoints of the service' },
				{ name: 'control', description: 'The sandbox itself: what is in it, its clock, its faults' },
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
	});
}
