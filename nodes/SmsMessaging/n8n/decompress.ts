/**
 * Decompresses in pieces, aside from n8n's thread, and no more than asked for: n8n's own way makes up to 16 MiB of a small body.
 * @returns undefined if it comes to more than `most` bytes. Rejects if the bytes are incomplete, or not in this format
 */
export async function decompress(
	bytes: Uint8Array,
	format: 'gzip' | 'deflate',
	most: number,
): Promise<Uint8Array | undefined> {
	const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]);
	const reader = packed.stream().pipeThrough(new DecompressionStream(format)).getReader();
	const parts: Uint8Array[] = [];
	let length = 0;
	for (let part = await reader.read(); !part.done; part = await reader.read()) {
		parts.push(part.value);
		length += part.value.length;
		if (length <= most) continue;
		await reader.cancel();
		return undefined;
	}
	return Buffer.concat(parts);
}
