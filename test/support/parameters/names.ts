/** Names as tables and services have them. */
const USUAL = ['to', 'text', 'from', 'a', 'b', 'first_name', 'Phone', '$', '_', 'x1'];

/** Names that every object already has, or that n8n's expression sandbox refuses. */
const REFUSED = [
	...Object.getOwnPropertyNames(Object.prototype),
	...['prototype', 'getPrototypeOf', 'setPrototypeOf', 'defineProperty', 'getOwnPropertyDescriptor'],
	...['prepareStackTrace', 'mainModule', 'binding', '_linkedBinding', '_load', 'caller', 'callee', 'arguments'],
	...['getBuiltinModule', 'dlopen', 'execve', 'loadEnvFile', 'globalThis', '__sanitize', '___n8n_data'],
];

/** Names that mean something to the engines themselves, to JavaScript or to the objects that items may hold. */
const MEANINGFUL = [
	...['length', 'then', 'toJSON', 'name', 'message', 'size', 'json', 'window', 'this', 'class', 'undefined'],
	...['isProxy', 'isEmpty', '$json', '$item'],
	...['__isObject', '__isArray', '__keys', '__length', '__data', '__isError', '__isDate', '__isNaN'],
	...['__isEscaped', '__n8nType', '__n8nEscaped', '__value'],
];

/** Names that need quotes. */
const QUOTED = [
	...['', ' ', '0', '1', '-1', 'a.b', 'a b', 'first name', "it's", 'say "hi"', 'größe', '名前', '😀', 'a]b'],
	...['["a"]', 'a.constructor', 'x.isEmpty()', '$if(1)'],
	...['// a', '/* a */', '<!--', '${a}', '`', '=a', '{', '{{', '}}', 'a\\b', '\t', '\n', '\u2028', '\0'],
	...['\uFEFFto', '\u00A0', '\uD800', 'a;b', '#'],
];

/** Names of fields; each case uses a few, both in its items and in its expressions. */
export const NAMES: readonly string[] = [...USUAL, ...USUAL, ...USUAL, ...USUAL, ...REFUSED, ...MEANINGFUL, ...QUOTED];
