import { isJsonObject, listOf, parseHarmlessJson, type Json } from '../text/json';
import { isBlank } from '../parameters/values';
import { parseXml } from '../text/xml';
import { withTypes } from '../api/entry';

/** The content of a body, in the form that JSON gives it, or the reason why it cannot be read. */
type BodyResult = { ok: true; value: Json } | { ok: false; reason: string };

/** Root elements in public documents: SMSReportResponse (2015), reportResponse (OpenAPI) and DeliveryReports (version 3). */
const XML_ROOT_OF_REPORTS = /(ReportResponse|DeliveryReports)$/i;

/** Reads a notification's body. Its content tells JSON from XML, since senders' Content-Type is often wrong. */
export function readBody(text: string): BodyResult {
	const body = text.trimStart();
	if (body === '') return { ok: false, reason: 'The request has no body' };
	if (body.startsWith('<')) return readXml(body);
	if (body.startsWith('{') || body.startsWith('[')) return parseHarmlessJson(body);
	return { ok: false, reason: 'The body is neither XML nor an object or a list in JSON' };
}

function readXml(text: string): BodyResult {
	const document = parseXml(text);
	if (!document.ok) return document;
	const { name, value } = document;
	if (!isJsonObject(value))
		return { ok: true, value: XML_ROOT_OF_REPORTS.test(name) && isBlank(value) ? { results: [] } : value };
	if (!Object.hasOwn(value, 'results')) return { ok: true, value: withTypes(value) };
	return { ok: true, value: { ...value, results: resultsOf(value.results) } };
}

/** XML writes the list as repeated <results> (2015) or as <results> containing repeated <result> (OpenAPI). */
function resultsOf(results: Json | undefined): Json[] {
	return listOf(results)
		.flatMap((entry) => (isJsonObject(entry) && Object.hasOwn(entry, 'result') ? listOf(entry.result) : [entry]))
		.filter((entry) => !isBlank(entry))
		.map(withTypes);
}
