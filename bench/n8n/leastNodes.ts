import { cp } from 'node:fs/promises';
import { join } from 'node:path';

const PACKAGE = 'n8n-nodes-bench';

export const DO_NOTHING_TRIGGER = `${PACKAGE}.doNothingTrigger`;
export const LEAST_LOG_READER = `${PACKAGE}.leastLogReader`;
export const LEAST_SENDER = `${PACKAGE}.leastSender`;

/** Installs, next to our package, one whose nodes do as little as possible. n8n must not be running on the folder. */
export async function installLeastNodes(userFolder: string): Promise<void> {
	await cp(join(__dirname, 'least'), join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE), { recursive: true });
}
