const parts: Array<{ stop(): Promise<void> }> = [];

afterAll(async () => {
	for (const part of parts.splice(0).reverse()) await part.stop();
}, 180_000);

/** What a test file has started is stopped after it, the latest first. */
export function afterwards<T extends { stop(): Promise<void> }>(part: T): T {
	parts.push(part);
	return part;
}
