import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { openLedger, type Ledger } from '../../../nodes/SmsMessaging/kept/ledger';

type Step = (ledger: Ledger<string, string>) => void;
const KEYS = ['a', 'b', 'c'].map((name) => name.repeat(24));

const step: fc.Arbitrary<Step> = fc.oneof(
	fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom('once', 'twice')).map(
		([key, history]): Step =>
			(ledger) =>
				ledger.tried(key, history),
	),
	fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom('accepted', 'unknown')).map(
		([key, outcome]): Step =>
			(ledger) =>
				ledger.settled(key, outcome),
	),
	fc.subarray(KEYS).map(
		(keys): Step =>
			(ledger) =>
				ledger.close(keys),
	),
	fc.constant<Step>((ledger) => ledger.drop()),
);

/** What a ledger tells, without changing it. */
const tellsOf = (ledger: Ledger<string, string>) =>
	KEYS.map((key) => [ledger.find(key), ledger.historyOf(key), ledger.countBefore(key)]);

/** As n8n stores it with the execution. */
const stored = (part: IDataObject) => JSON.parse(JSON.stringify(part)) as IDataObject;

test('a later try reads what the earlier one knew; a later run only how often', () => {
	fc.assert(
		fc.property(fc.array(step), (steps) => {
			const part: IDataObject = {};
			const ledger = openLedger<string, string>(part, 0);
			for (const take of steps) take(ledger);
			const known = tellsOf(ledger);
			expect(tellsOf(openLedger<string, string>(stored(part), 0))).toEqual(known);

			const closed = KEYS.slice(0, 2);
			ledger.close(closed);
			expect(tellsOf(openLedger<string, string>(stored(part), 1))).toEqual(
				KEYS.map((key) => [undefined, undefined, closed.includes(key) ? 1 : 0]),
			);
		}),
	);
});
