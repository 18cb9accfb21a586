export const TEXT_PATH = '/sms/1/text/advanced';
export const BINARY_PATH = '/sms/1/binary/advanced';
export type SendPath = typeof TEXT_PATH | typeof BINARY_PATH;
export const LOGS_PATH = '/sms/1/logs';
export const REPORTS_PATH = '/sms/1/reports';
/** documents: received messages, each returned once. */
export const INBOX_PATH = '/sms/1/inbox/reports';

const VERSIONED_SEND_PATH = /^\/sms\/1\/(?=(?:text|binary)\/)/;

/** The path in the version of the send paths that the credential names ('2', else 1). All other paths stay at version 1. */
export function withSendVersion(path: string, version: unknown): string {
	return String(version) === '2' ? path.replace(VERSIONED_SEND_PATH, '/sms/2/') : path;
}
