import { runRaces } from './races';

/** The full size is in test/long. */
test('reports that n8n refuses since the wait is not stored yet: the next try of the service ends each wait', async () => {
	const result = await runRaces('refused', 10);
	expect(result).toMatchObject({ executions: 10, right: 10, wrong: [], refusedExecutions: 10 });
});

test('reports that come before, while and after the wait is stored', async () => {
	const result = await runRaces('natural', 20);
	expect(result).toMatchObject({ executions: 20, right: 20, wrong: [] });
});
