import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
	DEFAULT_SETTINGS,
	LOG_BOUNDS,
	LOG_ORDERS,
	MOVABLE_BULKS,
	SEND_VERSIONS,
	VALIDITY_UNITS_MS,
	VERSIONS_SEE,
	type SandboxOptions,
	type ValidityUnit,
	type XmlForm,
} from './options';

export const DEFAULT_PORT = 8025;
const {
	host,
	delays,
	notifications,
	authorizations,
	logsPerMinute,
	logOrder,
	logBounds,
	mostResults,
	messagesKept,
	movableBulks,
	number,
	versionsSee,
} = DEFAULT_SETTINGS;

export const USAGE = `Usage: sms-sandbox [settings]
       npm run sandbox -- [settings]    (in a clone of the repository)

  --port N                 port; 0 picks a free one (${DEFAULT_PORT})
  --host ADDRESS           address to listen on; needs --authorization if others can reach it (${host})
  --allowed-host NAME      another accepted Host name; repeatable
  --notify-host NAME       another host to which pushes may go, or '*'; repeatable
  --forward-url URL        where received messages are pushed (none: they wait to be fetched)
  --number NUMBER          the account's number, to which phones reply (${number})
  --keyword WORD           keyword of received messages; repeatable
  --data FILE              file that keeps messages across restarts (none: memory only)
  --messages-kept N        maximum messages; the oldest are dropped, and all after 48 hours (${messagesKept})
  --tls                    serve https with a certificate created at the start
  --certificate FILE       where to write the certificate (in the temporary folder)
  --authorization VALUE    accepted Authorization value; repeatable
                           (${authorizations.join(', ')})
  --enroute-ms N           time from sending to PENDING_ENROUTE (${delays.enrouteMs})
  --final-ms N             time from there to the final status (${delays.finalMs})
  --slow-ms N              the same for slow destinations (${delays.slowMs})
  --logs-per-minute N      log calls per minute before 429 (${logsPerMinute})
  --log-order ORDER        ${LOG_ORDERS.join(', ')} (${logOrder})
  --log-bounds BOUNDS      sentSince and sentUntil: ${LOG_BOUNDS.join(' or ')} (${logBounds})
  --most-results N         maximum entries per call of logs or reports (${mostResults})
  --messages N             sample messages sent over the last 47 hours (0)
  --retry-after            send Retry-After with a 429
  --duplicate-ids WHAT     reject or accept a messageId used before (reject)
  --validity-unit UNIT     ${Object.keys(VALIDITY_UNITS_MS).join(', ')} (minutes)
  --send-version N         ${SEND_VERSIONS.join(', ')}: version of the send paths; repeatable (1)
  --versions-see MESSAGES  ${VERSIONS_SEE.join(' or ')}: those in the logs and reports of version 1, and of 3 (${versionsSee})
  --movable-bulks WHICH    ${MOVABLE_BULKS.join(' or ')}: scheduled bulks that can be moved (${movableBulks})
  --balance N              EUR in the account; a message costs 0.01 (none: nothing is paid for)
  --opt-outs               reject messages to numbers that wrote STOP, until they write START
  --no-sms-count           omit smsCount from send responses
  --push-batch N           maximum reports per push (${notifications.batchSize})
  --push-window-ms N       how long to collect reports for a push (${notifications.windowMs})
  --push-retry-unit-ms N   unit of the delay before a retry, 1 + retryNumber² (${notifications.retryUnitMs})
  --push-max-retries N     retries before reports are dropped (${notifications.maxRetries})
  --push-timeout-ms N      timeout of a push (${notifications.timeoutMs})
  --xml-form ROOT          SMSReportResponse or reportResponse (SMSReportResponse)
  --help                   show this text

Commands for a running sandbox (--port N; elsewhere --url and --authorization):

  messages [NUMBER]        print the latest messages, or those to a number
  clear                    delete all messages
  push MESSAGE_ID          push a report or a received message again
  receive NUMBER TEXT      send a text from a phone to the account
  forward URL              push received messages to URL from now on; 'forward off' stops it
  advance TIME             move the clock forward by TIME, such as 30s or 48h
`;

/** An invalid command line; the message is for the user. */
export class UsageError extends Error {}

const text = { type: 'string' } as const;
const several = { type: 'string', multiple: true } as const;
const flag = { type: 'boolean' } as const;

