import type { AddressInfo } from 'node:net';

import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

import type { Credential } from '../../tools/n8n/restClient';
import { afterwards } from '../support/afterwards';

/** A mail server on 127.0.0.1 that keeps what it gets. */
export interface Mailbox {
	/** For n8n's nodes that send e-mail. */
	readonly credential: Credential;
	readonly mails: ParsedMail[];
}

export async function startMailbox(): Promise<Mailbox> {
	const mails: ParsedMail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onAuth: (_auth, _session, callback) => callback(null, { user: 'anyone' }),
		onData: (stream, _session, callback) => {
			simpleParser(stream).then((mail) => {
				mails.push(mail);
				callback();
			}, callback);
		},
	});
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	afterwards({ stop: async () => await new Promise<void>((resolve) => server.close(() => resolve())) });
	const { port } = server.server.address() as AddressInfo;
	return {
		credential: {
			name: 'SMTP',
			type: 'smtp',
			data: { user: '', password: '', host: '127.0.0.1', port, secure: false, disableStartTls: true, hostName: '' },
		},
		mails,
	};
}
