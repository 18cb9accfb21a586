import { randomBytes } from 'node:crypto';

/** Tells the n8n processes apart in which this package runs; a new one after every start. */
export const PROCESS_ID = randomBytes(8).toString('hex');
