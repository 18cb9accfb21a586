import { Gateway } from '../gateway/gatewayProcess';
import { BenchN8n } from '../n8n/benchN8n';
import type { PartOptions } from './part';

/** Where messages are sent from and to. */
export interface Places {
	gateway: Gateway;
	n8n: BenchN8n;
}

/** Gives a part a gateway and an n8n of its own, which are removed afterwards. */
export async function withPlaces<T>(
	{ report, profile }: Pick<PartOptions, 'report' | 'profile'>,
	work: (places: Places) => Promise<T>,
): Promise<T> {
	const gateway = await Gateway.start();
	try {
		const n8n = await BenchN8n.prepare(gateway.url, report, profile);
		try {
			return await work({ gateway, n8n });
		} finally {
			await n8n.remove();
		}
	} finally {
		await gateway.stop();
	}
}
