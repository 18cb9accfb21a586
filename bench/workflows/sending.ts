import type { Item, WorkflowFile, WorkflowNode } from '../../tools/n8n/restClient';
import { SANDBOX_CREDENTIALS } from '../../tools/n8n/sandboxCredential';
import { codeOfItems } from '../messages';
import { LEAST_SENDER } from '../n8n/leastNodes';
import { chain, code, manualTrigger, type ChainNode } from './chain';
import { headerCredentialOfNode, version3CredentialOfNode } from './credentials';

/** A workflow that makes messages and sends them, and the nodes whose time is the time of sending. */
export interface SendingWorkflow {
	workflow: WorkflowFile;
	timed: string[];
	/** The node that outputs an item for every message. */
	last: string;
}

export const SEND_TEXT = 'Send Text';
const PATH = '/sms/1/text/advanced';

const PLAIN_REFERENCES = { to: '={{ $json.to }}', from: '={{ $json.from }}', text: '={{ $json.text }}' };
const FURTHER_REFERENCES = {
	messageOptions: {
		flash: '={{ $json.flash }}',
		transliteration: '={{ $json.transliteration }}',
		callbackData: '={{ $json.callbackData }}',
		notifyUrl: '={{ $json.notifyUrl }}',
	},
	schedule: { validityPeriod: { period: { amount: '={{ $json.validityPeriod }}', unit: 'minutes' } } },
};

/** As many numbers to skip, none of which gets a message. An expression loads n8n's engine for them, which the usual workflow does without. */
const skipped = (count: number) => ({
	safeguards: {
		skipNumbers: `={{ Array.from({ length: ${count} }, (_, index) => '447400' + (100000 + index)) }}`,
	},
});

/** What differs from the defaults of Send Text. */
const VARIANTS = {
	usual: {},
	further: FURTHER_REFERENCES,
	skipping: skipped(50_000),
	skippingOne: skipped(1),
	version3: {},
} satisfies Record<string, WorkflowNode['parameters']>;

/** Send Text of SMS Messaging: 100 messages per request, 2 requests at once. */
export function smsMessaging(count: number, variant: keyof typeof VARIANTS = 'usual'): SendingWorkflow {
	const id = `benchNode${variant}${count}`;
	const send: ChainNode = {
		name: SEND_TEXT,
		type: 'n8n-nodes-sms-messaging.smsMessaging',
		parameters: { operation: 'sendText', ...PLAIN_REFERENCES, ...VARIANTS[variant] },
		credentials: variant === 'version3' ? version3CredentialOfNode : SANDBOX_CREDENTIALS,
	};
	const name = `SMS Messaging ${count} ${variant}`;
	return {
		workflow: chain(id, name, [manualTrigger, code('Messages', codeOfItems(count, variant === 'further')), send]),
		timed: [SEND_TEXT],
		last: SEND_TEXT,
	};
}

/**
 * A community node that only sends: as many messages per request and requests at once as SMS Messaging.
 * @param fields whether it asks n8n for its parameters, item by item, as community nodes do; or takes the fields of the items
 */
export function leastSender(count: number, fields: 'parameters' | 'items'): SendingWorkflow {
	const name = 'Least Sender';
	const send: ChainNode = {
		name,
		type: LEAST_SENDER,
		parameters: { takesFieldsOfItems: fields === 'items', ...PLAIN_REFERENCES },
		credentials: SANDBOX_CREDENTIALS,
	};
	return {
		workflow: chain(`benchLeast${fields}${count}`, `${name} ${fields} ${count}`, [
			manualTrigger,
			code('Messages', codeOfItems(count)),
			send,
		]),
		timed: [name],
		last: name,
	};
}

/**
 * What somebody who knows n8n well builds without the package: requests of many messages from a Code node.
 * @param body what the Code node makes: a request as an object, which an expression of the HTTP Request node turns into text; or the text,
 * which is the quickest of the forms that were tried
 */
export function expertByHand(
	count: number,
	perRequest: number,
	gatewayUrl: string,
	body: 'object' | 'text' = 'object',
): SendingWorkflow {
	const buildRequests = `const items = $input.all();
const requests = [];
for (let start = 0; start < items.length; start += ${perRequest}) {
	const messages = items.slice(start, start + ${perRequest}).map(({ json }) => ({
		from: json.from,
		destinations: [{ to: json.to }],
		text: json.text,
	}));
	requests.push({ json: ${body === 'object' ? '{ messages }' : '{ body: JSON.stringify({ messages }) }'} });
}
return requests;`;
	const nodes: ChainNode[] = [
		manualTrigger,
		code('Messages', codeOfItems(count)),
		code('Build requests', buildRequests),
		httpRequest(
			'HTTP Request',
			gatewayUrl,
			body === 'object'
				? { specifyBody: 'json', jsonBody: '={{ JSON.stringify($json) }}' }
				: { contentType: 'raw', rawContentType: 'application/json', body: '={{ $json.body }}' },
		),
		{ name: 'Split Out', type: 'n8n-nodes-base.splitOut', parameters: { fieldToSplitOut: 'messages', options: {} } },
	];
	const workflow = chain(`benchExpert${body}${count}`, `By hand ${body} ${count}`, nodes);
	return { workflow, timed: ['Build requests', 'HTTP Request', 'Split Out'], last: 'Split Out' };
}

/** One HTTP Request per item; the node sends all at once. */
export function requestPerItem(count: number, gatewayUrl: string): SendingWorkflow {
	const jsonBody =
		'={{ JSON.stringify({ messages: [{ from: $json.from, destinations: [{ to: $json.to }], text: $json.text }] }) }}';
	const nodes = [
		manualTrigger,
		code('Messages', codeOfItems(count)),
		httpRequest('HTTP Request', gatewayUrl, { specifyBody: 'json', jsonBody }),
	];
	return {
		workflow: chain(`benchPerItem${count}`, `Request per item ${count}`, nodes),
		timed: ['HTTP Request'],
		last: 'HTTP Request',
	};
}

/** Sends nothing: a Code node that outputs items like the example for the same input items. */
export function sameItems(count: number, example: Item): WorkflowFile {
	const giveOut = `const example = ${JSON.stringify(example.json)};
return $input.all().map(({ json }, index) => ({
	json: { ...example, messageId: String(index).padStart(${String(example.json.messageId).length}, '0'), to: json.to },
	pairedItem: { item: index },
}));`;
	return chain(`benchSameItems${count}`, `Same items ${count}`, [
		manualTrigger,
		code('Messages', codeOfItems(count)),
		code('Same items', giveOut),
	]);
}

function httpRequest(name: string, gatewayUrl: string, body: WorkflowNode['parameters']): ChainNode {
	return {
		name,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.4,
		parameters: {
			method: 'POST',
			url: gatewayUrl + PATH,
			authentication: 'genericCredentialType',
			genericAuthType: 'httpHeaderAuth',
			sendBody: true,
			...body,
			options: {},
		},
		credentials: headerCredentialOfNode,
	};
}
