import fc from 'fast-check';

import type { Target } from '../../../nodes/SmsMessaging/sending/plan/target';
import { divide } from '../../../nodes/SmsMessaging/sending/submit/dispatcher';
import type { ServiceFailure } from '../../../nodes/SmsMessaging/api/failure';

const refusal = (facts: Partial<ServiceFailure> = {}): ServiceFailure => ({
	kind: 'refused',
	message: 'The service refused the request (400)',
	description: '',
	...facts,
});

/** How many messages a request has, and how many destinations each of them: some numbers have two digits. */
const few = fc.constantFrom(1, 2, 3, 12);
const sizes = few.chain((length) => fc.array(few, { minLength: length, maxLength: length }));
const request = (counts: number[]): Target[][] =>
	counts.map((count, index) => {
		const message = { text: `Hello ${index}` };
		return Array.from({ length: count }, (_, nth) => ({ message, key: `${index} ${nth}` }) as unknown as Target);
	});

/** A place in a request, and how the service writes it. */
const number = fc.constantFrom(0, 1, 2, 11);
const place = fc.record({
	message: number,
	destination: fc.option(number),
	field: fc.boolean(),
});
const NOWHERE = [
	...['somewhere.else', 'messages', 'other.messages[0]', 'messages[900].text'],
	...['messages[900].destinations[0].to', 'messages[0].destinations[900].to'],
];
const otherPaths = fc.oneof(fc.constant([]), fc.subarray(NOWHERE, { maxLength: 1 }), fc.subarray(NOWHERE));

test('each message is refused or in one part; named ones are refused with what names them, and without names none of several', () => {
	fc.assert(
		fc.property(sizes, fc.array(place, { maxLength: 4 }), otherPaths, (counts, places, nowhere) => {
			const messages = request(counts);
			const all = messages.flat();
			const namedBy = new Map<Target, Set<string>>();
			const paths = places.map(({ message, destination, field }) => {
				const at = (nth: number) => `[${nth}]`;
				const index = message % messages.length;
				const targets = messages[index]!;
				const chosen = destination === null ? undefined : destination % targets.length;
				const path =
					chosen === undefined
						? `messages${at(index)}${field ? '.text' : ''}`
						: `messages${at(index)}.destinations${at(chosen)}${field ? '.to' : ''}`;
				for (const target of chosen === undefined ? targets : [targets[chosen]!])
					namedBy.set(target, new Set(namedBy.get(target)).add(path));
				return path;
			});
			const validationErrors = Object.fromEntries([...paths, ...nowhere].map((path) => [path, path]));
			const { blamed, rest } = divide(all, refusal({ validationErrors }));
			const isNamed = namedBy.size > 0 && nowhere.length === 0;
			const errorsOf = (target: Target) => new Set(Object.values(blamed.get(target)!.validationErrors!));
			if (isNamed) for (const [target, named] of namedBy) expect(errorsOf(target)).toEqual(named);
			expect(blamed.size).toBe(isNamed ? namedBy.size : all.length === 1 ? 1 : 0);
			expect([...blamed.keys(), ...rest.flat()].toSorted(inOrderOf(all))).toEqual(all);
			// Every part is smaller, so that it comes to an end
			for (const part of rest) {
				expect(part.length).toBeGreaterThan(0);
				expect(part.length).toBeLessThan(all.length);
			}
		}),
		{ numRuns: 400 },
	);
});

const inOrderOf = (all: Target[]) => (a: Target, b: Target) => all.indexOf(a) - all.indexOf(b);
