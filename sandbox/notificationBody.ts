import { XMLBuilder } from 'fast-xml-parser';
import type { ReceivedSMS, SentSMSReport } from './entries';
import type { XmlForm } from './options';

/** The body of a push of received messages: as GET /sms/1/inbox/reports answers. */
export function receivedBody(received: ReceivedSMS[]): string {
	return JSON.stringify({ results: received, messageCount: received.length, pendingMessageCount: 0 });
}

const builder = new XMLBuilder({ suppressEmptyNode: false });

// XML 1.0 forbids these, even as references
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ofXml = (text: string): string => text.replace(NO_XML, '\ufffd');

/** The body of a push: JSON as GET /sms/1/reports answers, or XML with the root element chosen in the settings. */
export function notificationBody(reports: SentSMSReport[], contentType: string, form: XmlForm): string {
	if (!contentType.includes('xml')) return JSON.stringify({ results: reports });
	// Undefined fields would become empty elements.
	const results = JSON.parse(JSON.stringify(reports)) as SentSMSReport[];
	const root =
		form === 'SMSReportResponse'
			? { SMSReportResponse: { results } }
			: { reportResponse: { results: { result: results } } };
	return ofXml(`<?xml version="1.0" encoding="UTF-8"?>${builder.build(root)}`);
}
