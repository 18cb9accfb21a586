import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import type { Sandbox, SandboxMessage, SandboxOptions } from '../../sandbox';
import { BINARY_REQUEST, TEXT_REQUEST } from '../../sandbox/schemas';
import { MESSAGES_REQUEST } from '../../sandbox/version3Schemas';
import { BINARY, get, MESSAGES, post, put, send, TEXT } from './client';
import { listen, start, START } from './running';

/* Version 3 of the interface beside versions 1 and 2. */

const TO = '41793026727';
const HOUR_MS = 3_600_000;

const served = (options: SandboxOptions = {}) => start({ sendVersions: ['1', '2', '3'], ...options });
const outcome = async (sandbox: Sandbox, id: string, status: string): Promise<number> =>
	(await post(sandbox, `/_sandbox/messages/${id}/outcome`, { status })).status;
const results = async (sandbox: Sandbox, path: string): Promise<any[]> => {
	const { status, body } = await get(sandbox, path);
	expect([path, status]).toEqual([path, 200]);
	return body.results;
};
const message = (fields: object = {}, to: string | string[] = TO) => ({
	sender: 'Tests',
	content: { text: 'Hello' },
	destinations: [to].flat().map((one) => ({ to: one })),
	...fields,
});
/** Sends one message by version 3, and returns its IDs. */
async function sendBy3(sandbox: Sandbox, to: string | string[] = TO, fields: object = {}): Promise<string[]> {
	const { status, body } = await post(sandbox, MESSAGES, { messages: [message(fields, to)] });
	expect([status, body]).toEqual([200, body]);
	return body.messages.map(({ messageId }: any) => messageId);
}

/** One message as versions 1 and 3 write it. */
interface Twins {
	first: { bulkId?: string; messages: [{ destinations: Array<{ to: string; messageId?: string }> }] };
	third: object;
	isBinary: boolean;
	/** The answer of version 3 is to have the parts of texts. */
	isCounted: boolean;
}

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const time = fc.record({ hour: fc.integer({ min: 0, max: 11 }), minute: fc.integer({ min: 0, max: 59 }) });
const window = time.map((from) => ({ days: ['MONDAY', 'FRIDAY'], from, to: { ...from, hour: from.hour + 12 } }));
const text = fc.record({
	text: fc.constantFrom('Hello', 'Ünïcödé 🚆', 'ş'.repeat(200), ''),
	transliteration: optional(fc.constantFrom('TURKISH', 'ALL')),
	language: optional(fc.constantFrom({ languageCode: 'TR' }, { languageCode: 'ES', singleShift: true })),
});
const binary = fc.record({
	hex: fc.constantFrom('48 65', '4F6b', '0048 0065', '05 00 03 01 02'),
	dataCoding: optional(fc.constantFrom(0, 8)),
	esmClass: optional(fc.constantFrom(0, 64)),
});
/** What a request of version 3 may have besides, as official clients send it, without a meaning for the sandbox. */
const REGIONAL = {
	indiaDlt: { contentTemplateId: '2', principalEntityId: '3', telemarketerId: '4' },
	turkeyIys: { brandCode: 5, recipientType: 'TACIR' },
	southKorea: { title: 'Title', resellerCode: 6 },
};
const NO_LANGUAGE = {
	transliteration: 'NONE',
	language: { languageCode: 'NONE', singleShift: false, lockingShift: false },
};
const OPTIONS = {
	includeSmsCountInResponse: true,
	conversionTracking: { useConversionTracking: true, conversionTrackingName: 'VISITS' },
	tracking: {
		...{ shortenUrl: true, trackClicks: true, removeProtocol: true },
		...{ trackingUrl: 'https://clinic.example/clicks', customDomain: 'clinic.example' },
	},
};
const SPEED = { sendingSpeedLimit: { amount: 10, timeUnit: 'HOUR' } };
const twins: fc.Arbitrary<Twins> = fc
	.record({
		content: fc.oneof(text, binary),
		sender: optional(fc.constantFrom('Tests', '41793026700', 'muchTooLongSender')),
		destinations: fc.array(
			fc.record({ to: fc.constantFrom(TO, '19990100600', 'nobody', ''), messageId: optional(fc.uuid()) }),
			{ minLength: 1, maxLength: 3 },
		),
		bulkId: optional(fc.uuid()),
		callbackData: optional(fc.string()),
		validity: optional(
			fc.record({ amount: fc.integer({ min: 0, max: 800 }), timeUnit: optional(fc.constant('HOURS')) }),
		),
		url: optional(fc.constant('http://127.0.0.1:9/hook')),
		contentType: optional(fc.constantFrom('application/json', 'application/xml')),
		...{ intermediateReport: optional(fc.boolean()), deliveryTimeWindow: optional(window) },
		...{ entityId: optional(fc.string()), applicationId: optional(fc.string()) },
		...{ campaignReferenceId: optional(fc.string()), hasMore: fc.boolean(), flash: optional(fc.boolean()) },
		sendAt: optional(fc.constantFrom('2026-03-03T12:00:00.000+01:00', '2021-08-23T14:00:00.000+0000')),
	})
	.map(({ content, sender, destinations, callbackData, validity, url, contentType, intermediateReport, ...rest }) => {
		const { bulkId, deliveryTimeWindow, entityId, applicationId, campaignReferenceId, sendAt, hasMore } = rest;
		const isBinary = 'hex' in content;
		const flash = isBinary ? undefined : rest.flash;
		const first = {
			...{ from: sender, destinations, callbackData, notifyUrl: url, notifyContentType: contentType, sendAt },
			...(isBinary ? { binary: content } : content),
			validityPeriod: validity && validity.amount * (validity.timeUnit === 'HOURS' ? 60 : 1),
			...{ flash, intermediateReport, deliveryTimeWindow, entityId, applicationId, campaignReferenceId },
		};
		const third = {
			sender,
			destinations: destinations.map((destination) => ({ ...destination, networkId: hasMore ? 3 : undefined })),
			content: { ...(hasMore && !isBinary && NO_LANGUAGE), ...clone(content) },
			options: {
				...{ platform: { entityId, applicationId }, validityPeriod: validity, deliveryTimeWindow, campaignReferenceId },
				...{ flash, regional: hasMore ? REGIONAL : undefined },
			},
			webhooks: { delivery: { url, intermediateReport }, contentType, callbackData },
		};
		const options = { schedule: { bulkId, sendAt, ...(hasMore && SPEED) }, ...(hasMore && OPTIONS) };
		return {
			first: { bulkId, messages: [first] },
			third: { messages: [third], options },
			isBinary,
			isCounted: hasMore,
		};
	});

