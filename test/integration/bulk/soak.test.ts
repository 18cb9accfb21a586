import { runSoak, SOAK_HEADER, soakLine, type Soak } from './soakRun';

/** A short form of test/long/soak.test.ts. */
test('600 messages in 60 requests, a fifth of which fail: all are accepted, none twice, each comes out once', async () => {
	const soak: Soak = {
		seed: 7,
		requests: 60,
		messagesPerRequest: 10,
		requestsAtOnce: 4,
		faultShare: 0.2,
		patience: 5,
		lookUpTime: 1.5,
		logsLagMs: 300,
		logsPerMinute: 120,
	};
	const result = await runSoak(soak);
	process.stdout.write(`\n${SOAK_HEADER}\n${soakLine(soak, result)}\n`);
	expect(result).toMatchObject({ accepted: 600, twice: 0, notAccepted: 0, broken: [] });
	expect(result.lostAfterAcceptance).toBeGreaterThan(3);
	expect(result.faultsAtSends).toBeGreaterThan(6);
});
