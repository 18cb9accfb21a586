/** Bytes of a pushed body, uncompressed. n8n's own limit, unless N8N_PAYLOAD_SIZE_MAX says otherwise. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Limits for untrusted text, which could need many times its size in memory. */
const LIMITS = {
	/** Far more than the service's entries need, and safe for any code that walks the value afterwards. */
	depth: 50,
	/** Fields and list elements, at every level; objects, lists and long integers count twice. A report of the interface comes to 32. */
	values: 900_000,
	/** Distinct field names. */
	names: 10_000,
} as const;

export class LimitError extends Error {}

/** Counts what a text contains while it is read. */
export class Extent {
	private values = 0;
	private readonly names = new Set<string>();

	constructor(private readonly format: 'JSON' | 'XML') {}

	/** Counts a value at this depth (1: the outermost). @throws LimitError if it is one too many */
	addValue(depth: number): void {
		if (depth > LIMITS.depth) throw new LimitError(`The ${this.format} has more than ${LIMITS.depth} levels`);
		this.values += 1;
		if (this.values > LIMITS.values) throw new LimitError(`The ${this.format} has more than ${LIMITS.values} fields`);
	}

	/** @throws LimitError if this field name is one too many */
	addName(name: string): void {
		this.names.add(name);
		if (this.names.size > LIMITS.names)
			throw new LimitError(`The ${this.format} has more than ${LIMITS.names} different field names`);
	}
}
