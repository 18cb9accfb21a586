import { createServer } from 'node:http';

import type { Credential } from '../../tools/n8n/restClient';
import { afterwards } from '../support/afterwards';
import { listen } from '../support/listen';

/** What the model answers: calls of tools, or words. */
type ModelAnswer = { calls: Array<{ tool: string; input: object }> } | string;

/** A chat model on 127.0.0.1 that answers by a script, as OpenAI's chat completions do. */
export interface ScriptedModel {
	readonly credential: Credential;
	/** What the model was told in each request: its messages, as JSON. */
	readonly told: string[];
}

export async function startScriptedModel(script: ModelAnswer[]): Promise<ScriptedModel> {
	const told: string[] = [];
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const { messages } = JSON.parse(Buffer.concat(parts).toString()) as { messages: unknown };
			const answer = script[told.length] ?? 'Nothing more to say';
			told.push(JSON.stringify(messages));
			response.setHeader('Content-Type', 'application/json');
			response.end(JSON.stringify(completion(answer, told.length)));
		});
	});
	const { url } = afterwards(await listen(server));
	return {
		credential: {
			name: 'Scripted model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: `${url}/v1`, header: false },
		},
		told,
	};
}

function completion(answer: ModelAnswer, turn: number): object {
	const isText = typeof answer === 'string';
	const message = isText
		? { role: 'assistant', content: answer }
		: {
				role: 'assistant',
				content: null,
				tool_calls: answer.calls.map(({ tool, input }, index) => ({
					id: `call-${turn}-${index}`,
					type: 'function',
					function: { name: tool, arguments: JSON.stringify(input) },
				})),
			};
	return {
		id: `answer-${turn}`,
		object: 'chat.completion',
		created: 1_700_000_000,
		model: 'scripted',
		choices: [{ index: 0, message, finish_reason: isText ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
