/**
 * What can be mutated: a room is a folder of the node with the simulated worlds that run first, and the tests that run only for
 * surviving mutants. Left out are tests that measure time, or repeat with more messages what others show.
 */
const room = (name, worlds, unit, integration) => ({
	mutate: [`nodes/SmsMessaging/${name}/**/*.ts`],
	worlds,
	tests: [...unit.map((files) => `test/unit/${files}`), ...integration.map((files) => `test/integration/${files}`)],
});

exports.ROOMS = {
	sending: room(
		'sending',
		['sending'],
		['sending/*.test.ts', 'fields/*.test.ts'],
		[
			'bulk/!(faultMatrix).test.ts',
			'sending/*.test.ts',
			'service/failures.test.ts',
			'interface/*.test.ts',
			'aiTool.test.ts',
		],
	),
	fetching: room(
		'{fetching,logs}',
		['logs', 'reports', 'polling', 'sending', 'waiting'],
		['{fetching,polling,reports,summary}/*.test.ts'],
		['{fetching,polling,trigger,interface}/*.test.ts', 'service/failures.test.ts'],
	),
	notifications: room(
		'notifications',
		['notifications', 'waiting'],
		['notifications/!(hostileBodies).test.ts', 'waiting/*.test.ts'],
		['trigger/*.test.ts'],
	),
};

exports.chosenRoom = () => exports.ROOMS[process.env.MUTATION_ROOM];
