import Ajv2020 from 'ajv/dist/2020';
import document from '../../docs/sandbox-openapi.json';

/* The document of versions 1 and 3 and of the control endpoints; openapi.test.ts compares it with the one that a sandbox serves. */

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ ...document, $id: 'document' });

const PATHS = Object.keys(document.paths).map((path) => ({
	path,
	matches: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The operation of a call, such as `GET /sms/1/logs`; version 2 is like version 1. */
export function operationOf(method: string, url: string): string {
	const asked = url.replace(/\?.*/s, '').replace('/sms/2/', '/sms/1/');
	return `${method} ${PATHS.find(({ matches }) => matches.test(asked))?.path ?? asked}`;
}

const escaped = (step: string | number) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1'));

/** What is wrong with the shape of an answer, null if nothing is; undefined if the document has no answer with this status. */
export function wrongIn(operation: string, status: number, answer: unknown): unknown {
	const [method = '', path = ''] = operation.split(' ');
	const pointer = ['paths', path, method.toLowerCase(), 'responses', status];
	if (pointer.reduce((part: any, step) => part?.[step], document) === undefined) return undefined;
	if (answer === undefined) return null;
	const schema = [...pointer, 'content', 'application/json', 'schema'];
	const validate = ajv.getSchema(`document#/${schema.map(escaped).join('/')}`)!;
	return validate(answer) ? null : validate.errors;
}
