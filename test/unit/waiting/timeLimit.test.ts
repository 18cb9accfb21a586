import { readTimeLimit, timeLimitFields } from '../../../nodes/SmsMessaging/waiting/wait';

const read = (values: Record<string, unknown>) => {
	const faults: string[] = [];
	const ms = readTimeLimit(
		(name) => values[name],
		(field, reason) => faults.push(`${field} ${reason}`),
	);
	return { ms, faults };
};

test('empty fields have the defaults of the panel', () => {
	const defaults = Object.fromEntries(timeLimitFields.map(({ name, default: value }) => [name, value]));
	expect(read(defaults)).toEqual(read({}));
	expect(read({}).ms).toBe(3_600_000);
});

test.each([
	[{ timeLimit: 5, timeLimitUnit: 'minutes' }, 300_000],
	[{ timeLimit: '1.5', timeLimitUnit: 'hours' }, 5_400_000],
	[{ timeLimit: 2, timeLimitUnit: 'days' }, 172_800_000],
	[{ timeLimit: 0.05, timeLimitUnit: 'minutes' }, 3000],
])('%j', (values, ms) => {
	expect(read(values)).toEqual({ ms, faults: [] });
});

test.each([
	[{ timeLimit: 0 }, 'timeLimit is 0'],
	[{ timeLimit: -1 }, 'timeLimit is -1'],
	[{ timeLimit: 'soon' }, "timeLimit is 'soon'"],
	[{ timeLimit: Infinity }, 'timeLimit is Infinity'],
	[{ timeLimit: 366, timeLimitUnit: 'days' }, 'timeLimit is 366'],
	[{ timeLimit: 1, timeLimitUnit: 'constructor' }, "timeLimitUnit is 'constructor'"],
])('%j is invalid', (values, fault) => {
	expect(read(values).faults[0]).toContain(fault);
});
