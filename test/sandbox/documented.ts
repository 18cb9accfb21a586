import Ajv2020 from 'ajv/dist/2020';
import type { Sandbox } from '../../sandbox';

const escaped = (step: string | number) => encodeURIComponent(String(step).replaceAll('~', '~0').replaceAll('/', '~1'));

/** The OpenAPI document that a sandbox serves. */
export async function documentOf({ url }: Sandbox): Promise<any> {
	return (await fetch(`${url}/openapi.json`)).json();
}

/** Checks answers against a document: throws if it does not describe one, returns what is wrong with its shape. */
export function shapeChecker(document: any): (operation: string, status: number, answer: unknown) => unknown {
	const ajv = new Ajv2020({ strict: false, validateFormats: false });
	ajv.addSchema({ ...document, $id: 'document' });
	return (operation, status, answer) => {
		const [method = '', path = ''] = operation.split(' ');
		const pointer = ['paths', path, method.toLowerCase(), 'responses', status];
		if (pointer.reduce((part, step) => part?.[step], document) === undefined)
			throw new Error(`${operation} has no ${status} in the document`);
		if (answer === undefined) return null;
		const schema = [...pointer, 'content', 'application/json', 'schema'];
		const validate = ajv.compile({ $ref: `document#/${schema.map(escaped).join('/')}` });
		validate(answer);
		return validate.errors;
	};
}
