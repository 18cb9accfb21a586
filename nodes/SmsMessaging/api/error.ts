import { isJsonObject, listOf, tryParseHarmlessJson, withoutUndefined, type Json, type JsonObject } from '../text/json';
import { parseXml } from '../text/xml';
import { MASK } from './credential';

export interface ServiceError {
	/** interface: serviceException.messageId; documents: errorCode of version 3 */
	serviceCode?: string;
	/** interface: serviceException.text; documents: description */
	serviceText?: string;
	/** What the service advises to do (documents: action). */
	serviceAction?: string;
	/** The beginning of the body, if nothing in it can be read. */
	quote?: string;
	/** Messages by path in the request body (documents: validationErrors, violations). */
	validationErrors?: JsonObject;
}

const MOST_QUOTED = 300;
/** What gives whoever reads it power over an execution; in a body that breaks off, perhaps only its beginning. */
const OF_LINK = /((?:[?&](?:amp;)?|\\u0026)(?:k|signature|token)=)[^&\s"'<\\]+/g;
/** Of XML, which takes longer to read than JSON. */
const MOST_READ = 1_000_000;

/**
 * Reads an error body, whichever version or gateway wrote it, in JSON or XML. What cannot be read is quoted.
 * interface: Errors; documents: policyException, errors of version 3; recordings: an exception without its envelope, `{"error": "failed"}`
 */
export function readError(body: string): ServiceError {
	const masked = body.replace(OF_LINK, `$1${MASK}`);
	const isMarkup = masked.trimStart().startsWith('<');
	const parsed = isMarkup ? contentOf(masked) : tryParseHarmlessJson(masked);
	const error = isJsonObject(parsed) ? errorIn(parsed) : {};
	if (Object.keys(error).length > 0) return error;
	const plain = (isMarkup ? withoutTags(masked) : masked).replace(/\s+/g, ' ').trim();
	if (plain === '') return {};
	return { quote: plain.length > MOST_QUOTED ? `${plain.slice(0, MOST_QUOTED)}…` : plain };
}

/** Each tag at the beginning of its piece. */
function withoutTags(markup: string): string {
	return markup
		.split('<')
		.map((piece) => piece.slice(piece.indexOf('>') + 1))
		.join(' ');
}

function contentOf(xml: string): Json | undefined {
	const document = xml.length > MOST_READ ? undefined : parseXml(xml);
	if (document?.ok !== true) return undefined;
	// The envelope may itself be the root
	return document.name === 'requestError' ? { requestError: document.value } : document.value;
}

function errorIn(body: JsonObject): ServiceError {
	const envelope = isJsonObject(body.requestError) ? body.requestError : body;
	const exception = [envelope.serviceException, envelope.policyException].find(isJsonObject);
	if (exception !== undefined)
		return withoutUndefined({
			serviceCode: textOf(exception.messageId),
			serviceText: withVariables(textOf(exception.text), exception.variables),
			validationErrors: isJsonObject(exception.validationErrors) ? exception.validationErrors : undefined,
		});
	return withoutUndefined({
		serviceCode: textOf(body.errorCode),
		serviceText: textOf(body.description) ?? textOf(body.error) ?? textOf(body.message) ?? textOfAll(body.errors),
		serviceAction: textOf(body.action),
		validationErrors: violationsIn(body.violations),
	});
}

/** An error may be a text, or an object with one. */
function textOf(value: Json | undefined): string | undefined {
	if (typeof value === 'string') return value.trim() || undefined;
	if (typeof value === 'number') return String(value);
	return isJsonObject(value) ? (textOf(value.message) ?? textOf(value.text) ?? textOf(value.description)) : undefined;
}

function textOfAll(values: Json | undefined): string | undefined {
	const texts = listOf(values).flatMap((value) => textOf(value) ?? []);
	return texts.length === 0 ? undefined : texts.join('; ');
}

/** Puts what a text leaves open into it: 'Missing parameter %1'. */
function withVariables(text = '', variables: Json | undefined): string | undefined {
	const values = listOf(variables).flatMap((value) => textOf(value) ?? []);
	const filled = text.replace(/%(\d)/g, (place, number: string) => values[Number(number) - 1] ?? place);
	const said = filled === text ? [text, values.join(', ')].filter((part) => part !== '').join(': ') : filled;
	return said === '' ? undefined : said;
}

/** A list, which XML writes as an object with repeated elements. */
function violationsIn(violations: Json | undefined): JsonObject | undefined {
	const list = isJsonObject(violations) ? listOf(violations.violation) : listOf(violations);
	const byProperty = new Map<string, Json[]>();
	for (const { property, violation } of list.filter(isJsonObject)) {
		const path = textOf(property) ?? '';
		byProperty.set(path, [...(byProperty.get(path) ?? []), textOf(violation) ?? '']);
	}
	return byProperty.size === 0 ? undefined : Object.fromEntries(byProperty);
}
