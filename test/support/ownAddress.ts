import { randomInt } from 'node:crypto';

/**
 * An address of this machine that nothing else uses: a port that was closed there stays closed, where one of 127.0.0.1 may soon be a
 * server of another test. Other systems than Linux have no loopback address but 127.0.0.1.
 */
export function ownAddress(): string {
	if (process.platform !== 'linux') return '127.0.0.1';
	return `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
