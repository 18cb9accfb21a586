const { readFileSync } = require('node:fs');

const CREDENTIAL_TYPE = 'smsMessagingApi';

/** The least that reading logs takes in n8n: calls with its HTTP helper, JSON.parse, and an item for each entry, as received. */
class LeastLogReader {
	description = {
		displayName: 'Least Log Reader',
		name: 'leastLogReader',
		group: ['input'],
		version: 1,
		description: 'Makes the calls that a file lists',
		defaults: { name: 'Least Log Reader' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: CREDENTIAL_TYPE, required: true }],
		properties: [{ displayName: 'Calls File', name: 'callsFile', type: 'string', default: '' }],
	};

	async execute() {
		const data = await this.getCredentials(CREDENTIAL_TYPE);
		const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL_TYPE, data };
		const paths = JSON.parse(readFileSync(this.getNodeParameter('callsFile', 0), 'utf8'));
		const pairedItem = { item: 0 };
		const items = [];
		for (const path of paths) {
			const request = {
				url: data.baseUrl + path,
				headers: { Accept: 'application/json' },
				encoding: 'arraybuffer',
				disableFollowRedirect: true,
			};
			const body = await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL_TYPE, request, {
				credentialsDecrypted,
			});
			for (const json of JSON.parse(new TextDecoder().decode(body)).results) items.push({ json, pairedItem });
		}
		return [items];
	}
}

module.exports = { LeastLogReader };
