import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { N8N_NODE, ROOT } from '../../tools/n8n/places';
import type { GatewayAnswer, GatewayCommand, GatewayTally, GatewayTask } from './protocol';

/** Runs the gateway in its own process, so that it does not slow down the measured code. */
export class Gateway {
	private constructor(
		private readonly child: ChildProcess,
		readonly url: string,
	) {}

	static async start(): Promise<Gateway> {
		const child = fork(join(__dirname, 'main.ts'), { cwd: ROOT, execPath: N8N_NODE, execArgv: ['--import', 'tsx'] });
		const answer = await answerOf(child);
		if (answer.kind !== 'listening') throw new Error('The gateway did not start listening');
		return new Gateway(child, `http://127.0.0.1:${answer.port}`);
	}

	/** Sets the next task, and resets the counts. */
	async begin(task: GatewayTask): Promise<void> {
		await this.ask({ kind: 'task', task });
	}

	/** The requests since the last task. Throws if they are not what the task expects. */
	async tally(): Promise<GatewayTally> {
		const answer = await this.ask({ kind: 'tally' });
		if (answer.kind !== 'tally') throw new Error('The gateway gave no tally');
		if (answer.tally.faults.length > 0)
			throw new WrongResult(`The gateway did not get what it should have: ${answer.tally.faults.join('; ')}`);
		return answer.tally;
	}

	async stop(): Promise<void> {
		const gone = once(this.child, 'exit');
		this.child.disconnect();
		await gone;
	}

	private async ask(command: GatewayCommand): Promise<GatewayAnswer> {
		const answer = answerOf(this.child);
		this.child.send(command);
		return await answer;
	}
}

/** The measured code gave a wrong result, so its time is meaningless. */
export class WrongResult extends Error {}

async function answerOf(child: ChildProcess): Promise<GatewayAnswer> {
	const ended = new AbortController();
	try {
		const message = once(child, 'message', { signal: ended.signal });
		const exit = once(child, 'exit', { signal: ended.signal }).then(() => {
			throw new Error('The gateway ended');
		});
		const [answer] = (await Promise.race([message, exit])) as [GatewayAnswer];
		return answer;
	} finally {
		ended.abort();
	}
}
