/** The least that a trigger of a community package can do: an item for each report, as received. */
class DoNothingTrigger {
	description = {
		displayName: 'Do Nothing Trigger',
		name: 'doNothingTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Starts the workflow with the reports of what is posted',
		defaults: { name: 'Do Nothing Trigger' },
		inputs: [],
		outputs: ['main'],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', path: 'do-nothing', responseMode: 'onReceived', responseData: '' },
		],
		properties: [],
	};

	async webhook() {
		const { results } = this.getBodyData();
		return { workflowData: [results.map((json) => ({ json }))] };
	}
}

module.exports = { DoNothingTrigger };
