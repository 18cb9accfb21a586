import { openLedger } from '../../../nodes/SmsMessaging/kept/ledger';
import { identityIn } from '../../../nodes/SmsMessaging/sending/plan/identity';
import type { Outcome, Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import type { Run } from '../../../nodes/SmsMessaging/sending/run';
import type { HttpRequest, Transport } from '../../../nodes/SmsMessaging/api/client';
import { dialectOf } from '../../../nodes/SmsMessaging/api/dialect';
import { host } from '../../../nodes/SmsMessaging/n8n/host';
import { contextOf } from './contexts';
import type { JsonObject } from '../../../nodes/SmsMessaging/text/json';

/** The parts of a run, for tests of one of them. */

/** A number of its own for each name. */
export const numberOf = (name: string) => `4366${Buffer.from(name).join('')}`;

export function targetOf(name: string, more: Partial<Target> & { to?: string } = {}): Target {
	const { to = numberOf(name), ...rest } = more;
	return {
		itemIndex: 0,
		key: name,
		firstKey: name,
		destination: { to, messageId: name },
		hasOwnId: false,
		message: { content: { text: `Text ${name}` } },
		facts: {},
		settings: {},
		isLate: false,
		...rest,
	};
}

/** The service behind a transport, by version 1. */
export const serviceOf = (transport: Transport): Run['service'] => ({
	dialect: dialectOf({}),
	transport,
	withToken: (url) => url,
	credentialId: '1',
	baseUrl: '',
	defaults: { country: undefined, sender: undefined },
});

export function runOf({
	options,
	transport = async () => ({
		answered: false,
		failure: { kind: 'unreachable', message: 'nothing is asked', description: '' },
	}),
	...more
}: { options?: Partial<Run['options']>; transport?: Transport } & Partial<Omit<Run, 'options'>> = {}): Run {
	const run = {
		service: serviceOf(transport),
		mode: 'continue',
		options: {
			lookUpMs: 15_000,
			patienceMs: 60_000,
			ifUnclear: 'sendAgain',
			messageIds: 'node',
			skipped: { numbers: new Set() },
			requestsAtOnce: 1,
			messagesPerRequest: 100,
			...options,
		},
		identity: identityIn(contextOf({ token: 'secret' })),
		ledger: openLedger<Outcome>({}, 0),
		kept: { recordedAt: Date.now(), ...(more.isRetry !== true && { beganAt: Date.now() }) },
		executionId: '7',
		isRetry: false,
		signal: undefined,
		...more,
	};
	return run as unknown as Run;
}

/** Waiting takes no time, and is only counted. @returns how many milliseconds it took so far */
export function countedTime(): () => number {
	let elapsed = 0;
	jest.spyOn(host, 'elapsed').mockImplementation(() => elapsed);
	jest.spyOn(host, 'sleep').mockImplementation(async (ms) => void (elapsed += ms));
	return () => Math.round(elapsed);
}

export const PENDING = { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED' };
export const REJECTED = { groupId: 5, groupName: 'REJECTED', id: 52, name: 'REJECTED_DESTINATION' };
export const DUPLICATE = { groupId: 5, groupName: 'REJECTED', id: 23, name: 'REJECTED_DUPLICATE_MESSAGE_ID' };

/** Logs with these entries, at most so many an answer. They keep to the contract. */
export function logsWith(entries: () => JsonObject[], cap = 1000): (request: HttpRequest) => JsonObject[] {
	return ({ query = [] }) => {
		const asked = new Map(query);
		const ids = asked.get('messageId')?.split(',');
		const timeOf = (text: unknown) => Date.parse(String(text).replace('+0000', 'Z'));
		const [since, until] = [timeOf(asked.get('sentSince')), timeOf(asked.get('sentUntil'))];
		return entries()
			.filter(({ messageId, sentAt }) => {
				const at = timeOf(sentAt);
				return (ids === undefined || ids.includes(String(messageId))) && !(at < since || at > until);
			})
			.slice(0, Math.min(cap, Number(asked.get('limit') ?? 50)));
	};
}

/** @param answers to each request: a body, or the status of a failure */
export function transportOf(answers: (request: HttpRequest) => object | number): {
	transport: Transport;
	requests: HttpRequest[];
} {
	const requests: HttpRequest[] = [];
	return {
		requests,
		transport: async (request) => {
			requests.push(request);
			const answer = answers(request);
			return typeof answer === 'number'
				? { answered: true, status: answer, body: '' }
				: { answered: true, status: 200, body: JSON.stringify(answer) };
		},
	} as { transport: Transport; requests: HttpRequest[] };
}
