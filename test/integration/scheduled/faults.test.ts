import { startSandbox, type Sandbox } from '../../../sandbox';
import { get } from '../../sandbox/client';
import { startFaultProxy, type Fault, type FaultProxy } from '../../support/faults/faultProxy';
import {
	badGatewayAfterAcceptance,
	forbidden,
	resetAfterAcceptance,
	resetBefore,
	serverError,
	tooManyRequests,
} from '../../support/faults/faults';
import { CONTINUE } from '../smsNode';
import { DUE, LATER, run, schedule } from './bulks';

/** Reschedule against a service that moves only paused messages: each call fails in each way, once or from then on. */

const notFound: Fault = { name: '404', reachesService: false, answer: { status: 404, headers: {}, body: 'Not found' } };
const noSuchBulk: Fault = {
	name: '404 of the service',
	reachesService: false,
	answer: {
		status: 404,
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ requestError: { serviceException: { messageId: 'NOT_FOUND', text: 'Bulk not found' } } }),
	},
};
const UNCLEAR = [serverError, resetBefore, resetAfterAcceptance, badGatewayAfterAcceptance];
const FAULTS = [notFound, noSuchBulk, forbidden, tooManyRequests, ...UNCLEAR];
const STEPS = ['direct move', 'status', 'pause', 'move', 'resume'];
const CASES = STEPS.flatMap((step, index) =>
	FAULTS.flatMap((fault) => [true, false].map((isOnce) => ({ step, index, fault, isOnce }))),
);

let sandbox: Sandbox;
let proxy: FaultProxy;
afterEach(async () => {
	await proxy.stop();
	await sandbox.stop();
});

test.each(CASES)('Reschedule, $step: $fault.name (once: $isOnce)', async ({ index, fault, isOnce }) => {
	sandbox = await startSandbox({ movableBulks: 'paused' });
	await schedule(sandbox, ['reminders']);
	proxy = await startFaultProxy(sandbox, (_request, nth) =>
		nth === index || (!isOnce && nth > index) ? fault : undefined,
	);
	const { json } = await run(proxy, 'reschedule', {}, { settings: CONTINUE });
	const status = (await get(sandbox, '/sms/1/bulks/status?bulkId=reminders')).body.status;
	const { sendAt } = (await get(sandbox, '/sms/1/bulks?bulkId=reminders')).body;
	const isMoved = Date.parse(sendAt.replace('+0000', 'Z')) === Date.parse(LATER);
	expect(isMoved || Date.parse(sendAt.replace('+0000', 'Z')) === Date.parse(DUE)).toBe(true);
	expect(json).toHaveLength(1);
	const [{ error, details, ...item }] = json as [any];

	// What the item says is so
	if (error === undefined) {
		expect(item).toEqual({ bulkId: 'reminders', sendAt: LATER, ...(item.status && { status }) });
		expect(isMoved).toBe(true);
	} else {
		expect(details.description).toEqual(expect.any(String));
		if (status === 'PAUSED') expect(JSON.stringify(json)).toContain('Resume');
		if (/\bare paused\b/.test(error)) expect(status).toBe('PAUSED');
		if (/messages have their new time/.test(error)) expect(isMoved).toBe(true);
		if (/former time/.test(JSON.stringify(json))) expect(isMoved).toBe(false);
	}
	expect(error === undefined || status === 'PENDING' || status === 'PAUSED').toBe(true);

	// What may have been carried out is looked at before it is repeated
	proxy.records.forEach(({ request, fault: failed }, nth) => {
		const next = proxy.records[nth + 1]?.request.method;
		const isUnclear = UNCLEAR.some(({ name }) => name === failed);
		if (request.method === 'PUT' && isUnclear && next !== undefined) expect(next).toBe('GET');
	});

	// A failure that passes costs nothing, if it says that nothing was done or can be found out about
	if (isOnce && [...UNCLEAR, tooManyRequests].includes(fault)) expect([error, status]).toEqual([undefined, 'PENDING']);
});

const CHANGES = { pause: 'PAUSED', resume: 'PENDING', cancel: 'CANCELED' };

test.each(
	Object.entries(CHANGES).flatMap(([operation, wanted]) => UNCLEAR.map((fault) => ({ operation, wanted, fault }))),
)('$operation: $fault.name, and then it is made once', async ({ operation, wanted, fault }) => {
	sandbox = await startSandbox();
	await schedule(sandbox, ['reminders']);
	if (operation === 'resume') await run(sandbox, 'pause');
	sandbox.requests.length = 0;
	proxy = await startFaultProxy(sandbox, (_request, nth) => (nth === 0 ? fault : undefined));
	const { json } = await run(proxy, operation);
	expect(json).toEqual([{ bulkId: 'reminders', status: wanted }]);
	expect(sandbox.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
	expect(proxy.records[1]?.request.method).toBe('GET');
});
