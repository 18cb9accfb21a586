import * as fc from 'fast-check';

import { startTrigger, type TriggerServer } from '../trigger/triggerServer';
import { event, mms, received, report } from './entries';

let trigger: TriggerServer;
afterEach(async () => {
	const { thrown } = trigger;
	await trigger.close();
	expect(thrown).toEqual([]);
});

const push = async (results: object[], query = '') => {
	const body = JSON.stringify({ results, messageCount: results.length, pendingMessageCount: 0 });
	const response = await fetch(trigger.url + query, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body,
	});
	return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
};
const idsStarted = () => trigger.executions.flat().map(({ messageId }) => messageId);

const KINDS = { report, received, mms, event };
const entries = fc.array(fc.tuple(fc.constantFrom(...(Object.keys(KINDS) as Array<keyof typeof KINDS>)), fc.nat(20)), {
	maxLength: 4,
});

test.each([
	['received', 'received'],
	['all', 'report'],
] as const)(
	'25 mixed and repeated pushes to a trigger on %s: each entry of its kind starts one run, no other does',
	async (startOn, kind) => {
		trigger = await startTrigger({ startOn });
		const wanted = new Set<string>();
		for (const pushed of fc.sample(entries, { numRuns: 25, seed: 45 })) {
			const { status } = await push(pushed.map(([name, id]) => KINDS[name](`${name}-${id}`)));
			const own = pushed.filter(([name]) => name === kind);
			expect(status).toBe(own.length === 0 && pushed.length > 0 ? 400 : 200);
			for (const [name, id] of own) wanted.add(`${name}-${id}`);
		}
		expect(wanted.size).toBeGreaterThan(5);
		expect(idsStarted().sort()).toEqual([...wanted].sort());
		const log = trigger.logged.join('\n');
		expect(log).toContain(kind === 'received' ? 'no received message' : 'no delivery report');
	},
);

test('an item has the flat fields; with Simplify off also the original', async () => {
	const flat = {
		messageId: '817790313235066447',
		from: '385916242493',
		to: '385921004026',
		text: 'QUIZ Correct answer is Paris',
		cleanText: 'Correct answer is Paris',
		keyword: 'QUIZ',
		receivedAt: '2016-10-06T09:28:39.220Z',
		smsCount: 1,
		pricePerMessage: 0,
		currency: 'EUR',
	};
	const message = { ...received(flat.messageId), networkId: 7 };
	trigger = await startTrigger({ startOn: 'received' });
	await push([message]);
	expect(trigger.executions).toEqual([[flat]]);
	await trigger.close();
	trigger = await startTrigger({ startOn: 'received', simplify: false });
	await push([message]);
	expect(trigger.executions).toEqual([[{ ...flat, received: message }]]);
});

test.each([
	['keyword', 'stop', ['Stop!', 'STOP now please'], ['Stopp', 'Please stop', '']],
	['keyword', 'arrêt, stop all', ['ARRE\u0302T', 'stop  ALL of it'], ['stop', 'arret']],
	['to', '+43 660 1234567, 12345', ['436601234567', '12345', '+436601234567'], ['436601234568', '1234']],
	['from', '+4366*, MTN', ['436601234567', 'MTN', '+436601234567'], ['4917012345', 'mtn', '']],
])('filter %s: %s', async (name, filter, matching, others) => {
	trigger = await startTrigger({ startOn: 'received', options: { [name]: filter } });
	const field = name === 'keyword' ? 'text' : name;
	const all = [...matching, ...others].map((value) => received(`message ${value}`, { keyword: '', [field]: value }));
	await push(all);
	expect(idsStarted()).toEqual(matching.map((value) => `message ${value}`));
});
