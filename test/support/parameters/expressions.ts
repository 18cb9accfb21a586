import fc, { type Arbitrary } from 'fast-check';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const BLANKS = ['', ' ', '  ', '\n', '\t', '\r\n', '\u00A0', '\uFEFF', '\u2028', '/* x */', '// x\n'];
/** What may surround a reference, X, so that it is no longer a plain one. */
const AROUND = [
	...[
		' ={{ X }}',
		'={{ X }} ',
		'={{ X }}\n',
		'= {{ X }}',
		'={ { X } }',
		'={{{ X }}}',
		'={{ X',
		'={{ X }',
		'=\\{{ X }}',
	],
	...['={{ (X) }}', '={{ X; }}', '={{ X, 1 }}', '={{ X }}{{ X }}', '={{ X }}{{', '=Dear {{ X }}!', "={{ X ?? '' }}"],
	...['={{ !X }}', '={{ typeof X }}', '={{ [X] }}', '={{ { x: X } }}', '={{ X.isEmpty() }}', '={{ X.toString() }}'],
	...[
		'={{ X.length }}',
		'={{ X[0] }}',
		'={{ X\n.a }}',
		'={{ X?.a }}',
		'={{ X .a }}',
		'={{ X[ "a"] }}',
		'={{ X["a" ] }}',
	],
	...['={{ X["a", "b"] }}', '={{ X["\\x61"] }}', '={{ X[`a`] }}', 'X', '{{ X }}'],
];
const OTHERS = [
	...['=', '=a', '==', '={{ }}', '={{ $json }}', '={{ $json. }}', '={{ $JSON.a }}', '={{ $json["a] }}'],
	...['={{ $itemIndex }}', '={{ $runIndex }}', '={{ $input.item.json.a }}', "={{ $('Input').item.json.a }}"],
	...['={{ $data.a }}', '={{ $binary.a }}', '={{ $vars.a }}', '={{ undefined }}', '={{ new Date(0) }}'],
	'={{ DateTime.fromMillis(0) }}',
];

/** A reference to the item's json followed by the names, in the simple notations; the rest is left to n8n. */
function reference(names: Arbitrary<string>): Arbitrary<string> {
	const step = fc.tuple(names, fc.nat(3)).map(([name, notation]) => {
		if (notation < 2 && IDENTIFIER.test(name)) return `.${name}`;
		if (notation === 2 && !/['\\]/.test(name)) return `['${name}']`;
		return notation === 3 ? `[${JSON.stringify(name)}]` : `["${name}"]`;
	});
	const steps = fc.oneof(
		{ weight: 2, arbitrary: fc.tuple(step) },
		{ weight: 1, arbitrary: fc.array(step, { minLength: 2, maxLength: 4, size: 'max' }) },
	);
	return steps.map((path) => `$json${path.join('')}`);
}

function expression(names: Arbitrary<string>): Arbitrary<string> {
	const inner = reference(names);
	const blank = fc.oneof(
		{ weight: 4, arbitrary: fc.constantFrom('', ' ') },
		{ weight: 1, arbitrary: fc.constantFrom(...BLANKS) },
	);
	return fc.oneof(
		{
			weight: 20,
			arbitrary: fc.tuple(blank, inner, blank).map(([before, path, after]) => `={{${before}${path}${after}}}`),
		},
		{
			weight: 3,
			arbitrary: fc.tuple(fc.constantFrom(...AROUND), inner).map(([around, path]) => around.split('X').join(path)),
		},
		{ weight: 1, arbitrary: fc.constantFrom(...OTHERS) },
	);
}

/** Parameters as a workflow stores them: texts, expressions, collections, fixed collections with lists. */
export function parameter(names: Arbitrary<string>): Arbitrary<unknown> {
	const leaf = fc.oneof(
		{ weight: 8, arbitrary: expression(names) },
		{ weight: 1, arbitrary: fc.constantFrom('', 'plain text', ' =x', '{{ $json.a }}', 0, 1.5, -0, true, false, null) },
	);
	const collectionOf = (part: Arbitrary<unknown>) =>
		fc.dictionary(fc.constantFrom('first', 'second', '2', '1', 'third', 'constructor'), part, { maxKeys: 4 });
	const fixedCollection = fc.array(collectionOf(leaf), { maxLength: 3 }).map((values) => ({ values }));
	return fc.oneof(
		{ weight: 12, arbitrary: leaf },
		{ weight: 2, arbitrary: collectionOf(fc.oneof(leaf, leaf, leaf, fixedCollection)) },
		{ weight: 1, arbitrary: fixedCollection },
	);
}
