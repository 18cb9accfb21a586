/**
 * A plain script, run on its own: sendMessages.ts <gateway> <messages> <per request> <requests at once>. Prints {"ms"}: the time from
 * the first message to the last answer; what comes before is not counted.
 */
import { AUTHORIZATION } from '../gateway/authorization';
import { SENDER, textOf, toOf } from '../messages';

const [gateway = '', count = 0, perRequest = 0, atOnce = 0] = process.argv
	.slice(2)
	.map((value, index) => (index === 0 ? value : Number(value))) as [string, number, number, number];
const items = Array.from({ length: count }, (_, index) => ({ to: toOf(index), from: SENDER, text: textOf(index) }));

async function main(): Promise<void> {
	const start = performance.now();
	const results: unknown[] = [];
	let next = 0;
	const sendOn = async () => {
		while (next < items.length) {
			const batch = items.slice(next, (next += perRequest));
			const messages = batch.map(({ to, from, text }) => ({ from, destinations: [{ to }], text }));
			const response = await fetch(`${gateway}/sms/1/text/advanced`, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', Accept: 'application/json', Authorization: AUTHORIZATION },
				body: JSON.stringify({ messages }),
			});
			results.push(...((await response.json()) as { messages: unknown[] }).messages);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, sendOn));
	const ms = performance.now() - start;
	if (results.length !== items.length) throw new Error(`${results.length} results for ${items.length} messages`);
	console.log(JSON.stringify({ ms }));
}

void main();
