import { host, remembered } from '../service/host';

/** Tells the n8n processes apart in which this package runs; a new one after every start. */
export const processId = () => remembered('process ID', () => host.randomHex(8));