const clone = (value: unknown): any => JSON.parse(JSON.stringify(value));
const stored = ({ messageId: _, bulkId: _bulk, sequence: _place, version: _version, ...rest }: SandboxMessage) =>
	clone(rest);

test('a request of version 3, with all that official clients send, does what its twin of version 1 does', async () => {
	const sandbox = await served();
	await fc.assert(
		fc.asyncProperty(twins, async ({ first, third, isBinary, isCounted }) => {
			sandbox.store.clear();
			const one = await post(sandbox, isBinary ? BINARY : TEXT, first);
			const ofOne = sandbox.messages.map(stored);
			sandbox.store.clear();
			const three = await post(sandbox, MESSAGES, third);
			expect([one.status, three.status]).toEqual([200, 200]);
			expect(sandbox.messages.map(stored)).toEqual(ofOne);
			expect(sandbox.messages.every(({ version }) => version === '3')).toBe(true);
			expect(three.body.messages).toEqual(
				one.body.messages.map(({ to, status, smsCount }: any, i: number) => ({
					...{ status, destination: to },
					...(to !== '' && { messageId: first.messages[0].destinations[i]!.messageId ?? expect.stringMatching(/./) }),
					...(to !== '' && isCounted && !isBinary && { details: { messageCount: smsCount } }),
				})),
			);
			expect(three.body.bulkId).toEqual(first.bulkId ?? expect.stringMatching(/./));
			expect(sandbox.messages.every(({ bulkId }) => bulkId === three.body.bulkId)).toBe(true);
		}),
		{ numRuns: 60 },
	);
});

