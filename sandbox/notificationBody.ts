import { XMLBuilder } from 'fast-xml-parser';
import type { ReceivedSMS, Report } from './entries';
import type { XmlForm } from './options';

/** The body of a push of received messages: as GET /sms/1/inbox/reports answers. */
export function receivedBody(received: ReceivedSMS[]): string {
	return JSON.stringify({ results: received, messageCount: received.length, pendingMessageCount: 0 });
}

const builder = new XMLBuilder({ suppressEmptyNode: false });

// XML 1.0 forbids these, even as references
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ofXml = (text: string): string => text.replace(NO_XML, '\ufffd');

const XML_ROOTS: Record<XmlForm | 'DeliveryReports', (results: Report[]) => object> = {
	SMSReportResponse: (results) => ({ SMSReportResponse: { results } }),
	reportResponse: (results) => ({ reportResponse: { results: { result: results } } }),
	DeliveryReports: (results) => ({ DeliveryReports: { results: { result: results } } }),
};

/** The body of a push: JSON as a call of the reports answers, or XML (DeliveryReports: of version 3). */
export function notificationBody(reports: Report[], contentType: string, form: keyof typeof XML_ROOTS): string {
	if (!contentType.includes('xml')) return JSON.stringify({ results: reports });
	// Undefined fields would become empty elements.
	const results = JSON.parse(JSON.stringify(reports)) as Report[];
	return ofXml(`<?xml version="1.0" encoding="UTF-8"?>${builder.build(XML_ROOTS[form](results))}`);
}
