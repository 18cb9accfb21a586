import { NO_ENTRY } from '../../../nodes/SmsMessaging/api/entry';

import { openLedger } from '../../../nodes/SmsMessaging/kept/ledger';
import { identityIn } from '../../../nodes/SmsMessaging/sending/plan/identity';
import type { Outcome } from '../../../nodes/SmsMessaging/sending/plan/target';
import { planTargets } from '../../../nodes/SmsMessaging/sending/plan/targets';
import type { Run } from '../../../nodes/SmsMessaging/sending/run';
import { contextOf } from './contexts';

const hello = (more: object = {}): Parameters<typeof planTargets>[0] => {
	const composed = { message: { content: { text: 'Hello' } }, facts: {}, settings: {}, destinations: [{ to: '1' }] };
	return [{ itemIndex: 0, composed: { ...composed, ...more } }];
};

interface Setting {
	/** What the execution keeps of this node. */
	kept?: object;
	isRetry?: boolean;
	mode?: 'stop' | 'continue';
	options?: object;
}

function plan(
	messages: Parameters<typeof planTargets>[0],
	{ kept = {}, isRetry = false, mode = 'stop', options: more }: Setting,
) {
	const ledger = openLedger<Outcome>(kept as never, 0);
	const identity = identityIn(contextOf({ token: 'secret', isRetry }));
	const run = {
		identity,
		ledger,
		mode,
		isRetry,
		options: { sameNumber: 'send', skipped: { numbers: new Set() }, messageIds: 'node', ...more },
	};
	return { ledger, planned: planTargets(messages, run as unknown as Run) };
}

test.each([
	['report', true, false],
	['sendAgain', true, true],
	['report', false, true],
])(
	'on Retry without a record, with %s, a message that is scheduled (%s) may be sent: %s',
	(ifUnclear, isScheduled, mayResend) => {
		const scheduled = isScheduled ? { sendAt: '2100-01-01T00:00:00.000Z' } : {};
		expect(plan(hello(scheduled), { isRetry: true, options: { ifUnclear } }).planned.all).toMatchObject([
			{ doubt: { mayResend } },
		]);
	},
);

test.each([
	['accepted', 'stop', true],
	['accepted', 'continue', true],
	['refused', 'stop', false],
	['refused', 'continue', true],
	['notSent', 'continue', false],
	['unknown', 'continue', false],
] as const)('what was %s is recalled by a later try with %s: %s', (state, mode, isRecalled) => {
	const kept = {};
	const { ledger, planned } = plan(hello(), { kept });
	ledger.settled(planned.all[0]!.key, { state, ...(state === 'accepted' && { entry: NO_ENTRY }) } as Outcome);
	expect(plan(hello(), { kept, mode }).planned.settled.size).toBe(isRecalled ? 1 : 0);
});
