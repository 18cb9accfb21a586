import fc from 'fast-check';

import { openLedger } from '../../../nodes/SmsMessaging/kept/ledger';
import type { Outcome, Refusal } from '../../../nodes/SmsMessaging/sending/plan/target';
import { Outcomes } from '../../../nodes/SmsMessaging/sending/submit/outcomes';
import { batchOf, targetOf } from './parts';

const REFUSED = { to: '1', messageId: 'a', status: { id: 51, groupId: 5, groupName: 'REJECTED', name: 'REJECTED' } };
const REFUSAL: Refusal = { state: 'refused', failure: { kind: 'refused', message: 'No', description: '' } };

const life = fc.record({
	mayHaveBeenSent: fc.boolean(),
	mayHaveBeenSentEarlier: fc.boolean(),
	sentAgain: fc.boolean(),
	wasRefused: fc.boolean(),
	/** Requests of this try, the last of which may be answered. */
	requests: fc.nat(2),
	isLastUnclear: fc.boolean(),
	isOfRequest: fc.boolean(),
	end: fc.constantFrom('entry' as const, 'refusal' as const, 'unsent' as const, 'log' as const),
});

test('refused and not sent are only said of what no request can have brought, and the ledger knows of every request', () => {
	fc.assert(
		fc.property(life, ({ requests, isLastUnclear, isOfRequest, end, wasRefused, ...said }) => {
			const target = targetOf('a', { before: { ...said, ...(wasRefused && { refusal: REFUSAL }) } });
			const ledger = openLedger<Outcome>({}, 0);
			const outcomes = new Outcomes(ledger);
			for (let number = 1; number <= requests; number++) {
				outcomes.requested(batchOf('bulk', [target]));
				expect(ledger.find('a')).toBe('tried');
				expect(ledger.wasSentAgain('a')).toBe(said.sentAgain);
				expect(ledger.wasRefused('a')).toBe(wasRefused);
				if (number < requests || isLastUnclear) outcomes.leftUnclear([target]);
			}
			const isUnclear = requests > 1 || (requests === 1 && isLastUnclear);
			const mayBeThere = said.mayHaveBeenSent || isUnclear;
			expect(outcomes.mayHaveBeenSent(target)).toBe(mayBeThere);
			if (end === 'entry') outcomes.takeEntry(target, REFUSED, 'bulk', {});
			if (end === 'refusal') outcomes.refuse(target, REFUSAL);
			if (end === 'unsent') outcomes.leaveUnsent(target, REFUSAL.failure, 'bulk', false);
			if (end === 'log') outcomes.takeLog(target, REFUSED, isOfRequest ? 'bulk' : undefined, isOfRequest);
			// The logs may show the rejection of another request
			const beforeLatest = requests === 0 ? said.mayHaveBeenSentEarlier : said.mayHaveBeenSent || requests > 1;
			const mayBeOther = beforeLatest || !isOfRequest || ((wasRefused || said.mayHaveBeenSentEarlier) && isUnclear);
			const isUnknown = end === 'log' ? mayBeOther : mayBeThere;
			const outcome = outcomes.all.get(target);
			expect(outcome?.state).toBe(isUnknown ? 'unknown' : end === 'unsent' ? 'notSent' : 'refused');
			if (isUnknown) expect(JSON.stringify(outcome)).toContain('message ID a');
			expect(ledger.find('a')).toBe(outcome);
		}),
		{ numRuns: 2000 },
	);
});

test.each([
	['accepted', 'PENDING', undefined],
	['refused', 'REJECTED', '1***'],
])('a message that is %s with neither ID nor whole number in the answer has its own', (state, groupName, to) => {
	const target = targetOf('a', { destination: { to: '1234', messageId: 'a' } });
	const outcomes = new Outcomes(openLedger<Outcome>({}, 0));
	const status = { groupName };
	expect(outcomes.takeEntry(target, { to, status }, 'bulk', {})).toBe(state);
	expect(outcomes.all.get(target)).toMatchObject({ state, entry: { to: '1234', messageId: 'a', status } });
});