/** With fields added to every object that have no meaning there. */
function withOthers(value: any, { items, properties }: any): any {
	if (Array.isArray(value)) return value.map((item) => withOthers(item, items));
	// A window is kept as it came
	if (!properties || properties.days || value === undefined) return value;
	const others = Object.entries(OTHERS).filter(([name]) => !(name in properties));
	const own = Object.entries(value).map(([name, part]) => [name, withOthers(part, properties[name])]);
	return Object.fromEntries([...others, ...own]);
}
const OTHERS = {
	...{ from: 'Other', to: '1', text: 'Other', binary: { hex: '00' }, hex: '00', notifyUrl: 'http://127.0.0.1:9/other' },
	...{ isUnreported: true, validityMs: 1, sendAt: '2026-03-09T12:00:00.000+0000', entityId: 'other', flash: true },
	...{ version: '2', kind: 'binary', bulkId: 'other', callbackData: 'other', dataCoding: 4 },
	...{ notify: false, contentType: 0 },
};

/** With null for every field that is absent, as clients in Java and C# may send it. */
function withNulls(value: any, { items, properties }: any): any {
	if (Array.isArray(value)) return value.map((item) => withNulls(item, items));
	if (!properties || value === null) return value;
	return Object.fromEntries(
		Object.entries(properties).map(([name, part]) => [name, withNulls(value[name] ?? null, part)]),
	);
}

test('fields that are unknown at their place, and those that are null, change nothing', async () => {
	const sandbox = await served();
	for (const { first, third, isBinary } of fc.sample(twins, { numRuns: 40, seed: 3 }))
		for (const [path, body, schema] of [
			isBinary ? ([BINARY, first, BINARY_REQUEST] as const) : ([TEXT, first, TEXT_REQUEST] as const),
			[MESSAGES, third, MESSAGES_REQUEST] as const,
		]) {
			const kept = [];
			for (const sent of [body, withOthers(clone(body), schema), withNulls(clone(body), schema)]) {
				sandbox.store.clear();
				const { status } = await post(sandbox, path, sent);
				kept.push([status, sandbox.messages.map(stored)]);
			}
			expect(kept.slice(1)).toEqual([kept[0], kept[0]]);
		}
});

test('all refusals have the error body of version 3; those of version 1 keep theirs', async () => {
	const sandbox = await served({ logsPerMinute: 1 });
	const body = { messages: [message()] };
	const refusals: Array<[number, () => Promise<unknown>]> = [
		[400, () => post(sandbox, MESSAGES, '{"messages":')],
		[401, () => get(sandbox, '/sms/3/reports', 'App wrong')],
		[400, () => get(sandbox, '/sms/3/logs?limit=none')],
		// The call before was the one that is allowed
		[429, () => get(sandbox, '/sms/3/logs')],
	];
	for (const status of [400, 401, 403, 429, 500, 503])
		for (const carriedOut of [true, false])
			refusals.push([
				status,
				async () => {
					const rule = { fault: 'status', status, next: 1, endpoints: ['messages'], to: '4179', carriedOut };
					await put(sandbox, '/_sandbox/faults', { rules: [rule] });
					return post(sandbox, MESSAGES, body);
				},
			]);
	for (const [status, ask] of refusals) {
		const answer: any = await ask();
		expect(answer).toMatchObject({ status, body: { errorCode: `E${status}` } });
		expect(Object.keys(answer.body)).toEqual(['errorCode', 'description', 'action', 'violations', 'resources']);
		expect([answer.body.violations, answer.body.resources].map(({ length }) => length > 0)).toEqual([
			status === 400,
			[401, 403, 429].includes(status),
		]);
	}
	// Calls of the logs are counted apart
	expect((await get(sandbox, '/sms/1/logs')).status).toBe(200);
	for (const path of ['/sms/1/inbox/reports?limit=0', '/sms/1/reports?limit=0', '/sms/3/messages'])
		expect(Object.keys((await get(sandbox, path)).body)).toEqual(['requestError']);
});

test('it is served only on request', async () => {
	const sandbox = await start();
	for (const path of [MESSAGES, '/sms/3/logs', '/sms/3/reports']) expect((await get(sandbox, path)).status).toBe(404);
});

