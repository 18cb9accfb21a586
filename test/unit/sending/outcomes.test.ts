import fc from 'fast-check';

import { openLedger } from '../../../nodes/SmsMessaging/kept/ledger';
import type { History, Outcome } from '../../../nodes/SmsMessaging/sending/plan/target';
import { Outcomes } from '../../../nodes/SmsMessaging/sending/submit/outcomes';
import type { ServiceFailure } from '../../../nodes/SmsMessaging/service/failure';
import { DUPLICATE, PENDING, REJECTED, targetOf } from './parts';

const FAILURE: ServiceFailure = { kind: 'refused', message: 'No', description: '' };
const history = fc.constantFrom('unsent', 'unrecorded', 'sent', 'sentAgain');
const end = fc.constantFrom(
	'accept',
	'refuse',
	'leaveUnsent',
	'leaveUnknown',
	'log accepted',
	'log rejected',
	'log duplicate',
);

test('what may have been accepted before is never called refused or not sent, and the next try knows what this one did', () => {
	fc.assert(
		fc.property(history, fc.nat(2), end, fc.constantFrom('latest', 'other'), (before, unclear, how, ofRequest) => {
			const kept = {};
			const ledger = openLedger<Outcome, History>(kept, 0);
			const target = targetOf('a', { history: before });
			const outcomes = new Outcomes(ledger, new Map());
			let sent = 0;
			const send = () => outcomes.requested({ bulkId: `bulk-${++sent}`, settings: {}, targets: [target] });
			for (let nth = 0; nth < unclear; nth++) {
				send();
				outcomes.leftUnclear(target);
			}
			const isLog = how.startsWith('log');
			if (!isLog) send();
			const status = { accepted: PENDING, rejected: REJECTED, duplicate: DUPLICATE }[how.slice(4)];
			const bulkId = ofRequest === 'latest' ? `bulk-${sent}` : 'bulk-0';
			if (isLog) outcomes.takeLog(target, { messageId: 'a', bulkId, status });
			if (how === 'accept') outcomes.accept(target, { to: '1', messageId: 'a', status: PENDING }, {});
			if (how === 'refuse') outcomes.refuse(target, FAILURE);
			if (how === 'leaveUnsent') outcomes.leaveUnsent(target, FAILURE, 'bulk', false);
			if (how === 'leaveUnknown') outcomes.leaveUnknown(target, FAILURE);

			const { state } = outcomes.all.get(target)!;
			const mayBeThere = before !== 'unsent' || unclear > 0;
			if (how === 'accept' || how === 'log accepted') expect(state).toBe('accepted');
			else if (how === 'leaveUnknown' || how === 'log duplicate') expect(state).toBe('unknown');
			else if (!isLog) expect(state).toBe(mayBeThere ? 'unknown' : how === 'refuse' ? 'refused' : 'notSent');
			else if (state === 'refused') expect([before, unclear, ofRequest]).toEqual(['unsent', 1, 'latest']);

			const reopened = openLedger<Outcome, History>(JSON.parse(JSON.stringify(kept)) as never, 0);
			expect(reopened.find('a')).toMatchObject({ state });
			const after = before === 'unsent' && unclear === 1 ? 'sent' : 'sentAgain';
			// A request that is answered clearly did not bring it
			if (state === 'unknown') expect(reopened.historyOf('a')).toBe(unclear === 0 ? before : after);
		}),
	);
});
