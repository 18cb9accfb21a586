import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
	role: string;
	content?: unknown;
}

/** A chat model (OpenAI's interface) that wants one call of the first tool it is offered, and then repeats what it was told. */
export interface ScriptedModel {
	url: string;
	/** What the model was told of the call, one for each conversation that has ended. */
	readonly told: string[];
	stop(): Promise<void>;
}

export async function startScriptedModel(toolArguments: unknown): Promise<ScriptedModel> {
	const told: string[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { messages, tools } = JSON.parse(Buffer.concat(chunks).toString()) as {
				messages: Message[];
				tools: Array<{ function: { name: string } }>;
			};
			const result = messages.find(({ role }) => role === 'tool');
			if (result !== undefined) told.push(String(result.content));
			const message =
				result === undefined
					? {
							role: 'assistant',
							content: null,
							tool_calls: [
								{
									id: 'call_1',
									type: 'function',
									function: { name: tools[0]!.function.name, arguments: JSON.stringify(toolArguments) },
								},
							],
						}
					: { role: 'assistant', content: 'Done.' };
			response.setHeader('Content-Type', 'application/json');
			response.end(
				JSON.stringify({
					id: 'chat',
					object: 'chat.completion',
					created: 0,
					model: 'scripted',
					choices: [{ index: 0, message, finish_reason: result === undefined ? 'tool_calls' : 'stop' }],
					usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
				}),
			);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		told,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
