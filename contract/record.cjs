const { appendFileSync } = require('node:fs');

/*
 * Loaded into every process of a test run (node --require): each call by fetch, and its answer, becomes a line of JSON in the file that
 * CONTRACT_CALLS names.
 */
const file = process.env.CONTRACT_CALLS;
const direct = globalThis.fetch;

globalThis.fetch = async (resource, options) => {
	const request = new Request(resource, options);
	const body = request.body === null ? undefined : Buffer.from(await request.clone().arrayBuffer()).toString('base64');
	const response = await direct(resource, options);
	const type = response.headers.get('content-type');
	// Others go on, such as events, or are no part of the document, such as the page
	if (type === null || type.startsWith('application/json')) {
		const answer = await response
			.clone()
			.text()
			.catch(() => undefined);
		const { pathname, search } = new URL(request.url);
		const call = {
			method: request.method,
			path: pathname + search,
			headers: Object.fromEntries(request.headers),
			body,
			answer: { status: response.status, headers: type === null ? {} : { 'content-type': type }, body: answer },
		};
		if (answer !== undefined) appendFileSync(file, `${JSON.stringify(call)}\n`);
	}
	return response;
};
