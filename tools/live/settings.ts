import { parseArgs } from 'node:util';

/** What a run needs, from the environment and the command line. */
export interface LiveSettings {
	/** Without a slash at the end. */
	baseUrl: string;
	/** The whole value of the Authorization header. */
	authorization: string;
	/** Digits only. */
	to: string;
	from?: string;
	/** 1, 2 or 3. */
	apiVersion: string;
	/** How long the log and the report are waited for. */
	waitMs: number;
	/** The Markdown file to be written. */
	file: string;
}

/** Something for the user to put right; nothing was sent. */
export class SettingsError extends Error {}

export const USAGE = `Sends one SMS to your own number, reads its log and its delivery report, and writes a comparison of the answers with
the interface to a file. Your provider charges for the message.

  SMS_BASE_URL=https://… SMS_API_KEY=… SMS_TO=+43… npm run live

SMS_BASE_URL       the address of the service, without /sms/1
SMS_API_KEY        the key; or SMS_AUTHORIZATION, the whole value of the Authorization header
SMS_TO             your own number, with its country code
SMS_FROM           the sender; without it, that of your account
SMS_API_VERSION    the version of the interface: 1, 2 or 3 (default 1)
SMS_WAIT_SECONDS   how long to wait for the log and the report (default 120)
--file PATH        the file to write (default test-results/live.md)

A report goes to one reader only. Run this while nothing else reads the reports of this account.`;

const FILE = 'test-results/live.md';

/** Throws a SettingsError if something is missing or wrong, or in CI. */
export function readSettings(environment: NodeJS.ProcessEnv, args: string[]): LiveSettings {
	if (environment.CI !== undefined && !['', 'false', '0'].includes(environment.CI))
		throw new SettingsError('CI is set. This sends a real message, so run it by hand.');
	const required = (name: string) => {
		const value = environment[name]?.trim();
		if (value) return value;
		throw new SettingsError(`Set ${name}.\n\n${USAGE}`);
	};
	const wait = Number(environment.SMS_WAIT_SECONDS ?? 120);
	if (!(wait >= 0)) throw new SettingsError('SMS_WAIT_SECONDS is a number of seconds.');
	return {
		baseUrl: baseUrl(required('SMS_BASE_URL')),
		authorization: environment.SMS_AUTHORIZATION?.trim() || `App ${required('SMS_API_KEY')}`,
		to: digits(required('SMS_TO')),
		...(environment.SMS_FROM && { from: environment.SMS_FROM }),
		apiVersion: environment.SMS_API_VERSION ?? '1',
		waitMs: wait * 1000,
		file: fileIn(args),
	};
}

function baseUrl(written: string): string {
	const url = URL.canParse(written) ? new URL(written) : undefined;
	const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(url?.hostname ?? '');
	if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isHere))
		throw new SettingsError('SMS_BASE_URL begins with https:// (http:// only for this machine).');
	if (url.username !== '' || url.search !== '' || url.hash !== '')
		throw new SettingsError('SMS_BASE_URL has no user name, ? or #.');
	return url.href.replace(/\/+$/, '');
}

function digits(written: string): string {
	const found = written.replace(/[\s().+-]/g, '').replace(/^00/, '');
	if (/^\d{7,20}$/.test(found)) return found;
	throw new SettingsError('SMS_TO is one number with its country code, such as +43 660 1234567.');
}

function fileIn(args: string[]): string {
	try {
		return parseArgs({ args, options: { file: { type: 'string', default: FILE } } }).values.file;
	} catch (error) {
		throw new SettingsError(`${(error as Error).message}\n\n${USAGE}`);
	}
}