/** Reads the arguments after the script's name; 'help' when help is asked for. Throws UsageError. */
export function readCommandLine(args: string[]): SandboxOptions | 'help' {
	const { values } = parse(args);
	if (values.help) return 'help';
	const whole = (name: keyof typeof values, most = 2 ** 31 - 1, least = 0): number | undefined => {
		const value = values[name];
		if (value === undefined) return undefined;
		const read = Number(value);
		if (!/^\d+$/.test(String(value)) || read > most || read < least) {
			throw new UsageError(`--${name} must be a whole number from ${least} to ${most}, not '${String(value)}'`);
		}
		return read;
	};
	const oneOf = <T extends string>(name: keyof typeof values, choices: readonly T[]): T | undefined => {
		const value = values[name] as T | undefined;
		if (value !== undefined && !choices.includes(value)) {
			throw new UsageError(`--${name} must be one of ${choices.join(', ')}, not '${value}'`);
		}
		return value;
	};
	const amount = (name: 'balance'): number | undefined => {
		const value = values[name];
		if (value !== undefined && !/^\d{1,9}(\.\d{1,5})?$/.test(value))
			throw new UsageError(`--${name} must be an amount such as 5 or 0.25, not '${value}'`);
		return value === undefined ? undefined : Number(value);
	};
	const url = (name: 'forward-url'): string | undefined => {
		const value = values[name];
		if (value !== undefined && !(/^https?:/i.test(value) && URL.canParse(value)))
			throw new UsageError(`--${name} must be a URL, not '${value}'`);
		return value;
	};
	const sendVersions = values['send-version']?.map((version) => {
		const served = SEND_VERSIONS.find((known) => known === version);
		if (served !== undefined) return served;
		throw new UsageError(`--send-version must be one of ${SEND_VERSIONS.join(', ')}, not '${version}'`);
	});
	if (values.certificate !== undefined && !values.tls) throw new UsageError('--certificate needs --tls');
	if (values.authorization?.some((value) => value.trim() === ''))
		throw new UsageError('--authorization must not be empty');

	return {
		port: whole('port', 65_535) ?? DEFAULT_PORT,
		host: values.host,
		allowedHosts: values['allowed-host'],
		notifyHosts: values['notify-host'],
		forwardUrl: url('forward-url'),
		number: values.number,
		keywords: values.keyword,
		dataFile: values.data,
		messagesKept: whole('messages-kept', 10_000_000, 1),
		tls: values.tls,
		// The same path at every start, so that clients' settings stay valid.
		certificateFile: values.certificate ?? join(tmpdir(), 'sms-sandbox-certificate.pem'),
		authorizations: values.authorization,
		delays: { enrouteMs: whole('enroute-ms'), finalMs: whole('final-ms'), slowMs: whole('slow-ms') },
		logsPerMinute: whole('logs-per-minute'),
		logOrder: oneOf('log-order', LOG_ORDERS),
		logBounds: oneOf('log-bounds', LOG_BOUNDS),
		mostResults: whole('most-results', 1_000_000, 1),
		messages: whole('messages', 1_000_000),
		retryAfter: values['retry-after'],
		duplicateIds: oneOf('duplicate-ids', ['reject', 'accept'] as const),
		validityUnit: oneOf('validity-unit', Object.keys(VALIDITY_UNITS_MS) as ValidityUnit[]),
		...(sendVersions && { sendVersions: [...new Set(sendVersions)] }),
		movableBulks: oneOf('movable-bulks', MOVABLE_BULKS),
		balance: amount('balance'),
		optOuts: values['opt-outs'],
		versionsSee: oneOf('versions-see', VERSIONS_SEE),
		smsCountInResponse: values['no-sms-count'] ? false : undefined,
		notifications: {
			batchSize: whole('push-batch', 2000, 1),
			windowMs: whole('push-window-ms'),
			retryUnitMs: whole('push-retry-unit-ms'),
			maxRetries: whole('push-max-retries'),
			timeoutMs: whole('push-timeout-ms'),
			xmlForm: oneOf('xml-form', ['SMSReportResponse', 'reportResponse'] as const satisfies XmlForm[]),
		},
	};
}

function parse(args: string[]) {
	try {
		return parseArgs({
			args,
			strict: true,
			allowPositionals: false,
			options: {
				port: text,
				host: text,
				'allowed-host': several,
				'notify-host': several,
				'forward-url': text,
				number: text,
				keyword: several,
				data: text,
				'messages-kept': text,
				tls: flag,
				certificate: text,
				authorization: several,
				'enroute-ms': text,
				'final-ms': text,
				'slow-ms': text,
				'logs-per-minute': text,
				'log-order': text,
				'log-bounds': text,
				'most-results': text,
				messages: text,
				'retry-after': flag,
				'duplicate-ids': text,
				'validity-unit': text,
				'send-version': several,
				'versions-see': text,
				'movable-bulks': text,
				balance: text,
				'opt-outs': flag,
				'no-sms-count': flag,
				'push-batch': text,
				'push-window-ms': text,
				'push-retry-unit-ms': text,
				'push-max-retries': text,
				'push-timeout-ms': text,
				'xml-form': text,
				help: flag,
			},
		});
	} catch (error) {
		throw new UsageError((error as Error).message);
	}
}
