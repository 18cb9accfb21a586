import { runSoak, SOAK_HEADER, soakLine, type Soak } from '../integration/bulk/soakRun';

/** 10,000 messages in 1,000 requests of 10, of which, and of the look-ups, a fifth fails. */

test.each([
	[1, 600, 20],
	[2, 600, 20],
	[3, 600, 20],
	[4, 120, 90],
])(
	'seed %i, %i log calls a minute, patience %i s: 10,000 messages come out once, none is accepted twice',
	async (seed, logsPerMinute, patience) => {
		const soak: Soak = {
			seed,
			requests: 1000,
			messagesPerRequest: 10,
			requestsAtOnce: 4,
			faultShare: 0.2,
			patience,
			lookUpTime: 5,
			logsLagMs: 1000,
			logsPerMinute,
		};
		const result = await runSoak(soak);
		process.stdout.write(`\n${SOAK_HEADER}\n${soakLine(soak, result)}\n${JSON.stringify(result.byFault)}\n`);
		expect(result).toMatchObject({ twice: 0, broken: [] });
		// A message is sent again only once, so two unclear answers in a row leave it unknown
		expect(result.notAccepted).toBeLessThanOrEqual(100);
		expect(result.lostAfterAcceptance).toBeGreaterThanOrEqual(50);
		expect(result.faultsAtSends / result.sendRequests).toBeGreaterThan(0.15);
	},
	600_000,
);
