import fc from 'fast-check';
import type { SandboxMessage } from '../../sandbox';
import { SharedValues } from '../../sandbox/messageIndex';

const message = fc.record({
	from: fc.constantFrom('A', 'B', undefined),
	status: fc.record({ groupName: fc.constantFrom('PENDING', 'DELIVERED') }),
	mccMnc: fc.constantFrom('22801', '22802', '23201'),
	entityId: fc.constantFrom(undefined, 'e'),
}) as fc.Arbitrary<SandboxMessage>;

const query = fc.record(
	{
		from: fc.constantFrom('A', 'B', 'nobody'),
		generalStatus: fc.constantFrom('PENDING', 'DELIVERED', 'EXPIRED'),
		mcc: fc.constantFrom('228', '232', '999'),
		entityId: fc.constantFrom('e', 'none'),
	},
	{ requiredKeys: [] },
);

test('whatever comes and goes, what is asked for is among the rarest, which are few; unless all are too many', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(message, fc.boolean())), query, (messages, asked) => {
			const most = 4;
			const values = new SharedValues(most);
			for (const [added] of messages) values.add(added);
			for (const [added, goes] of messages) if (goes) values.remove(added);
			const left = messages.filter(([, goes]) => !goes).map(([added]) => added);
			const having = [
				asked.from && left.filter(({ from }) => from === asked.from),
				asked.generalStatus && left.filter(({ status }) => status.groupName === asked.generalStatus),
				asked.mcc && left.filter(({ mccMnc }) => mccMnc.startsWith(asked.mcc!)),
				asked.entityId && left.filter(({ entityId }) => entityId === asked.entityId),
			].filter((found) => typeof found === 'object');
			const rarest = values.rarest(asked);
			if (rarest) {
				expect(having).toContainEqual([...rarest]);
				expect([...rarest].length).toBeLessThanOrEqual(most);
			}
			// None of a value is known at once, whatever was there before
			if (having.some(({ length }) => length === 0)) expect([...rarest!]).toEqual([]);
			if (messages.length <= most && having.length > 0)
				expect([...rarest!]).toHaveLength(Math.min(...having.map(({ length }) => length)));
		}),
		{ numRuns: 2000 },
	);
});
