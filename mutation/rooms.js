/**
 * What can be mutated: a room of the node, what its mutants meet first (the simulated world and tests of single functions), and the
 * integration tests that only the survivors meet.
 */
const room = (name, integration) => ({
	mutate: `nodes/SmsMessaging/${name}/**/*.ts`,
	quick: [`test/world/${name}/**/*.test.ts`, `test/unit/${name}/**/*.test.ts`],
	integration: integration.map((files) => `test/integration/${files}`),
});

exports.ROOMS = {
	// Save what takes long and only repeats with more messages what the others show
	sending: room('sending', ['bulk/!(faultMatrix|soak|waiting).test.ts', 'sending/bulk.test.ts', 'aiTool.test.ts']),
	fetching: room('fetching', ['fetching/**/*.test.ts']),
	notifications: room('notifications', ['trigger/**/*.test.ts']),
};

exports.chosenRoom = () => exports.ROOMS[process.env.MUTATION_ROOM];
