import { decodeBody } from './decodeBody';

/** Ten times the size of 1,000 log entries with texts of several segments. */
export const MOST_ANSWER_BYTES = 16 * 1024 * 1024;

/** The text of an answer, as far as it was read. */
interface AnswerText {
	text: string;
	/** Why the rest is missing, to follow 'the answer'; omitted if nothing is missing. */
	cut?: string;
}

/** Reads an answer as it arrives, up to MOST_ANSWER_BYTES. Never rejects: the answer's status counts even if its body is lost. */
export async function readAnswerBody(
	body: AsyncIterable<Uint8Array>,
	contentType: string,
	deadline: AbortSignal,
): Promise<AnswerText> {
	const { chunks, cut } = await readChunks(body, deadline);
	try {
		const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
		return { text: decodeBody(bytes, contentType), ...(cut !== undefined && { cut }) };
	} catch {
		return { text: '', cut: 'cannot be read' };
	}
}

async function readChunks(
	body: AsyncIterable<Uint8Array>,
	deadline: AbortSignal,
): Promise<{ chunks: Uint8Array[]; cut?: string }> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	let cut: string | undefined;
	try {
		for await (const chunk of body) {
			length += chunk.length;
			// Leaving the loop closes the connection
			if (length > MOST_ANSWER_BYTES) {
				cut = `is larger than ${MOST_ANSWER_BYTES / 1024 / 1024} MiB`;
				break;
			}
			chunks.push(chunk);
		}
	} catch (error) {
		cut = deadline.aborted ? 'did not arrive in time' : `was cut off${codeOf(error)}`;
	}
	return { chunks, ...(cut !== undefined && { cut }) };
}

function codeOf(error: unknown): string {
	const { code } = (error ?? {}) as { code?: unknown };
	return typeof code === 'string' && code !== '' ? ` (${code})` : '';
}
