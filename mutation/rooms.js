/**
 * What can be mutated: a room of the node, the simulated worlds that its mutants meet first, and the tests that only the survivors
 * meet.
 */
const room = (name, worlds, integration) => ({
	mutate: [`nodes/SmsMessaging/${name}/**/*.ts`],
	worlds,
	tests: [`test/unit/${name}/**/*.test.ts`, ...integration.map((files) => `test/integration/${files}`)],
});

exports.ROOMS = {
	// Save what takes long and only repeats with more messages what the others show
	sending: room(
		'sending',
		['sending'],
		['bulk/!(faultMatrix|soak|waiting).test.ts', 'sending/bulk.test.ts', 'aiTool.test.ts'],
	),
	fetching: room('fetching', ['logs', 'reports', 'polling'], ['fetching/**/*.test.ts']),
	notifications: room('notifications', ['notifications', 'waiting'], ['trigger/**/*.test.ts']),
};

exports.chosenRoom = () => exports.ROOMS[process.env.MUTATION_ROOM];