/** Entries of version 1 as version 3 writes them. */
function inVersion3(entry: any, { kind, dataCoding, esmClass, campaignReferenceId, ...its }: SandboxMessage): object {
	const { from, to, text: sent, smsCount, error, entityId: _, applicationId: _id, ...same } = entry;
	const platform = JSON.parse(JSON.stringify({ entityId: its.entityId, applicationId: its.applicationId }));
	return {
		...same,
		...(from !== undefined && { sender: from }),
		...(sent === undefined ? { to } : { destination: to }),
		...(sent !== undefined && { content: kind === 'binary' ? { hex: sent, dataCoding, esmClass } : { text: sent } }),
		messageCount: smsCount,
		error: { ...error, groupName: error.groupName === 'Ok' ? 'OK' : error.groupName },
		...(Object.keys(platform).length > 0 && { platform }),
		...(campaignReferenceId !== undefined && { campaignReferenceId }),
	};
}

test('logs and reports of both versions say the same of every message, whoever sent it', async () => {
	const sandbox = await served({ logOrder: 'oldestFirst' });
	const send3 = fc.sample(twins, { numRuns: 60, seed: 7 });
	for (const [i, { first, third, isBinary }] of send3.entries()) {
		const path = i % 2 > 0 ? MESSAGES : isBinary ? BINARY : TEXT;
		expect((await post(sandbox, path, i % 2 > 0 ? third : first)).status).toBe(200);
	}
	await sandbox.advance(100);
	for (const message of sandbox.messages) message.notifyUrl = undefined;
	await sandbox.advance(47 * HOUR_MS);
	const of = (entry: any) => sandbox.message(entry.messageId)!;
	const logs = await results(sandbox, '/sms/1/logs?limit=1000');
	expect(new Set(logs.map((entry) => of(entry).version))).toEqual(new Set(['1', '3']));
	expect(await results(sandbox, '/sms/3/logs?limit=1000')).toEqual(logs.map((entry) => inVersion3(entry, of(entry))));
	const waiting = sandbox.messages.filter(({ reportWaits }) => reportWaits).sort((a, b) => a.doneAt! - b.doneAt!);
	const taken = await results(sandbox, '/sms/3/reports?limit=1000');
	expect([taken.length > 10, taken.map(({ messageId }) => messageId)]).toEqual([
		true,
		waiting.map(({ messageId }) => messageId),
	]);
	for (const report of waiting) sandbox.store.queueReport(report);
	const ofVersion1 = await results(sandbox, '/sms/1/reports?limit=1000');
	expect(taken).toEqual(ofVersion1.map((entry) => inVersion3(entry, of(entry))));
});

test.each(['all', 'own'] as const)('each report once; versions see the messages of %s', async (versionsSee) => {
	const sandbox = await served({ versionsSee });
	const sent: Record<string, Set<string>> = { 1: new Set(), 3: new Set() };
	for (const path of ['/sms/1/text/advanced', '/sms/2/text/advanced'])
		for (const { messageId } of (
			await post(sandbox, path, { messages: [{ text: 'Hi', destinations: [{ to: TO }, { to: TO }] }] })
		).body.messages)
			sent[1]!.add(messageId);
	for (const messageId of await sendBy3(sandbox, [TO, TO, TO])) sent[3]!.add(messageId);
	await sandbox.advance(1000);
	const all = new Set([...sent[1]!, ...sent[3]!]);
	const taken: string[] = [];
	for (const version of [1, 3]) {
		const visible = versionsSee === 'own' ? sent[version] : all;
		const ids = (entries: any[]) => entries.map(({ messageId }) => messageId);
		expect(new Set(ids(await results(sandbox, `/sms/${version}/logs`)))).toEqual(visible);
		const reports = ids(await results(sandbox, `/sms/${version}/reports?limit=5`));
		expect(reports.every((id) => visible!.has(id))).toBe(true);
		taken.push(...reports);
		expect(ids(await results(sandbox, `/sms/${version}/logs?messageId=${[...all]}`)).length).toBe(visible!.size);
	}
	for (const version of [1, 3])
		for (const { messageId } of await results(sandbox, `/sms/${version}/reports`)) taken.push(messageId);
	expect(taken.sort()).toEqual([...all].sort());
});

