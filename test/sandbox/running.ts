import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { startReceiver, type Receiver } from './receiver';

/** A Monday. */
export const START = Date.UTC(2026, 2, 2, 12);

const running: Array<{ stop(): Promise<void> }> = [];
afterEach(async () => {
	for (const part of running.splice(0)) await part.stop();
});

/** A sandbox whose clock stands at START until the test moves it; it is stopped after the test. */
export async function start(options: SandboxOptions = {}): Promise<Sandbox> {
	const sandbox = await startSandbox({ clock: () => START, ...options });
	running.push(sandbox);
	return sandbox;
}

/** @param statuses as in startReceiver; it is stopped after the test */
export async function listen(...statuses: number[]): Promise<Receiver> {
	const started = await startReceiver(...statuses);
	running.push(started);
	return started;
}
