import { EventEmitter } from 'node:events';

import { receiveBody, type BodyRequest } from '../../../nodes/SmsMessaging/notifications/receiveBody';
import { host } from '../../../nodes/SmsMessaging/n8n/host';

const MIB = 1024 * 1024;

/** A request whose body arrives when told to. */
class Request extends EventEmitter {
	rawBody?: Uint8Array;
	complete = false;
	destroyed = false;
	private settle?: () => void;

	async readRawBody(): Promise<void> {
		await new Promise<void>((resolve) => (this.settle = resolve));
	}
	/** A part of the body arrives. */
	part(bytes: number): this {
		this.emit('data', { length: bytes });
		return this;
	}
	arrive(): void {
		this.rawBody = Buffer.from('{}');
		this.settle!();
	}
	leave(): void {
		this.destroyed = true;
		this.emit('close');
	}
}

/** The moment after which a body is slow. */
let slow: AbortController;
const receive = async (request: Request, encoding?: string) =>
	await receiveBody(request as unknown as BodyRequest, encoding, () => undefined);
/** Sends incomplete bodies. @returns them, and how many are refused because of the limit */
const begin = async (count: number, bytes: number, encoding?: string, isSlow = false) => {
	const requests = Array.from({ length: count }, () => new Request());
	const answers = requests.map(async (request) => {
		const pending = receive(request, encoding);
		request.part(bytes);
		return await Promise.race([pending, settled()]);
	});
	if (isSlow) {
		slow.abort();
		slow = new AbortController();
	}
	const refused = (await Promise.all(answers)).filter(
		(one) => (one as { statusCode?: number } | undefined)?.statusCode,
	);
	return { requests, refused: refused.length };
};
const settled = async () => await new Promise<void>((resolve) => setImmediate(resolve));

beforeEach(() => {
	host.memory.clear();
	slow = new AbortController();
	const never = new AbortController();
	jest.spyOn(host, 'deadline').mockImplementation((ms) => (ms === 10_000 ? never : slow).signal);
});
afterEach(() => jest.restoreAllMocks());

test.each<[string, number, string | undefined, boolean, number]>([
	['prompt bodies of 60 KB', 60_000, undefined, false, 1118],
	['prompt bodies of 10 MiB', 10 * MIB, undefined, false, 6],
	['prompt bodies of 20 KB that may become 16 MiB', 20_000, 'gzip', false, 4],
	['slow bodies', 10, undefined, true, 32],
	['slow bodies of 10 MiB', 10 * MIB, undefined, true, 6],
])('%s: a limited number is read at once, and others are refused', async (_, bytes, encoding, isSlow, most) => {
	const { requests, refused } = await begin(most, bytes, encoding, isSlow);
	expect(refused).toBe(0);
	expect((await begin(3, bytes, encoding, isSlow)).refused).toBe(3);
	requests[0]!.arrive();
	requests[1]!.leave();
	await settled();
	expect((await begin(3, bytes, encoding, isSlow)).refused).toBe(1);
});

test('slow bodies do not block others', async () => {
	await begin(40, 2 * MIB, undefined, true);
	expect((await begin(6, 10 * MIB)).refused).toBe(0);
});
