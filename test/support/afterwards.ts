const parts: Array<{ stop(): Promise<void> }> = [];

afterAll(async () => {
	const errors: unknown[] = [];
	for (const part of parts.splice(0).reverse()) await part.stop().catch((error: unknown) => errors.push(error));
	if (errors.length > 0) throw errors[0];
}, 180_000);

/** What a test file has started is stopped after it, the latest first. */
export function afterwards<T extends { stop(): Promise<void> }>(part: T): T {
	parts.push(part);
	return part;
}
