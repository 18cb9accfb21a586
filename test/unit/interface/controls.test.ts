import { OPERATION_CONTROLS } from '../../support/interface/controls';
import { QUERY_TABLES, REQUEST_TABLES } from '../../support/interface/requestTables';
import { controlsOf, leavesOf, offeredValues } from '../../support/interface/walk';

const TABLES = { ...REQUEST_TABLES, ...QUERY_TABLES };
const unique = (values: string[]) => [...new Set(values)].sort();

describe.each(OPERATION_CONTROLS)('$operation', ({ operation, table, fields, others, fixed = [], leftOut = [] }) => {
	const controls = controlsOf(operation);

	test('every field of the interface has a control, or is set by the operation', () => {
		expect(unique([...fields.map(({ field }) => field), ...fixed, ...leftOut])).toEqual(
			unique(leavesOf(TABLES, table).map(({ path }) => path)),
		);
		expect(controls.map(({ path }) => path)).toEqual(expect.arrayContaining(fields.map(({ control }) => control)));
	});

	test('every control is a field of the interface, or one of the few settings of the node', () => {
		expect(controls.map(({ path }) => path).sort()).toEqual(
			unique([...fields.map(({ control }) => control), ...others]),
		);
	});

	test('a control has the name of its field, or part of it', () => {
		const steps = (path: string) => path.split('.');
		for (const { field, control } of fields)
			expect(steps(field).includes(steps(control).at(-1)!) || steps(control).includes(steps(field).at(-1)!)).toBe(true);
	});

	test('a control with a list of values is tested with one of them', () => {
		for (const { control, value } of fields) {
			const offered = offeredValues(controls.find(({ path }) => path === control)!.property);
			if (offered !== undefined) expect(offered).toEqual(expect.arrayContaining([value].flat()));
		}
	});
});
