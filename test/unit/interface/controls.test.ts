import { OPERATION_CONTROLS } from '../../support/interface/controls';
import { QUERY_TABLES, REQUEST_TABLES } from '../../support/interface/requestTables';
import { controlsOf, leavesOf, offeredValues } from '../../support/interface/walk';

const TABLES = { ...REQUEST_TABLES, ...QUERY_TABLES };
const unique = (values: string[]) => [...new Set(values)].sort();

describe.each(OPERATION_CONTROLS)('$operation', ({ operation, table, fields, others, fixed = [] }) => {
	const controls = controlsOf(operation);

	test('every field of the interface has a control, or is set by the operation', () => {
		expect(unique([...fields.map(({ field }) => field), ...fixed])).toEqual(
			unique(leavesOf(TABLES, table).map(({ path }) => path)),
		);
		expect(controls.map(({ path }) => path)).toEqual(expect.arrayContaining(fields.map(({ control }) => control)));
	});

	test('every control stands for a field of the interface, or is one of the few that say how the node works', () => {
		expect(controls.map(({ path }) => path).sort()).toEqual(
			[...fields.map(({ control }) => control), ...others].sort(),
		);
	});

	test('a control has the name of its field', () => {
		const lastStep = (path: string) => path.split('.').at(-1);
		for (const { field, control } of fields) expect(lastStep(control)).toBe(lastStep(field));
	});

	test('a control that offers a list of values is tried with one of them', () => {
		for (const { control, value } of fields) {
			const offered = offeredValues(controls.find(({ path }) => path === control)!.property);
			if (offered !== undefined) expect(offered).toEqual(expect.arrayContaining([value].flat()));
		}
	});

	test.each(controls.filter(({ path }) => !others.includes(path)))('$path explains itself', ({ property }) => {
		expect(property.description).toMatch(/\w{3}/);
		if (property.type === 'string' && property.name !== 'value') expect(property.placeholder).toMatch(/^e\.g\. ./);
	});
});

test('no collection holds more than eight entries, save the options for sending and the filters that public documents name', () => {
	const sizes = new Map<string, Set<string>>();
	for (const { operation } of OPERATION_CONTROLS) {
		for (const { path } of controlsOf(operation)) {
			const [collection, entry] = path.split('.');
			if (entry === undefined || collection === 'filters') continue;
			if (collection === 'options' && operation.startsWith('send')) continue;
			const key = `${operation}.${collection}`;
			sizes.set(key, (sizes.get(key) ?? new Set()).add(entry));
		}
	}
	expect([...sizes].filter(([, entries]) => entries.size > 8)).toEqual([]);
	expect(sizes.size).toBeGreaterThan(6);
});
