import { readNotification } from '../../../nodes/SmsMessaging/notifications/readNotification';
import { RECEIVED, REPORTS } from '../../../nodes/SmsMessaging/entries/kinds';
import { entryFilter, keywordFinder } from '../../../nodes/SmsMessaging/entries/selection';
import { presentTogether } from '../../../nodes/SmsMessaging/entries/presentEntry';
import { bytesOf, type HostileBody } from './bodies';

/*
 * Started by `readApart`, with little memory: reads hostile bodies one after the other, and sends the cost of each. It dies if one
 * needs more memory than it has.
 */

const FILTER = `*${'a'.repeat(100)}b`;

const keywordsOf = keywordFinder([FILTER, 'a']);

async function costOf(body: HostileBody, size: number): Promise<number> {
	const bytes = bytesOf(body, size);
	const start = process.cpuUsage();
	const kind = body.part.includes('text') ? RECEIVED : REPORTS;
	const found = await readNotification({ query: {}, rawHeaders: [], readBody: async () => bytes }, kind);
	if (found.ok) {
		presentTogether(kind, found.entries, { output: 'reports', simplify: true, unfoldCallbackData: true, keywordsOf });
		const selection = { statusGroups: [], senders: [FILTER], callbackDataPattern: FILTER, keywordsOf };
		found.entries.filter(entryFilter({ ...selection, startOn: kind === RECEIVED ? 'received' : 'all' }));
	}
	return microseconds(start);
}

/** Processor time of some plain passes over as many characters: how long a known amount of work takes on this machine. */
function costOfPasses(size: number): number {
	const text = '<a>&amp;"[1],'.repeat(size / 13);
	const start = process.cpuUsage();
	let sum = 0;
	for (let pass = 0; pass < 10; pass++)
		for (let index = 0; index < text.length; index++) sum = (sum + text.charCodeAt(index)) | 0;
	const taken = microseconds(start);
	return sum === 0 ? Infinity : taken;
}

function microseconds(start: NodeJS.CpuUsage): number {
	const { user, system } = process.cpuUsage(start);
	return user + system;
}

process.once('disconnect', () => process.exit(1));
process.on('message', (task: { body: HostileBody; size: number } | 'calibrate') => {
	void (async () => {
		process.send?.(task === 'calibrate' ? costOfPasses(16 * 2 ** 20) : await costOf(task.body, task.size));
	})();
});
