const CREDENTIAL_TYPE = 'smsMessagingApi';
const PER_REQUEST = 100;
/** As many as SMS Messaging sends by default. */
const REQUESTS_AT_ONCE = 2;

/** The least that sending takes in n8n: requests as text with its HTTP helper, JSON.parse, and an item for each message, as answered. */
class LeastSender {
	description = {
		displayName: 'Least Sender',
		name: 'leastSender',
		group: ['output'],
		version: 1,
		description: 'Sends a message for each item',
		defaults: { name: 'Least Sender' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: CREDENTIAL_TYPE, required: true }],
		properties: [
			{ displayName: 'Take Fields of Items', name: 'takesFieldsOfItems', type: 'boolean', default: false },
			{ displayName: 'To', name: 'to', type: 'string', default: '' },
			{ displayName: 'From', name: 'from', type: 'string', default: '' },
			{ displayName: 'Text', name: 'text', type: 'string', default: '' },
		],
	};

	async execute() {
		const input = this.getInputData();
		const data = await this.getCredentials(CREDENTIAL_TYPE);
		const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL_TYPE, data };
		const parameter = (name, index) => this.getNodeParameter(name, index);
		const valueOf = parameter('takesFieldsOfItems', 0) ? (name, index) => input[index].json[name] : parameter;
		const items = new Array(input.length);
		let next = 0;
		const work = async () => {
			while (next < input.length) {
				const first = next;
				next += PER_REQUEST;
				const messages = input.slice(first, next).map((_, nth) => ({
					from: valueOf('from', first + nth),
					destinations: [{ to: valueOf('to', first + nth) }],
					text: valueOf('text', first + nth),
				}));
				const request = {
					method: 'POST',
					url: `${data.baseUrl}/sms/1/text/advanced`,
					headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
					body: JSON.stringify({ messages }),
					encoding: 'arraybuffer',
					disableFollowRedirect: true,
				};
				const body = await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL_TYPE, request, {
					credentialsDecrypted,
				});
				const answer = JSON.parse(new TextDecoder().decode(body));
				for (const [nth, json] of answer.messages.entries())
					items[first + nth] = { json, pairedItem: { item: first + nth } };
			}
		};
		await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, work));
		return [items];
	}
}

module.exports = { LeastSender };
