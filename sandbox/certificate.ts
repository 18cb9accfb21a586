import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

const LIFETIME_MS = 30 * 86_400_000;

export interface Certificate {
	/** Where the certificate (never the key) was written, PEM. */
	file: string;
	cert: string;
	key: string;
}

/**
 * Creates a self-signed certificate for 127.0.0.1 and localhost, and writes it to a file for NODE_EXTRA_CA_CERTS: the
 * given one (overwritten), or one in a new temporary folder.
 */
export async function makeCertificate(file?: string): Promise<Certificate> {
	const now = Date.now();
	const made = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
		keyType: 'ec',
		algorithm: 'sha256',
		// An hour of slack, for clients whose clock is behind.
		notBeforeDate: new Date(now - 3_600_000),
		notAfterDate: new Date(now + LIFETIME_MS),
		extensions: [
			{ name: 'basicConstraints', cA: true, critical: true },
			{ name: 'keyUsage', digitalSignature: true, keyCertSign: true },
			{ name: 'extKeyUsage', serverAuth: true },
			{
				name: 'subjectAltName',
				altNames: [
					{ type: 2, value: 'localhost' },
					{ type: 7, ip: '127.0.0.1' },
				],
			},
		],
	});
	const path = file ?? join(mkdtempSync(join(tmpdir(), 'sms-sandbox-')), 'certificate.pem');
	rmSync(path, { force: true });
	writeFileSync(path, `${made.cert.trimEnd()}\n`, { flag: 'wx' });
	return { file: path, cert: made.cert, key: made.private };
}