test('a final status that changes again has a new report, only in version 3', async () => {
	const sandbox = await served();
	const [id = ''] = await sendBy3(sandbox, '19990500001');
	const { messages } = await send(sandbox, '19990500002');
	for (const status of ['DELIVERED_TO_OPERATOR', 'DELIVERED_TO_HANDSET']) {
		expect(await outcome(sandbox, id, status)).toBe(200);
		const reports = await results(sandbox, '/sms/3/reports');
		expect(reports.map((report) => [report.messageId, report.status.name])).toEqual([[id, status]]);
		expect(await results(sandbox, '/sms/3/reports')).toEqual([]);
	}
	// Two changes before the next call: one report
	for (const status of ['EXPIRED_EXPIRED', 'DELIVERED_TO_OPERATOR']) await outcome(sandbox, id, status);
	expect((await results(sandbox, '/sms/3/reports')).map(({ status }) => status.id)).toEqual([2]);
	expect(await outcome(sandbox, id, 'PENDING_ENROUTE')).toBe(409);
	const [refused = ''] = await sendBy3(sandbox, '19990100600');
	expect(await outcome(sandbox, refused, 'DELIVERED_TO_HANDSET')).toBe(409);
	const first = messages[0]!.messageId!;
	expect(await outcome(sandbox, first, 'DELIVERED_TO_OPERATOR')).toBe(200);
	expect(await outcome(sandbox, first, 'DELIVERED_TO_HANDSET')).toBe(409);
});

test('notify false: no report, neither pushed nor to fetch', async () => {
	const receiver = await listen();
	const sandbox = await served();
	const delivery = { url: receiver.url, intermediateReport: true, notify: false };
	await sendBy3(sandbox, TO, { webhooks: { delivery } });
	await sandbox.advance(1000);
	expect([receiver.received, await results(sandbox, '/sms/3/reports')]).toEqual([[], []]);
	expect(sandbox.messages[0]!.doneAt).toBeGreaterThan(START);
});

test('pushes to one URL are in the version of each send, in JSON and XML', async () => {
	const receiver = await listen();
	const sandbox = await served();
	for (const contentType of ['application/json', 'application/xml']) {
		receiver.received.length = 0;
		await sendBy3(sandbox, [TO, TO], { webhooks: { delivery: { url: receiver.url }, contentType, callbackData: 'c' } });
		await send(sandbox, TO, { notifyUrl: receiver.url, notifyContentType: contentType, callbackData: 'c' });
		await sandbox.advance(1000);
		const pushed = receiver.received.map(({ body }) => {
			const read = contentType.includes('xml') ? new XMLParser().parse(body) : JSON.parse(body);
			return [read.DeliveryReports?.results.result ?? read.SMSReportResponse?.results ?? read.results].flat();
		});
		const [one, three] = pushed.sort((a, b) => a.length - b.length);
		expect(one).toMatchObject([{ from: 'Tests', smsCount: 1, callbackData: 'c', error: { groupName: 'Ok' } }]);
		expect(three).toMatchObject(
			Array(2).fill({ sender: 'Tests', messageCount: 1, callbackData: 'c', error: { groupName: 'OK' } }),
		);
		expect(pushed).toHaveLength(2);
	}
});

/** Those of the logs: logs.test.ts. */
test('reports can be filtered by campaign', async () => {
	const sandbox = await served();
	await sendBy3(sandbox, TO, { options: { campaignReferenceId: 'spring' } });
	const autumn = await sendBy3(sandbox, TO, { options: { campaignReferenceId: 'autumn' } });
	await sandbox.advance(1000);
	const reports = await results(sandbox, '/sms/3/reports?campaignReferenceId=autumn,winter');
	expect(reports.map(({ messageId }) => messageId)).toEqual(autumn);
});

test('the control endpoints show by which version a message came', async () => {
	const sandbox = await served();
	await sendBy3(sandbox);
	await send(sandbox, TO);
	sandbox.receive({ from: TO, text: 'Hi' });
	const { messages } = (await get(sandbox, '/_sandbox/messages')).body;
	expect(messages.map(({ version }: any) => version)).toEqual([undefined, '1', '3']);
});
