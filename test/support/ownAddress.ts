import { randomInt } from 'node:crypto';

/**
 * An address of this machine that nothing else uses: a port that was closed there stays closed, while one of 127.0.0.1 may soon belong
 * to another test's server. Systems other than Linux have no loopback address but 127.0.0.1.
 */
export function ownAddress(): string {
	if (process.platform !== 'linux') return '127.0.0.1';
	return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
